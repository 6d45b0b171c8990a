import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../src/auth/api-key.ts';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';

const OTHER = 'f0000000-0000-4000-8000-000000000001';
const deploy = { type: 'event-deploy', entityId: 'checkout' };

let service: TestService;
/** Options of a call that the other account makes. */
let other: { key: string };

beforeEach(async () => {
  service = await startTestService();
  await service.store.ensureAccount({ id: OTHER, name: 'Other', createdAt: START });
  const { key, record } = makeApiKey({ accountId: OTHER, name: 'other', createdBy: 'cli', createdAt: START });
  await service.store.putApiKey(record);
  other = { key };
});
afterEach(() => service[Symbol.asyncDispose]());

describe('another account', () => {
  it('sees no event, by list, by id or by cursor', async () => {
    const sent = await service.send([deploy, deploy, deploy]);
    const page = await service.get('/events?limit=1');
    expect((await service.get('/events', other)).body.items).toEqual([]);
    expect((await service.get(`/events?cursor=${page.body.pageInfo.endCursor}`, other)).body.items).toEqual(
      [],
    );
    expect((await service.get(`/events/${sent.body.success[0].id}`, other)).status).toBe(404);
  });

  it('cannot see, name, change or delete an entity', async () => {
    const { body: checkout } = await service.get('/entities/checkout');
    for (const id of ['checkout', checkout.id]) {
      expect((await service.get(`/entities/${id}`, other)).status).toBe(404);
      expect((await service.call('PATCH', `/entities/${id}`, { json: { name: 'x' }, ...other })).status).toBe(
        404,
      );
      expect((await service.call('DELETE', `/entities/${id}`, other)).status).toBe(404);
      const { body } = await service.send([{ ...deploy, entityId: id }], other);
      // The very words of an entity that does not exist at all.
      expect(body.failures[0].reason).toBe(`Entity '${id}' not found`);
    }
    expect((await service.get('/entities', other)).body.items).toEqual([]);
    expect((await service.get('/entities/checkout')).body).toEqual(checkout);
  });

  it('may take the same shortId', async () => {
    const { status, body } = await service.post('/entities', { shortId: 'checkout' }, other);
    expect(status).toBe(201);
    expect(body.accountId).toBe(OTHER);
    expect((await service.send([deploy], other)).body.success[0].accountId).toBe(OTHER);
    expect((await service.get('/events')).body.items).toEqual([]);
  });

  it('has Idempotency-Keys of its own', async () => {
    const headers = { 'idempotency-key': 'same' };
    await service.send([{ type: 'event-build' }], { headers });
    const answer = await service.send([{ type: 'event-build' }], { headers, ...other });
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
    expect(answer.body.success[0].accountId).toBe(OTHER);
  });

  it('has blueprints of its own', async () => {
    const schema = { type: 'object' };
    await service.post('/blueprints', { shortId: 'audit', name: 'Audit', schema });
    expect((await service.send([{ type: 'audit' }], other)).status).toBe(400);
    expect(
      (await service.post('/blueprints', { shortId: 'audit', name: 'Mine', schema }, other)).status,
    ).toBe(201);
    const named = (answer: { body: { items: { name: string }[] } }) =>
      answer.body.items.map(({ name }) => name);
    expect(named(await service.get('/blueprints', other))).toContain('Mine');
    expect(named(await service.get('/blueprints', other))).not.toContain('Audit');
  });

  it('cannot be given a key, nor lose one, through this account', async () => {
    const bearer = await service.bearer();
    const [key] = await service.store.listApiKeys(OTHER);
    expect((await service.call('DELETE', `/api-keys/${key?.id}`, bearer)).status).toBe(404);
    expect((await service.send([{ type: 'event-build' }], other)).status).toBe(201);
    const { body } = await service.get('/api-keys', bearer);
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['Emulator']);
  });
});

describe('a key that is limited to some entities', () => {
  let limited: { key: string };
  beforeEach(async () => {
    const { body } = await service.post(
      '/api-keys',
      { name: 'one', entityIds: ['checkout'] },
      await service.bearer(),
    );
    limited = { key: body.key };
  });

  it('sends and sees just their events', async () => {
    await service.send([deploy, { ...deploy, entityId: 'payments' }]);
    const { body } = await service.send(
      [deploy, { ...deploy, entityId: 'payments' }, { type: 'event-deploy' }],
      limited,
    );
    expect(body.success).toHaveLength(1);
    expect(body.failures.map(({ reason }: { reason: string }) => reason)).toEqual([
      "Entity 'payments' not found",
      'This API key is limited to certain entities; give the entityId of one of them',
    ]);
    const seen = (await service.get('/events', limited)).body.items;
    expect(seen).toHaveLength(2);
    expect((await service.get('/events?entityId=payments', limited)).body.items).toEqual([]);
    const [payments] = (await service.get('/events?entityId=payments')).body.items;
    expect((await service.get(`/events/${payments.id}`, limited)).status).toBe(404);
    expect((await service.get('/entities', limited)).body.items).toHaveLength(1);
    expect((await service.get('/entities/payments', limited)).status).toBe(404);
  });

  it('changes neither entities nor blueprints', async () => {
    expect((await service.post('/entities', { shortId: 'new' }, limited)).status).toBe(403);
    expect(
      (await service.call('PATCH', '/entities/checkout', { json: { name: 'x' }, ...limited })).status,
    ).toBe(403);
    expect((await service.call('DELETE', '/entities/checkout', limited)).status).toBe(403);
    const blueprint = { shortId: 'audit', name: 'Audit', schema: { type: 'object' } };
    expect((await service.post('/blueprints', blueprint, limited)).status).toBe(403);
  });
});

describe('an expired key', () => {
  it('is refused from its instant on', async () => {
    const expiresAt = new Date(START + 1000).toISOString();
    const { body } = await service.post('/api-keys', { name: 'short', expiresAt }, await service.bearer());
    service.advance(999);
    expect((await service.get('/entities', { key: body.key })).status).toBe(200);
    service.advance(1);
    expect((await service.get('/entities', { key: body.key })).status).toBe(401);
  });
});

describe('who sent an event', () => {
  it('is remembered, and not shown', async () => {
    const byKey = await service.send([deploy]);
    const byUser = await service.send([deploy], await service.bearer());
    expect(byKey.text + byUser.text).not.toContain('sender');
    const kinds = [byKey, byUser].map(async ({ body }) => {
      const event = await service.store.getEvent(WELL_KNOWN_ACCOUNT.id, body.success[0].id);
      return event?.sender.kind;
    });
    expect(await Promise.all(kinds)).toEqual(['api-key', 'user']);
  });
});
