import { expect } from 'vitest';
import { deployment, sendEvents } from './testing/send-events.fixture.ts';
import { test } from './vitest.ts';

const accountsSeen = new Set<string>();

test.for([1, 2])(
  'test %i has an account of its own in the emulator of its worker',
  async (_n, { account, emulator }) => {
    expect(accountsSeen).not.toContain(account.accountId);
    accountsSeen.add(account.accountId);
    await sendEvents(account, [deployment()]);
    expect(await account.api.events()).toHaveLength(1);
    expect(await emulator.api.events()).toEqual([]);
  },
);

test('the accounts of other tests are gone', async ({ account, emulator, task }) => {
  const { accountId } = account;
  const items = [{ accountId, name: task.name, createdAt: expect.any(String) }];
  expect(await emulator.api.get('/_control/accounts')).toEqual({ items });
});
