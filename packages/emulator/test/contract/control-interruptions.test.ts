import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { START, startTestService } from '../service.fixture.ts';
import { until } from '../system/until.ts';
import { DEPLOY, makeAccount } from './account.fixture.ts';

const BEGIN = '2026-01-01T00:00:00.000Z';
const YEARS = { by: 'P2Y' };

it('a reset ends an advance that is under way, and the clock is as it was at first', async () => {
  await using service = await startTestService();
  const account = await makeAccount(service, { clock: { mode: 'frozen', now: BEGIN } });
  await account.send([DEPLOY]);
  const advance = account.post('/_control/clock/advance', YEARS);
  const queued = account.post('/_control/clock/advance', YEARS);
  await until('a midnight', 10_000, async () => (await account.now()) > BEGIN);
  expect((await account.post('/_control/reset')).status).toBe(204);
  expect([(await advance).status, (await queued).status]).toEqual([503, 503]);
  expect(await account.now()).toBe(BEGIN);
  expect((await account.post('/_control/clock/advance', { by: 'P1D' })).body.midnights).toBe(1);
});

it('a restore ends an advance of the emulator, but not that of an account for another', async () => {
  await using service = await startTestService();
  await service.call('PUT', '/_control/clock', { json: { mode: 'frozen', now: BEGIN } });
  await service.send([DEPLOY]);
  const { body: snapshot } = await service.post('/_control/snapshot', undefined);
  const other = await makeAccount(service);
  await other.send([DEPLOY]);
  const advance = service.post('/_control/clock/advance', YEARS);
  const now = async () => (await service.get('/_control/clock')).body.now;
  await until('a midnight', 10_000, async () => (await now()) > BEGIN);
  expect((await other.post('/_control/reset')).status).toBe(204);
  const moved = await now();
  await until('another midnight', 10_000, async () => (await now()) > moved);
  expect((await service.post('/_control/restore', snapshot)).status).toBe(204);
  expect((await advance).status).toBe(503);
  expect(await now()).toBe(BEGIN);
});

it('a repository that never answers holds up neither a reset nor a removal', async () => {
  await using service = await startTestService();
  const sockets = new Set<{ destroy(): void }>();
  const silent = createServer((socket) => void sockets.add(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  try {
    const account = await makeAccount(service);
    const repo = { name: 'silent', entityIds: ['checkout'], url: `http://127.0.0.1:${port}/x.git` };
    for (const work of [
      () => account.post('/_control/reset'),
      () => account.call('DELETE', `/_control/accounts/${account.id}`),
    ]) {
      const made = await account.post('/repos', repo);
      expect(made.status, made.text).toBe(201);
      sockets.clear();
      const calculation = account.post('/_control/calculate');
      await until('git', 10_000, () => sockets.size > 0);
      expect((await work()).status).toBe(204);
      await calculation;
    }
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
}, 60_000);

it('an account that cannot be calculated does not stop the emulator’s clock, but its own', async () => {
  let broken = '';
  await using service = await startTestService(
    {},
    {
      wrapStore: (store) => ({
        ...store,
        publishMetrics: (publication) =>
          publication.accountId === broken
            ? Promise.reject(new Error('broken'))
            : store.publishMetrics(publication),
      }),
    },
  );
  const [one, other] = [await makeAccount(service), await makeAccount(service)];
  for (const { send } of [one, other, service]) await send([DEPLOY]);
  broken = one.id;
  expect((await service.post('/_control/clock/advance', { by: 'P2D' })).body.midnights).toBe(2);
  expect((await other.get('/dora')).body.calculatedThrough).toBe('2026-03-02');
  expect((await one.get('/dora')).body.calculatedThrough).toBeNull();
  expect((await one.post('/_control/clock/advance', { by: 'P1D' })).status).toBe(500);
  broken = WELL_KNOWN_ACCOUNT.id;
  expect((await service.post('/_control/clock/advance', { by: 'P1D' })).status).toBe(500);
});

it('a reset of an account forgets wrong passwords of its user, and of no other', async () => {
  await using service = await startTestService();
  const [one, other] = [await makeAccount(service), await makeAccount(service)];
  const ask = ({ user, clientId }: typeof one, password: string) => {
    const json = { grant_type: 'password', username: user.email, password, client_id: clientId };
    return service.call('POST', '/oauth/token', { key: null, json });
  };
  for (const account of [one, other]) for (let n = 0; n < 10; n++) await ask(account, 'wrong');
  await one.post('/_control/reset');
  expect([(await ask(one, 'milepost')).status, (await ask(other, 'milepost')).status]).toEqual([200, 429]);
});

it('a snapshot has no run that is under way, and its restore clocks of its accounts only', async () => {
  await using service = await startTestService();
  await service.store.putRun({
    accountId: WELL_KNOWN_ACCOUNT.id,
    id: '22222222-2222-4222-8222-222222222222',
    startedAt: START,
    finishedAt: null,
    state: 'running',
    throughDay: 1,
    dirtyChains: 0,
    deployments: 0,
    error: null,
  });
  const { body: snapshot } = await service.post('/_control/snapshot', undefined);
  expect(snapshot.contents.metricRuns).toEqual([]);
  for (const accountId of [WELL_KNOWN_ACCOUNT.id, '33333333-3333-4333-8333-333333333333']) {
    const accountClocks = [{ accountId, mode: 'frozen', now: BEGIN }];
    const refused = await service.post('/_control/restore', { ...snapshot, accountClocks });
    expect([refused.status, refused.body.errors?.[0].path]).toEqual([400, 'contents']);
  }
});

it('a restore of the emulator leaves accounts alone that no emulator has made', async () => {
  await using service = await startTestService();
  const real = { id: '11111111-1111-4111-8111-111111111111', name: 'Real', createdAt: 0 };
  await service.store.ensureAccount(real);
  const { body: snapshot } = await service.post('/_control/snapshot', undefined);
  const contents = {
    ...snapshot.contents,
    accounts: [...snapshot.contents.accounts, { ...real, name: 'Mine' }],
  };
  expect((await service.post('/_control/restore', { ...snapshot, contents })).status).toBe(400);
  expect(await service.store.getAccount(real.id)).toEqual(real);
});
