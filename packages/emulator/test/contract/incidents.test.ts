import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const [checkout, payments] = WELL_KNOWN_ENTITIES;
const make = (json: object) => service.post('/incidents', { title: 'x', ...json });
const patch = (id: string, json: unknown) => service.call('PATCH', `/incidents/${id}`, { json });
const titles = async (query = '', request = {}) =>
  (await service.get(`/incidents${query}`, request)).body.items.map(({ title }: { title: string }) => title);

/** A key that is limited to checkout. */
async function limitedKey() {
  const { body } = await service.post(
    '/api-keys',
    { name: 'limited', entityIds: ['checkout'] },
    await service.bearer(),
  );
  return { key: String(body.key) };
}

describe('POST /incidents', () => {
  it('needs only a title', async () => {
    const { status, body } = await service.post('/incidents', { title: 'Nobody can pay' });
    expect(status).toBe(201);
    const now = new Date(START).toISOString();
    expect(body).toEqual({
      id: expect.any(String),
      title: 'Nobody can pay',
      description: null,
      externalSystem: null,
      externalIncidentNumber: null,
      state: 'new',
      severity: null,
      detectedAt: null,
      reportedAt: null,
      resolvedAt: null,
      closedAt: null,
      changeId: null,
      env: 'production',
      affectedEntityIds: [],
      customFields: {},
      accountId: checkout.id.replace(/11$/, '01'),
      createdAt: now,
      updatedAt: now,
    });
    expect((await service.get(`/incidents/${body.id.toUpperCase()}`)).body).toEqual(body);
  });

  it('keeps everything', async () => {
    const given = {
      title: 'Zahlung kaputt — 支払い',
      description: '',
      externalSystem: 'jira',
      externalIncidentNumber: 'OPS-1',
      state: 'closed',
      severity: 'P0',
      detectedAt: '2026-02-28T10:00:00.000Z',
      reportedAt: '2026-02-28T10:05:00.000Z',
      resolvedAt: '2026-02-28T09:00:00.000Z',
      closedAt: '2026-02-28T12:00:00.000Z',
      changeId: 'CHG-1',
      customFields: { z: [], a: null },
    };
    const { status, body } = await service.post('/incidents', {
      ...given,
      env: ' Prod ',
      affectedEntityIds: ['checkout', payments.id.toUpperCase(), 'checkout'],
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...given, env: 'prod' });
    expect([...body.affectedEntityIds].sort()).toEqual([checkout.id, payments.id].sort());
    expect((await service.get(`/incidents/${body.id}`)).body).toEqual(body);
  });

  it('names each entity that there is not', async () => {
    const { status, body } = await make({ affectedEntityIds: ['checkout', 'nowhere', 'No Such'] });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      {
        type: 'field',
        msg: "Entity 'nowhere' not found",
        path: 'affectedEntityIds[1]',
        location: 'body',
      },
      {
        type: 'field',
        msg: "Entity 'No Such' not found",
        path: 'affectedEntityIds[2]',
        location: 'body',
      },
    ]);
    expect(await titles()).toEqual([]);
  });

  it('is 409 for an incident that another system has named already', async () => {
    const name = { externalSystem: 'jira', externalIncidentNumber: 'OPS-1' };
    expect((await make(name)).status).toBe(201);
    const { status, body } = await make(name);
    expect(status).toBe(409);
    expect(body.message).toContain("'OPS-1' of 'jira'");
    expect((await make({ ...name, externalSystem: 'other' })).status).toBe(201);
    expect((await make({ externalSystem: 'jira' })).status).toBe(201);
    expect((await make({ externalSystem: 'jira' })).status).toBe(201);
  });
});

describe('GET /incidents', () => {
  beforeEach(async () => {
    await make({ title: 'a', detectedAt: '2026-02-01T00:00:00Z', env: 'prod', changeId: 'CHG-1' });
    await make({ title: 'b', reportedAt: '2026-02-02T00:00:00Z', state: 'on_hold', env: 'staging' });
    await make({ title: 'c', detectedAt: '2026-02-03T00:00:00Z', affectedEntityIds: ['checkout'] });
    await make({ title: 'd', state: 'closed', affectedEntityIds: ['payments'] });
  });

  it.each([
    ['', 'dcba'],
    ['?state=on_hold', 'b'],
    ['?state=on_hold&state=closed', 'db'],
    ['?changeId=CHG-1', 'a'],
    ['?env=LIVE', 'dca'],
    ['?env=stage', 'b'],
    ['?entityId=checkout', 'cba'],
    [`?entityId=checkout&entityId=${payments.id}`, 'dcba'],
    ['?entityId=nowhere', 'ba'],
    ['?from=2026-02-02T00:00:00Z', 'dcb'],
    ['?to=2026-02-02T00:00:00Z', 'a'],
    ['?from=2026-02-01T00:00:00Z&to=2026-02-03T00:00:00Z&env=production', 'a'],
    ['?limit=2&offset=1', 'cb'],
  ])('%s finds %s, newest first', async (query, found) => {
    expect((await titles(query)).join('')).toBe(found);
  });

  it('goes on behind a cursor, also among equals', async () => {
    for (const title of ['e', 'f', 'g']) await make({ title, detectedAt: '2026-02-02T00:00:00Z' });
    const all = await titles();
    const read: string[] = [];
    let query = '?limit=2';
    for (;;) {
      const { body } = await service.get(`/incidents${query}`);
      read.push(...body.items.map(({ title }: { title: string }) => title));
      expect(body.pageInfo.itemCount).toBe(7);
      if (!body.pageInfo.hasNextPage) break;
      query = `?limit=2&cursor=${body.pageInfo.endCursor}`;
    }
    expect(read).toEqual(all);
    expect(all).toHaveLength(7);
  });

  it.each([['state=open'], ['from=yesterday'], ['severity=P1'], ['cursor=x']])(
    'refuses %s',
    async (query) => {
      expect((await service.get(`/incidents?${query}`)).status).toBe(400);
    },
  );
});

describe('PATCH /incidents/{id}', () => {
  it('changes what is named, and null clears', async () => {
    const { body: before } = await make({
      severity: 'P1',
      env: 'staging',
      affectedEntityIds: ['checkout'],
      customFields: { a: 1 },
    });
    service.advance(1000);
    const { status, body } = await patch(before.id, {
      title: 'y',
      severity: null,
      env: null,
      affectedEntityIds: null,
      customFields: null,
      changeId: 'CHG-2',
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      title: 'y',
      severity: null,
      env: 'production',
      affectedEntityIds: [],
      customFields: {},
      changeId: 'CHG-2',
      updatedAt: new Date(START + 1000).toISOString(),
    });
    expect((await service.get(`/incidents/${before.id}`)).body).toEqual(body);
  });

  it('knows when an incident ended, and that a reopened one has not', async () => {
    const { body } = await make({});
    const at = (ms: number) => new Date(START + ms).toISOString();
    service.advance(1000);
    expect((await patch(body.id, { state: 'resolved' })).body).toMatchObject({ resolvedAt: at(1000) });
    service.advance(1000);
    expect((await patch(body.id, { state: 'closed' })).body).toMatchObject({
      resolvedAt: at(1000),
      closedAt: at(2000),
    });
    expect((await patch(body.id, { state: 'reopened' })).body).toMatchObject({ resolvedAt: at(1000) });
    service.advance(1000);
    expect((await patch(body.id, { state: 'resolved' })).body).toMatchObject({
      resolvedAt: at(3000),
      closedAt: null,
    });
  });

  it('moves it in the list when its start changes', async () => {
    const { body } = await make({ title: 'late' });
    await make({ title: 'early', detectedAt: '2026-02-01T00:00:00Z' });
    await patch(body.id, { detectedAt: '2026-01-01T00:00:00Z' });
    expect(await titles()).toEqual(['early', 'late']);
  });

  it('is 409 for a taken name, 404 for nothing, 400 for nonsense', async () => {
    await make({ externalSystem: 'jira', externalIncidentNumber: '1' });
    const { body } = await make({ externalSystem: 'jira', externalIncidentNumber: '2' });
    expect((await patch(body.id, { externalIncidentNumber: '1' })).status).toBe(409);
    expect((await patch('nothing', {})).status).toBe(404);
    expect((await patch(body.id, { title: null })).status).toBe(400);
    expect((await patch(body.id, { createdAt: '2026-01-01T00:00:00Z' })).status).toBe(400);
    expect((await patch(body.id, { affectedEntityIds: ['nowhere'] })).body.errors[0].path).toBe(
      'affectedEntityIds[0]',
    );
  });
});

describe('DELETE /incidents/{id}', () => {
  it('deletes it once', async () => {
    const { body } = await make({});
    expect((await service.call('DELETE', `/incidents/${body.id}`)).status).toBe(204);
    expect((await service.call('DELETE', `/incidents/${body.id}`)).status).toBe(404);
    expect((await service.get(`/incidents/${body.id}`)).status).toBe(404);
  });
});

describe('a key that is limited to an entity', () => {
  it('sees what affects the entity or all of the account, and changes nothing', async () => {
    const limited = await limitedKey();
    const mine = await make({ title: 'mine', affectedEntityIds: ['checkout', 'payments'] });
    const other = await make({ title: 'other', affectedEntityIds: ['payments'] });
    await make({ title: 'all' });
    expect((await titles('', limited)).sort()).toEqual(['all', 'mine']);
    expect(await titles('?entityId=payments', limited)).toEqual(['all']);
    expect((await service.get(`/incidents/${mine.body.id}`, limited)).status).toBe(200);
    expect((await service.get(`/incidents/${other.body.id}`, limited)).status).toBe(404);
    const id = mine.body.id;
    expect((await service.post('/incidents', { title: 'x' }, limited)).status).toBe(403);
    expect((await service.call('PATCH', `/incidents/${id}`, { ...limited, json: {} })).status).toBe(403);
    expect((await service.call('DELETE', `/incidents/${id}`, limited)).status).toBe(403);
  });
});
