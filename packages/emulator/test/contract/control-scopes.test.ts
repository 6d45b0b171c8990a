import { describe, expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { START, startTestService } from '../service.fixture.ts';
import { DEPLOY, makeAccount } from './account.fixture.ts';

const NOW = new Date(START).toISOString();

describe('the clock of an account', () => {
  it('is the emulator’s until it is set, and then its own', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    await service.call('PUT', '/_control/clock', { json: { mode: 'frozen', now: '2026-05-01T00:00:00Z' } });
    expect(await one.now()).toBe('2026-05-01T00:00:00.000Z');
    await one.call('PUT', '/_control/clock', { json: { mode: 'frozen', now: '2030-01-01T00:00:00Z' } });
    const [event] = (await one.send([DEPLOY])).body.success;
    expect(event.timestamp).toBe('2030-01-01T00:00:00.000Z');
    expect((await one.get('/events')).headers.get('date')).toBe('Tue, 01 Jan 2030 00:00:00 GMT');
    expect((await other.send([DEPLOY])).body.success[0].timestamp).toBe('2026-05-01T00:00:00.000Z');
    expect((await service.get('/_control/clock')).body.now).toBe('2026-05-01T00:00:00.000Z');
    await one.call('PUT', '/_control/clock', { json: { mode: 'system' } });
    expect(await one.now()).toBe('2026-05-01T00:00:00.000Z');
  });

  it('runs its own midnights only, and tells by that what is calculated', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    for (const { send } of [one, other, service]) await send([DEPLOY]);
    const { body } = await one.post('/_control/clock/advance', { by: 'P2D' });
    expect(body).toEqual({
      mode: 'offset',
      now: new Date(START + 2 * 86_400_000).toISOString(),
      midnights: 2,
    });
    const through = async (get = service.get) => (await get('/dora')).body.calculatedThrough;
    expect(await Promise.all([through(one.get), through(other.get), through()])).toEqual([
      '2026-03-02',
      null,
      null,
    ]);
    expect((await one.get('/dora?from=2026-03-01&to=2026-03-01')).body.deploymentFrequency.count).toBe(1);
  });

  it('that is an offset moves along with the emulator’s, and catches up on its midnights', async () => {
    await using service = await startTestService();
    const one = await makeAccount(service, { clock: { mode: 'offset', now: '2026-04-01T18:00:00Z' } });
    const frozen = await makeAccount(service, { clock: { mode: 'frozen', now: '2026-04-01T18:00:00Z' } });
    for (const { send } of [one, frozen, service]) await send([DEPLOY]);
    await service.post('/_control/clock/advance', { by: 'PT7H' });
    expect([await one.now(), await frozen.now()]).toEqual([
      '2026-04-02T01:00:00.000Z',
      '2026-04-01T18:00:00.000Z',
    ]);
    expect((await one.get('/dora')).body.calculatedThrough).toBe('2026-04-01');
    expect((await frozen.get('/dora')).body.calculatedThrough).toBeNull();
    expect((await service.get('/dora')).body.calculatedThrough).toBeNull();
  });

  it('is behind its tokens, its keys and its rate windows', async () => {
    await using service = await startTestService({ rateLimits: { minute: 2, hour: 100 } });
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    const [bearer, others] = [await one.bearer(), await other.bearer()];
    for (const { get } of [one, one, other, other]) expect((await get('/entities')).status).toBe(200);
    for (const { get } of [one, other]) expect((await get('/entities')).status).toBe(429);
    await one.post('/_control/clock/advance', { by: 'PT61M' });
    expect((await one.get('/entities')).status).toBe(200);
    expect((await other.get('/entities')).status).toBe(429);
    expect((await service.get('/entities', bearer)).status).toBe(401);
    expect((await service.get('/entities', others)).status).toBe(200);
  });

  it('goes ahead as far as anybody’s, and no further', async () => {
    await using service = await startTestService();
    const { call, now } = await makeAccount(service);
    const far = { mode: 'offset', now: '2099-01-01T00:00:00Z' };
    expect((await call('PUT', '/_control/clock', { json: far })).status).toBe(400);
    expect(await now()).toBe(NOW);
  });
});

describe('the faults of an account', () => {
  const fault = { do: { status: 503 } };

  it('hit its requests alone, whatever its credential', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    const bearer = await one.bearer();
    const expired = await one.post('/_control/tokens', { expiresIn: -60 });
    await one.post('/_control/faults', fault);
    expect((await one.get('/entities')).status).toBe(503);
    expect((await service.get('/entities', bearer)).status).toBe(503);
    const authorization = `Bearer ${expired.body.access_token}`;
    expect((await service.get('/entities', { key: null, headers: { authorization } })).status).toBe(503);
    for (const { get } of [other, service]) expect((await get('/entities')).status).toBe(200);
    for (const key of [null, 'mp_wrong']) expect((await service.get('/entities', { key })).status).toBe(401);
  });

  it('hit its requests for a token, in JSON and as a form', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    const match = { path: '/oauth/token' };
    await one.post('/_control/faults', {
      match,
      do: { status: 429, headers: { 'Retry-After': '1' } },
      times: 2,
    });
    const ask = ({ user, clientId }: typeof one, asForm: boolean) => {
      const grant = {
        grant_type: 'password',
        username: user.email,
        password: user.password,
        client_id: clientId,
      };
      const form = {
        raw: `${new URLSearchParams(grant)}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      };
      return service.call('POST', '/oauth/token', { key: null, ...(asForm ? form : { json: grant }) });
    };
    expect((await ask(other, false)).status).toBe(200);
    expect([(await ask(one, false)).status, (await ask(one, true)).status]).toEqual([429, 429]);
    expect([(await ask(one, false)).status, (await ask(one, true)).status]).toEqual([200, 200]);
    await one.post('/_control/faults', { match, do: { status: 500 } });
    for (const raw of ['{', '', '[]', 'x'.repeat(100_000)])
      expect((await service.call('POST', '/oauth/token', { key: null, raw })).status).toBeLessThan(500);
  });

  it('are seen, counted and removed by the account, and by the emulator', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    const { body } = await one.post('/_control/faults', fault);
    await service.post('/_control/faults', { match: { path: '/tea' }, do: { status: 418 } });
    const ids = async (get = service.get) =>
      (await get('/_control/faults')).body.items.map(({ id }: { id: string }) => id);
    expect(await ids(one.get)).toEqual([body.id]);
    expect(await ids(other.get)).toEqual([]);
    expect(await ids()).toHaveLength(2);
    expect((await other.call('DELETE', `/_control/faults/${body.id}`)).status).toBe(404);
    await other.call('DELETE', '/_control/faults');
    expect(await ids()).toHaveLength(2);
    await one.call('DELETE', '/_control/faults');
    expect(await ids()).toHaveLength(1);
    expect((await one.get('/tea')).status, 'of the emulator, for everybody').toBe(418);
  });

  it('may be as many for each account', async () => {
    await using service = await startTestService();
    const [one, other] = [await makeAccount(service), await makeAccount(service)];
    const add = ({ post }: typeof one) => post('/_control/faults', fault);
    for (let n = 0; n < 100; n++) await add(one);
    expect((await add(one)).status).toBe(409);
    expect((await add(other)).status).toBe(201);
  });
});

it('tokens are minted for the caller’s account alone, and are its user’s', async () => {
  await using service = await startTestService();
  const [one, other] = [await makeAccount(service), await makeAccount(service)];
  const mint = ({ post }: Pick<typeof one, 'post'>, claims: object) => post('/_control/tokens', claims);
  const { body } = await mint(one, {});
  const headers = { authorization: `Bearer ${body.access_token}` };
  const sent = await service.send([DEPLOY], { key: null, headers });
  expect(sent.body.success).toMatchObject([{ accountId: one.id }]);
  expect((await mint(one, { accountId: other.id })).status).toBe(403);
  expect((await mint(one, { accountId: WELL_KNOWN_ACCOUNT.id })).status).toBe(403);
  const minted = await mint(service, { accountId: other.id });
  const others = { authorization: `Bearer ${minted.body.access_token}` };
  expect((await service.get('/entities', { key: null, headers: others })).status).toBe(200);
});

it('the metrics are calculated of the caller’s account alone', async () => {
  await using service = await startTestService();
  const one = await makeAccount(service);
  for (const { send } of [one, service]) await send([{ ...DEPLOY, timestamp: '2026-02-01T00:00:00Z' }]);
  expect((await one.post('/_control/calculate')).body).toMatchObject({ state: 'succeeded', deployments: 1 });
  expect((await service.get('/dora')).body.calculatedThrough).toBeNull();
});
