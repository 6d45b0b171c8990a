import { describe, expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { startTestService } from '../service.fixture.ts';
import { DEPLOY, makeAccount } from './account.fixture.ts';

const NOWHERE = '/_control/accounts/00000000-0000-4000-8000-000000000000';

describe('POST /_control/accounts', () => {
  it('makes an account that begins as a fresh emulator does, with credentials of its own', async () => {
    await using service = await startTestService();
    const account = await makeAccount(service, { name: 'Prüfung' });
    const entities = await account.get('/entities');
    expect(entities.body.items).toMatchObject([{ shortId: 'checkout' }, { shortId: 'payments' }]);
    expect(account.entities).toEqual(
      entities.body.items.map(({ id, shortId }: { id: string; shortId: string }) => ({ id, shortId })),
    );
    const sent = await account.send([DEPLOY]);
    expect(sent.body.success).toMatchObject([{ accountId: account.id }]);
    expect((await service.get('/events', await account.bearer())).body.items).toHaveLength(1);
    expect((await service.get('/events')).body.items).toEqual([]);
  });

  it('keeps accounts apart, whose names are all the same', async () => {
    await using service = await startTestService();
    const [one, other] = await Promise.all([makeAccount(service), makeAccount(service)]);
    const headers = { 'idempotency-key': 'the same' };
    const answers = await Promise.all([one, other].map(({ send }) => send([DEPLOY], { headers })));
    expect(answers.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, null]);
    expect(await Promise.all([one.count(), other.count()])).toEqual([1, 1]);
    const id = answers[0]?.body.success[0].id;
    expect((await other.get(`/events/${id}`)).status).toBe(404);
    expect(one.entities[0].id).not.toBe(other.entities[0].id);
  });

  it('plants a seed in it, and sets its clock', async () => {
    await using service = await startTestService();
    const seed = { entities: [{ shortId: 'search' }], events: [{ ...DEPLOY, entityId: 'search' }] };
    const clock = { mode: 'frozen', now: '2020-02-29T23:59:59.999Z' };
    const account = await makeAccount(service, { seed, clock });
    const { body, headers } = await account.get('/events');
    expect(body.items).toMatchObject([{ timestamp: clock.now, createdAt: clock.now }]);
    expect(headers.get('date')).toBe('Sat, 29 Feb 2020 23:59:59 GMT');
    expect((await account.get('/entities')).body.items).toHaveLength(3);
  });

  it('makes none when something is wrong with its seed, and says what', async () => {
    await using service = await startTestService();
    const events = [DEPLOY, { ...DEPLOY, entityId: 'serach' }];
    const { status, body } = await service.post('/_control/accounts', { seed: { events } });
    expect([status, body.errors]).toEqual([
      400,
      [
        {
          type: 'field',
          msg: "Entity 'serach' not found",
          path: 'seed.events[1].entityId',
          location: 'body',
        },
      ],
    ]);
    expect((await service.get('/_control/accounts')).body.items).toEqual([]);
  });

  it('is for the emulator’s own account', async () => {
    await using service = await startTestService();
    const account = await makeAccount(service);
    expect((await account.post('/_control/accounts', {})).status).toBe(403);
  });
});

describe('accounts', () => {
  it('are listed without the emulator’s own; an account sees itself', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service, { name: 'one' }), await makeAccount(service)];
    const names = async (list = service.get('/_control/accounts')) =>
      (await list).body.items.map(({ name }: { name: string }) => name);
    expect((await names()).sort()).toEqual(['Test', 'one']);
    expect(await names(one.get('/_control/accounts'))).toEqual(['one']);
    await service.call('DELETE', `/_control/accounts/${other.id}`);
    expect(await names()).toEqual(['one']);
  });

  it('are removed with all that is theirs', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    await one.post('/_control/faults', { do: { status: 503 } });
    const bearer = await other.bearer();
    expect((await other.call('DELETE', `/_control/accounts/${one.id}`)).status).toBe(403);
    expect((await other.call('DELETE', `/_control/accounts/${other.id}`)).status).toBe(204);
    expect((await other.get('/events')).status).toBe(401);
    expect((await service.get('/events', bearer)).status).toBe(401);
    expect((await service.call('DELETE', `/_control/accounts/${one.id.toUpperCase()}`)).status).toBe(204);
    expect((await service.get('/_control/faults')).body.items).toEqual([]);
    expect((await service.call('DELETE', `/_control/accounts/${one.id}`)).status).toBe(404);
  });

  it('that do not exist, or are the emulator’s own, cannot be removed', async () => {
    await using service = await startTestService();
    expect((await service.call('DELETE', NOWHERE)).status).toBe(404);
    expect((await service.call('DELETE', '/_control/accounts/x')).status).toBe(404);
    expect((await service.call('DELETE', `/_control/accounts/${WELL_KNOWN_ACCOUNT.id}`)).status).toBe(409);
    expect((await service.get('/entities')).status).toBe(200);
  });

  it('that were not made by the controls are left as they are', async () => {
    await using service = await startTestService();
    const real = { id: '11111111-1111-4111-8111-111111111111', name: 'Real', createdAt: 0 };
    await service.store.ensureAccount(real);
    expect((await service.get('/_control/accounts')).body.items).toEqual([]);
    expect((await service.call('DELETE', `/_control/accounts/${real.id}`)).status).toBe(404);
    expect((await service.post('/_control/reset', undefined)).status).toBe(204);
    expect(await service.store.getAccount(real.id)).toEqual(real);
  });
});
