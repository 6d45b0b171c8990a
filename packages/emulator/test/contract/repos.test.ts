import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../src/auth/api-key.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { type CallOptions, START, startTestService, type TestService } from '../service.fixture.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const [checkout, payments] = WELL_KNOWN_ENTITIES;

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const make = (json: object, request?: CallOptions) =>
  service.post('/repos', { name: 'checkout', entityIds: ['checkout'], ...json }, request);
const remove = (id: string, request?: CallOptions) => service.call('DELETE', `/repos/${id}`, request);
const namesOf = (page: { body: { items: { name: string }[] } }) =>
  page.body.items.map(({ name }) => name).join('');

describe('POST /repos', () => {
  it('needs a name and entities: the commits of such a repository come by hand', async () => {
    const { status, body } = await make({});
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'checkout',
      url: null,
      path: null,
      entityIds: [checkout.id],
      accountId: WELL_KNOWN_ACCOUNT.id,
      createdAt: new Date(START).toISOString(),
      readAt: null,
      readError: null,
    });
    expect((await service.get(`/repos/${body.id.toUpperCase()}`)).body).toEqual(body);
  });

  it('takes ids and shortIds, and each entity once', async () => {
    const { body } = await make({ entityIds: ['payments', checkout.id.toUpperCase(), payments.id] });
    expect(body.entityIds.toSorted()).toEqual([checkout.id, payments.id].sort());
  });

  it.each([
    ['url', 'https://example.com/acme/checkout.git'],
    ['url', 'ssh://git@example.com:2222/acme/checkout.git'],
    ['url', 'git@example.com:acme/checkout.git'],
    ['path', '/srv/git/checkout.git'],
  ])('takes the %s %s', async (member, place) => {
    const { status, body } = await make({ [member]: place });
    expect([status, body.url, body.path]).toEqual([
      201,
      member === 'url' ? place : null,
      member === 'path' ? place : null,
    ]);
  });

  it.each([
    ['url', { url: 'acme/checkout' }, /no address of a repository/],
    ['url', { url: 'ext::sh -c id' }, /cannot be read by git/],
    ['url', { url: 'file:///srv/git' }, /protocol file/],
    ['url', { url: '--upload-pack=id' }, /no address of a repository/],
    ['url', { url: 'https://ada:hunter2@example.com/a.git' }, /MILEPOST_GIT_TOKENS/],
    ['url', { url: 'https://ghp_hunter2@example.com/a.git' }, /MILEPOST_GIT_TOKENS/],
    ['url', { url: 'ssh://git:hunter2@example.com/a.git' }, /MILEPOST_GIT_TOKENS/],
    ['path', { path: 'git/checkout' }, /not absolute/],
    ['path', { path: '/srv/git', url: 'https://example.com/a.git' }, /one of the two/],
    ['entityIds', { entityIds: [] }, /./],
    ['entityIds[1]', { entityIds: ['checkout', 'nowhere'] }, /^Entity 'nowhere' not found$/],
    ['name', { name: '' }, /./],
    ['branch', { branch: 'main' }, /./],
  ])('names %s in refusing %j, and no password', async (path, json, msg) => {
    const { status, body, text } = await make(json);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ type: 'field', msg: expect.stringMatching(msg), path, location: 'body' }]);
    expect(text + service.logged.join('')).not.toContain('hunter2');
    expect((await service.get('/repos')).body.items).toEqual([]);
  });

  it('says all that is wrong at once', async () => {
    const { body } = await make({ path: 'here', entityIds: ['nowhere'] });
    expect(body.errors.map(({ path }: { path: string }) => path)).toEqual(['entityIds[0]', 'path']);
  });
});

describe('GET and DELETE /repos', () => {
  it('lists by name, in pages', async () => {
    for (const name of ['c', 'a', 'b']) await make({ name });
    expect(namesOf(await service.get('/repos'))).toBe('abc');
    expect(namesOf(await service.get('/repos?limit=1&offset=1'))).toBe('b');
    const first = await service.get('/repos?limit=2');
    expect([namesOf(first), first.body.pageInfo.itemCount]).toEqual(['ab', 3]);
    const last = await service.get(`/repos?limit=2&cursor=${first.body.pageInfo.endCursor}`);
    expect([namesOf(last), last.body.pageInfo.hasNextPage]).toEqual(['c', false]);
  });

  it('forgets a repository and its commits', async () => {
    const { body } = await make({});
    await service.post(`/repos/${body.id}/commits`, {
      commits: [{ sha: 'a'.repeat(40), authoredAt: '2026-02-01T00:00:00Z' }],
    });
    expect((await remove(body.id.toUpperCase())).status).toBe(204);
    expect((await service.get(`/repos/${body.id}`)).status).toBe(404);
    expect((await service.post(`/repos/${body.id}/commits`, { commits: [] })).status).toBe(400);
    expect((await remove(body.id)).body).toEqual({ message: `Repository '${body.id}' not found` });
    expect(await service.store.readCommits(WELL_KNOWN_ACCOUNT.id, body.id, 0, 10)).toEqual([]);
  });

  it.each(['nothing', NOBODY])('is 404 for %s', async (id) => {
    expect((await service.get(`/repos/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
  });

  it('does not show what holds the commits of events', async () => {
    const attributes = { sha: 'a'.repeat(40) };
    await service.send([{ type: 'event-commit', entityId: 'checkout', attributes }]);
    await service.post('/_control/calculate', {});
    const [hidden] = await service.store.listRepos(WELL_KNOWN_ACCOUNT.id);
    expect((await service.get('/repos')).body.items).toEqual([]);
    expect((await service.get(`/repos/${hidden?.id}`)).status).toBe(404);
    expect((await remove(String(hidden?.id))).status).toBe(404);
  });

  it('keeps accounts apart', async () => {
    const id = 'f0000000-0000-4000-8000-000000000001';
    await service.store.ensureAccount({ id, name: 'Other', createdAt: START });
    const { key, record } = makeApiKey({ accountId: id, name: 'o', createdBy: 'cli', createdAt: START });
    await service.store.putApiKey(record);
    const { body } = await make({});
    const commits = [{ sha: 'a'.repeat(40), authoredAt: '2026-02-01T00:00:00Z' }];
    expect((await service.get('/repos', { key })).body.items).toEqual([]);
    expect((await service.get(`/repos/${body.id}`, { key })).status).toBe(404);
    expect((await remove(body.id, { key })).status).toBe(404);
    expect((await service.post(`/repos/${body.id}/commits`, { commits }, { key })).status).toBe(404);
    expect((await make({}, { key })).body.errors[0].msg).toBe("Entity 'checkout' not found");
    expect((await service.get(`/repos/${body.id}`)).status).toBe(200);
  });
});

describe('a key that is limited to checkout', () => {
  it('sees the repositories of checkout, and adds commits to those of checkout alone', async () => {
    const limited = await service.post(
      '/api-keys',
      { name: 'limited', entityIds: ['checkout'] },
      await service.bearer(),
    );
    const key: string = limited.body.key;
    const own = await make({ name: 'own' });
    const shared = await make({ name: 'shared', entityIds: ['checkout', 'payments'] });
    const foreign = await make({ name: 'foreign', entityIds: ['payments'] });
    const commits = [{ sha: 'a'.repeat(40), authoredAt: '2026-02-01T00:00:00Z' }];
    const seen = await service.get('/repos', { key });
    expect([namesOf(seen), seen.body.pageInfo.itemCount]).toEqual(['ownshared', 2]);
    const statuses = [];
    for (const { body } of [own, shared, foreign]) {
      const get = await service.get(`/repos/${body.id}`, { key });
      const add = await service.post(`/repos/${body.id}/commits`, { commits }, { key });
      const removed = await remove(body.id, { key });
      statuses.push([get.status, add.status, removed.status]);
    }
    expect(statuses).toEqual([
      [200, 201, 403],
      [200, 403, 403],
      [404, 404, 403],
    ]);
    expect((await make({}, { key })).status).toBe(403);
    expect((await service.get('/repos')).body.items).toHaveLength(3);
  });
});
