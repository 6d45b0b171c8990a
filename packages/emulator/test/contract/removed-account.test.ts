import { expect, it } from 'vitest';
import { AccountGoneError } from '../../src/store/store.ts';
import { startTestService } from '../service.fixture.ts';
import { DEPLOY, makeAccount } from './account.fixture.ts';

it('answers 401 to what was under way in an account that is removed, and nothing else suffers', async () => {
  await using service = await startTestService();
  const other = await makeAccount(service);
  const bodies = {
    '/events': { events: [DEPLOY] },
    '/entities': { shortId: 'search', name: 'Search' },
    '/incidents': { title: 'Down' },
    '/repos': { name: 'r', entityIds: ['checkout'] },
    '/blueprints': { shortId: 'event-audit', name: 'Audit', schema: { type: 'object' } },
  };
  for (let round = 0; round < 5; round++) {
    const account = await makeAccount(service);
    const send = () => Object.entries(bodies).map(([path, body]) => account.post(path, body));
    const sendOthers = () => Array.from({ length: 5 }, () => other.send([DEPLOY]));
    const [own, others] = [send(), sendOthers()];
    const removed = service.call('DELETE', `/_control/accounts/${account.id}`);
    for (const { status } of await Promise.all([...own, ...send()]))
      expect([201, 401, 409]).toContain(status);
    for (const { status } of await Promise.all([...others, ...sendOthers()])) expect(status).toBe(201);
    expect((await removed).status).toBe(204);
    const contents = await service.store.readContents([account.id]);
    for (const [kind, records] of Object.entries(contents)) expect([kind, ...records]).toEqual([kind]);
  }
});

it('says so, as to a credential that is none', async () => {
  await using service = await startTestService();
  const account = await makeAccount(service);
  // As if it came after the credential was looked at.
  service.store.createEntity = async ({ accountId }) => {
    throw new AccountGoneError(accountId);
  };
  const { status, body, headers } = await account.post('/entities', { shortId: 'search', name: 'Search' });
  expect([status, body, headers.get('www-authenticate')]).toEqual([
    401,
    { message: 'The account of this credential has been removed; nothing of this request was stored.' },
    'Bearer',
  ]);
  const { items } = (await account.get('/_control/requests?path=/entities')).body;
  expect(items.at(-1).refused).toEqual([{ rule: 'account-gone', path: null, nearest: null }]);
});
