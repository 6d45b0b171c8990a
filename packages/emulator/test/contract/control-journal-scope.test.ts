import { afterEach, beforeEach, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.fixture.ts';
import { readJournal } from './journal.fixture.ts';

let service: TestService;
let mine: string;
let others: string;
let accountId: string;
let user: { email: string; password: string };
let clientId: string;
beforeEach(async () => {
  service = await startTestService();
  const one = (
    await service.post('/_control/accounts', { clock: { mode: 'frozen', now: '2026-07-01T00:00:00Z' } })
  ).body;
  mine = one.key;
  ({ accountId, user, clientId } = one);
  others = (await service.post('/_control/accounts', {})).body.key;
});
afterEach(() => service[Symbol.asyncDispose]());

const paths = async (key: string) =>
  (await readJournal(service, '', { key })).map(({ path, status }) => [path, status]);

it('an account sees its own requests alone, those that were refused included', async () => {
  const login = { grant_type: 'password', username: user.email, client_id: clientId };
  await service.get('/entities', { key: mine });
  await service.get('/entities', { key: others });
  await service.get('/blueprints');
  await service.post('/oauth/token', { ...login, password: 'wrong' }, { key: null });
  const token = await service.post('/_control/tokens', { expiresIn: -1 }, { key: mine });
  const headers = { authorization: `Bearer ${token.body.access_token}` };
  await service.get('/incidents', { key: null, headers });
  expect(await paths(mine)).toEqual([
    ['/entities', 200],
    ['/oauth/token', 400],
    ['/incidents', 401],
  ]);
  expect(await paths(others)).toEqual([['/entities', 200]]);
  expect(await readJournal(service)).toHaveLength(5);
});

it('an account that has a clock of its own goes by that', async () => {
  await service.get('/entities', { key: mine });
  expect(await readJournal(service, '?since=2026-07-01T00:00:00Z')).toMatchObject([
    { accountId, at: '2026-07-01T00:00:00.000Z', realAt: '2026-03-01T12:00:00.000Z' },
  ]);
});

it('an account waits for its own requests alone', async () => {
  const waiting = readJournal(service, '?wait=10m', { key: mine });
  await service.get('/_control/faults');
  await service.get('/blueprints', { key: others });
  await service.get('/entities', { key: mine });
  expect(await waiting).toMatchObject([{ path: '/entities' }]);
});

it('an account deletes its own requests alone', async () => {
  for (const key of [mine, others]) await service.get('/entities', { key });
  expect((await service.call('DELETE', '/_control/requests', { key: mine })).status).toBe(204);
  expect(await paths(mine)).toEqual([]);
  expect(await paths(others)).toEqual([['/entities', 200]]);
  await service.call('DELETE', '/_control/requests');
  expect(await paths(others)).toEqual([]);
});

it('an account is not pushed out by another', async () => {
  await service.get('/entities', { key: mine });
  for (let n = 0; n < 14; n += 1) {
    await Promise.all(Array.from({ length: 75 }, () => service.get('/nowhere', { key: others })));
  }
  expect(await paths(mine)).toEqual([['/entities', 200]]);
  expect(await paths(others)).toHaveLength(1000);
});
