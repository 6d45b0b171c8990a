import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { START, startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startTestService();
});
afterEach(() => service[Symbol.asyncDispose]());

const make = (json: unknown) => service.post('/entities', json);
const names = async (query = '') =>
  (await service.get(`/entities${query}`)).body.items.map(({ shortId }: { shortId: string }) => shortId);

describe('POST /entities', () => {
  it('makes an entity that events may then name', async () => {
    const { status, body } = await make({
      shortId: 'web',
      name: 'Web — главная',
      type: 'component',
      description: 'The shop',
      attributes: { tier: 1, z: [], a: null },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      shortId: 'web',
      name: 'Web — главная',
      type: 'component',
      description: 'The shop',
      attributes: { tier: 1, z: [], a: null },
      accountId: expect.any(String),
      createdAt: new Date(START).toISOString(),
      updatedAt: new Date(START).toISOString(),
    });
    expect((await service.send([{ type: 'event-deploy', entityId: 'web' }])).body.success[0].entityId).toBe(
      body.id,
    );
    expect((await service.get('/entities/web')).body).toEqual(body);
    expect((await service.get(`/entities/${body.id}`)).body).toEqual(body);
  });

  it('needs only a shortId', async () => {
    expect((await make({ shortId: 'web' })).body).toMatchObject({
      name: 'web',
      type: 'application',
      attributes: {},
    });
  });

  it('is 409 when the shortId is taken', async () => {
    const { status, body } = await make({ shortId: 'checkout' });
    expect(status).toBe(409);
    expect(body.message).toContain("'checkout'");
  });

  it.each([
    [{}, 'shortId'],
    [{ shortId: 'Web' }, 'shortId'],
    [{ shortId: '-web' }, 'shortId'],
    [{ shortId: 'x'.repeat(64) }, 'shortId'],
    [{ shortId: '01a1fbdd-1958-7583-aa67-64f6b0b38a68' }, 'shortId'],
    [{ shortId: 'web', type: 'website' }, 'type'],
    [{ shortId: 'web', name: '' }, 'name'],
    [{ shortId: 'web', name: 'a\0b' }, 'name'],
    [{ shortId: 'web', attributes: [] }, 'attributes'],
    [{ shortId: 'web', nmae: 'x' }, 'nmae'],
  ])('refuses %j at %s', async (json, path) => {
    const { status, body } = await make(json);
    expect(status).toBe(400);
    expect(body.errors.map((error: { path: string }) => error.path)).toContain(path);
  });
});

describe('GET /entities', () => {
  it('lists by shortId, filtered by type, in pages', async () => {
    for (const shortId of ['b', 'a', 'c']) await make({ shortId, type: 'component' });
    expect(await names()).toEqual(['a', 'b', 'c', 'checkout', 'payments']);
    expect(await names('?type=component')).toEqual(['a', 'b', 'c']);
    expect(await names('?limit=2&offset=1')).toEqual(['b', 'c']);
    const first = await service.get('/entities?limit=2');
    expect(await names(`?limit=2&cursor=${first.body.pageInfo.endCursor}`)).toEqual(['c', 'checkout']);
  });

  it('refuses an unknown type', async () => {
    expect((await service.get('/entities?type=website')).status).toBe(400);
  });
});

describe('PATCH /entities/{id}', () => {
  it('changes what is named, and null clears', async () => {
    const { body: before } = await make({ shortId: 'web', description: 'x', attributes: { a: 1 } });
    service.advance(1000);
    const { status, body } = await service.call('PATCH', '/entities/web', {
      json: { name: 'New', description: null, attributes: null, shortId: 'shop' },
    });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      shortId: 'shop',
      name: 'New',
      description: null,
      attributes: {},
      updatedAt: new Date(START + 1000).toISOString(),
    });
    expect((await service.get('/entities/web')).status).toBe(404);
  });

  it('is 409 for a taken shortId, 404 for nothing, 400 for nonsense', async () => {
    const patch = (id: string, json: unknown) => service.call('PATCH', `/entities/${id}`, { json });
    expect((await patch('checkout', { shortId: 'payments' })).status).toBe(409);
    expect((await patch('nothing', { name: 'x' })).status).toBe(404);
    expect((await patch('checkout', { name: null })).status).toBe(400);
    expect((await patch('checkout', { id: 'x' })).status).toBe(400);
  });
});

describe('DELETE /entities/{id}', () => {
  it('deletes one without events', async () => {
    await make({ shortId: 'web' });
    expect((await service.call('DELETE', '/entities/web')).status).toBe(204);
    expect((await service.call('DELETE', '/entities/web')).status).toBe(404);
  });

  it('is 409 for one with events', async () => {
    await service.send([{ type: 'event-deploy', entityId: 'checkout' }]);
    expect((await service.call('DELETE', '/entities/checkout')).status).toBe(409);
    expect(await names()).toContain('checkout');
  });
});

describe('--auto-entities', () => {
  it('creates an unknown shortId when an event first names it, and never an unknown id', async () => {
    await using auto = await startTestService({ autoEntities: true });
    const unknownId = '01a1fbdd-1958-7583-aa67-64f6b0b38a68';
    const events = ['new', 'new', unknownId, 'Not A ShortId'].map((entityId) => ({
      type: 'event-deploy',
      entityId,
    }));
    const { body } = await auto.send(events);
    expect(body.success).toHaveLength(2);
    expect(body.failures.map((failure: { reason: string }) => failure.reason)).toEqual([
      `Entity '${unknownId}' not found`,
      "Entity 'Not A ShortId' not found",
    ]);
    expect((await auto.get('/entities/new')).body).toMatchObject({
      shortId: 'new',
      id: body.success[0].entityId,
    });
  });

  it('creates one entity for twenty requests that name it together', async () => {
    await using auto = await startTestService({ autoEntities: true });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => auto.send([{ type: 'event-deploy', entityId: 'new' }])),
    );
    expect(new Set(answers.map(({ body }) => body.success[0].entityId)).size).toBe(1);
  });

  it('leaves nothing behind of a request that is refused', async () => {
    await using auto = await startTestService({ autoEntities: true });
    const unknownId = '01a1fbdd-1958-7583-aa67-64f6b0b38a68';
    for (const entityId of [unknownId, 'Not A ShortId']) {
      const events = ['side', entityId].map((id) => ({ type: 'event-deploy', entityId: id }));
      expect((await auto.send(events, { headers: { prefer: 'handling=strict' } })).status).toBe(400);
    }
    const headers = { 'idempotency-key': 'a' };
    await auto.send([{ type: 'event-deploy' }], { headers });
    expect((await auto.send([{ type: 'event-deploy', entityId: 'side' }], { headers })).status).toBe(422);
    expect((await auto.get('/entities/side')).status).toBe(404);
  });
});
