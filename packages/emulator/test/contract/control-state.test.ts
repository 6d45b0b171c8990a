import { describe, expect, it } from 'vitest';
import { type CallOptions, START, startTestService, type TestService } from '../service.fixture.ts';
import { DEPLOY, makeAccount } from './account.fixture.ts';

const NOW = new Date(START).toISOString();

const countOf = async ({ get }: Pick<TestService, 'get'>): Promise<number> =>
  (await get('/events?limit=1')).body.pageInfo.itemCount;

describe('POST /_control/reset', () => {
  it('lets the emulator begin anew: data, accounts, faults, journal, clock, rate windows', async () => {
    await using service = await startTestService({ rateLimits: { minute: 3, hour: 100 } });
    const before = (await service.get('/entities')).body;
    const account = await makeAccount(service);
    await service.send([DEPLOY], { headers: { 'idempotency-key': 'k' } });
    await service.post('/entities', { shortId: 'search', name: 'Search' });
    expect((await service.get('/entities')).status).toBe(429);
    await service.post('/_control/faults', { do: { status: 503 } });
    await service.post('/_control/clock/advance', { by: 'P1D' });
    await service.post('/_control/clock/advance', { by: 'P1D' });

    const reset = await service.post('/_control/reset', undefined);
    expect([reset.status, reset.text]).toEqual([204, '']);
    expect((await service.get('/_control/requests')).body.items).toEqual([]);
    expect((await service.get('/entities')).body).toEqual(before);
    expect(await countOf(service)).toBe(0);
    expect((await service.get('/_control/clock')).body).toEqual({ mode: 'system', now: NOW });
    expect((await service.get('/_control/accounts')).body.items).toEqual([]);
    expect((await account.get('/entities')).status).toBe(401);
    await service.post('/_control/reset', undefined);
    expect((await service.get('/dora')).body.calculatedThrough).toBeNull();
    const again = await service.send([DEPLOY], { headers: { 'idempotency-key': 'k' } });
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('lets tokens stay valid, and forgets wrong passwords', async () => {
    await using service = await startTestService();
    const bearer = await service.bearer();
    const grant = { grant_type: 'password', username: 'dev@milepost.local', client_id: 'milepost-cli' };
    const ask = (password: string) =>
      service.call('POST', '/oauth/token', { key: null, json: { ...grant, password } });
    for (let n = 0; n < 10; n++) await ask('wrong');
    expect((await ask('milepost')).status).toBe(429);
    await service.post('/_control/reset', undefined);
    expect((await ask('milepost')).status).toBe(200);
    expect((await service.get('/entities', bearer)).status).toBe(200);
  });

  it('with an account’s key lets that account be as it was made, and no other', async () => {
    await using service = await startTestService();
    const clock = { mode: 'frozen', now: '2026-12-31T23:59:00.000Z' };
    const seed = { events: [DEPLOY] };
    const [one, other] = [await makeAccount(service, { clock, seed }), await makeAccount(service)];
    const first = (await one.get('/events')).body;
    const key = await service.post('/api-keys', { name: 'more' }, await one.bearer());
    for (const { send, post } of [one, other, service]) {
      await send([DEPLOY]);
      await post('/_control/clock/advance', { by: 'P1D' });
    }
    expect((await one.post('/_control/reset')).status).toBe(204);
    expect((await one.get('/events')).body).toEqual(first);
    expect((await one.get('/_control/clock')).body).toEqual(clock);
    expect((await service.get('/entities', { key: key.body.key })).status).toBe(401);
    expect((await one.get('/_control/requests')).body.items).toHaveLength(1);
    expect([await other.count(), await countOf(service)]).toEqual([1, 1]);
    expect(await other.now()).not.toBe(NOW);
  });

  it('twice at once, and beside events that come, leaves one beginning', async () => {
    await using service = await startTestService();
    const account = await makeAccount(service);
    const work = Array.from({ length: 20 }, (_, n) =>
      n % 5 === 0 ? account.post('/_control/reset') : account.send([DEPLOY]),
    );
    const statuses = (await Promise.all(work)).map(({ status }) => status);
    expect(statuses.filter((status) => status >= 300)).toEqual([]);
    await account.post('/_control/reset');
    expect(await account.count()).toBe(0);
  });

  it('does nothing to an account that the controls did not make', async () => {
    await using service = await startTestService();
    const real = { id: '11111111-1111-4111-8111-111111111111', name: 'Real', createdAt: 0 };
    await service.store.ensureAccount(real);
    const { body } = await service.post('/_control/tokens', { accountId: real.id, sub: real.id });
    await service.store.putUser({
      accountId: real.id,
      id: real.id,
      email: 'x@y.z',
      passwordHash: '',
      createdAt: 0,
    });
    const request = { key: null, headers: { authorization: `Bearer ${body.access_token}` } };
    for (const path of ['/_control/reset']) {
      expect((await service.post(path, undefined, request)).status).toBe(409);
    }
    expect(await service.store.getAccount(real.id)).toEqual(real);
  });
});

describe('POST /_control/snapshot and /_control/restore', () => {
  it('put back what was stored, and the time', async () => {
    await using service = await startTestService();
    await service.call('PUT', '/_control/clock', { json: { mode: 'frozen', now: '2026-03-05T12:00:00Z' } });
    await service.send([DEPLOY], { headers: { 'idempotency-key': 'k' } });
    await service.post('/_control/clock/advance', { by: 'P1D' });
    const account = await makeAccount(service, { clock: { mode: 'frozen', now: '2020-01-01T00:00:00Z' } });
    await account.send([DEPLOY]);
    const answers = async () => ({
      events: (await service.get('/events')).body,
      dora: (await service.get('/dora?from=2026-03-05&to=2026-03-05')).body,
      accounts: (await service.get('/_control/accounts')).body,
      ofAccount: (await account.get('/events')).body,
      clock: (await service.get('/_control/clock')).body,
      itsClock: (await account.get('/_control/clock')).body,
    });
    const [before, snapshot] = [await answers(), await service.post('/_control/snapshot', undefined)];
    expect(snapshot.status).toBe(200);

    await service.send([DEPLOY, DEPLOY]);
    await service.post('/_control/clock/advance', { by: 'P3D' });
    await service.call('DELETE', `/_control/accounts/${account.id}`);
    await makeAccount(service);
    expect((await service.post('/_control/restore', snapshot.body)).status).toBe(204);
    expect(await answers()).toEqual(before);
    const replay = await service.send([DEPLOY], { headers: { 'idempotency-key': 'k' } });
    expect(replay.headers.get('idempotency-replayed')).toBe('true');
    expect((await service.send([DEPLOY])).status).toBe(201);
  });

  it('of an account leave all others as they are', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    const key = await service.post('/api-keys', { name: 'more' }, await one.bearer());
    await one.send([DEPLOY]);
    const { body: snapshot } = await one.post('/_control/snapshot');
    for (const { send } of [one, other, service]) await send([DEPLOY]);
    expect((await one.post('/_control/restore', snapshot)).status).toBe(204);
    expect([await one.count(), await other.count(), await countOf(service)]).toEqual([1, 1, 1]);
    expect((await service.get('/entities', { key: key.body.key })).status).toBe(200);
  });

  it('of one account may be put into another, which keeps its own credentials', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    await one.post('/entities', { shortId: 'search', name: 'Search' });
    await one.send([{ ...DEPLOY, entityId: 'search' }], { headers: { 'idempotency-key': 'k' } });
    const { body: snapshot } = await one.post('/_control/snapshot');
    expect((await other.post('/_control/restore', snapshot)).status).toBe(204);
    const { body } = await other.get('/events?entityId=search');
    expect(body.items).toMatchObject([{ accountId: other.id }]);
    const sent = await other.send([{ ...DEPLOY, entityId: 'search' }], {
      headers: { 'idempotency-key': 'k' },
    });
    expect(sent.headers.get('idempotency-replayed')).toBeNull();
    expect([await one.count(), await other.count()]).toEqual([1, 2]);
    expect((await service.get('/events', await other.bearer())).status).toBe(200);
  });

  it('have no secret in them', async () => {
    await using service = await startTestService();
    const account = await makeAccount(service);
    const key = await service.post('/api-keys', { name: 'more' }, await service.bearer());
    const { text, body } = await service.post('/_control/snapshot', undefined);
    for (const secret of [account.key, key.body.key, 'PRIVATE KEY', 'scrypt', 'token-signing-key'])
      expect(text).not.toContain(secret);
    expect(body.contents.secrets).toEqual([]);
    expect(body.contents.users).toEqual([]);
  });

  it.each([
    ['another format', { milepostSnapshot: 2 }, 'milepostSnapshot'],
    ['contents of a newer format', { contents: { milepostFormat: 999 } }, 'contents'],
    ['contents that are damaged', { contents: { milepostFormat: 2, events: 7 } }, 'contents'],
    [
      'an instant that does not exist',
      { clock: { mode: 'frozen', now: '2026-02-30T00:00:00Z' } },
      'clock.now',
    ],
    ['the scope of an account', { scope: 'account' }, 'scope'],
  ])('refuse %s, and nothing is changed', async (_name, change, path) => {
    await using service = await startTestService();
    const { body: snapshot } = await service.post('/_control/snapshot', undefined);
    await service.send([DEPLOY]);
    const { status, body } = await service.post('/_control/restore', { ...snapshot, ...change });
    expect([status, body.errors?.[0]?.path]).toEqual([400, path]);
    expect(await countOf(service)).toBe(1);
  });

  it.each([
    ['twice the same event', ({ events }: Contents) => ({ events: [...events, ...events] })],
    ['an event of an entity that is not there', () => ({ entities: [] })],
    ['an event of an account that is not there', () => ({ accounts: [] })],
  ])('refuse contents that contradict themselves: %s', async (_name, change) => {
    await using service = await startTestService();
    await service.send([DEPLOY]);
    const { body: snapshot } = await service.post('/_control/snapshot', undefined);
    const contents = { ...snapshot.contents, ...change(snapshot.contents) };
    const { status, body } = await service.post('/_control/restore', { ...snapshot, contents });
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'contents']);
    expect(await countOf(service)).toBe(1);
  });

  it('of the emulator cannot be put into an account', async () => {
    await using service = await startTestService();
    const account = await makeAccount(service);
    const { body: snapshot } = await service.post('/_control/snapshot', undefined);
    expect((await account.post('/_control/restore', snapshot)).body.errors[0].path).toBe('scope');
  });
});

interface Contents {
  events: unknown[];
}

describe('POST /_control/seed', () => {
  const yaml = { headers: { 'content-type': 'application/yaml' } };

  it('plants what is not there yet, JSON or YAML', async () => {
    await using service = await startTestService();
    const account = await makeAccount(service);
    const seed = 'entities:\n  - shortId: search\nevents:\n  - type: event-deploy\n    entityId: search\n';
    for (let n = 0; n < 2; n++)
      expect((await account.call('POST', '/_control/seed', { raw: seed, ...yaml })).status).toBe(204);
    expect(await account.count()).toBe(1);
    expect((await service.post('/_control/seed', { events: [DEPLOY] })).status).toBe(204);
    expect([await countOf(service), await account.count()]).toEqual([1, 1]);
  });

  it('takes 1 MiB of YAML, and more as JSON: reading YAML would keep others waiting', async () => {
    await using service = await startTestService();
    const empty = '{"entities": []}';
    const plant = (size: number, request: CallOptions) =>
      service.call('POST', '/_control/seed', { raw: empty.padEnd(size), ...request });
    const mebibyte = 1024 * 1024;
    expect((await plant(mebibyte, yaml)).status).toBe(204);
    const { status, body } = await plant(mebibyte + 1, yaml);
    expect([status, body.message]).toEqual([413, expect.stringContaining('send it as JSON')]);
    expect((await plant(mebibyte + 1, {})).status).toBe(204);
  });

  it('plants nothing of a seed with a mistake, and lists all', async () => {
    await using service = await startTestService();
    const events = [DEPLOY, { ...DEPLOY, entityId: 'serach' }, { ...DEPLOY, attributes: { env: 'pro' } }];
    const { status, body } = await service.post('/_control/seed', { entities: [{ shortId: 'new' }], events });
    expect(status).toBe(400);
    expect(body.errors.map(({ path }: { path: string }) => path)).toContain('events[1].entityId');
    expect(await countOf(service)).toBe(0);
    expect((await service.get('/entities/new')).status).toBe(404);
  });

  it.each([
    ['nothing', '', 'application/json'],
    ['no JSON', '{', 'application/json'],
    ['no YAML', '{a: [', 'application/yaml'],
    ['another type', '{}', 'text/plain'],
    ['no type', '{}', ''],
    ['no UTF-8', new Uint8Array([0xff]), 'application/yaml'],
  ])('refuses %s', async (_name, raw, type) => {
    await using service = await startTestService();
    const { status } = await service.call('POST', '/_control/seed', {
      raw,
      headers: { 'content-type': type },
    });
    expect(status).toBe(400);
  });
});
