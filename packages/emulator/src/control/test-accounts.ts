import { randomUUID } from 'node:crypto';
import { makeFirstKey, startingEntities, startingUser } from '../auth/starting-contents.ts';
import { WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../auth/well-known.ts';
import { emptyContents } from '../store/contents/store-contents.ts';
import type { CreatedAccountBody } from './account.schema.ts';
import type { Beginning } from './beginnings.ts';
import { findEmulatedAccount } from './emulated-accounts.ts';
import { replaceAccounts } from './replace-accounts.ts';
import { contentsAtStart, startClock } from './reset.ts';
import type { StateDeps } from './state-deps.ts';

/**
 * Makes an account for one test, with a key, a user and entities of its own: all of it at once.
 *
 * @throws SeedError when its seed cannot be planted; nothing is made then.
 */
export async function createTestAccount(
  deps: StateDeps,
  { name = 'Test', ...beginning }: Beginning & { name?: string | undefined },
): Promise<CreatedAccountBody> {
  const { store, beginnings } = deps;
  const account = { id: randomUUID(), name, createdAt: 0 };
  const { key, record: firstKey } = makeFirstKey(account.id, name, 0);
  beginnings.set(account.id, beginning);
  try {
    await store.replaceContents(await contentsAtStart(deps, { account, firstKey }), [account.id]);
  } catch (error) {
    beginnings.forget(account.id);
    throw error;
  }
  startClock(deps, account.id);
  const { id, email } = startingUser(account);
  return {
    accountId: account.id,
    name,
    key,
    user: { id, email, password: WELL_KNOWN_USER.password },
    clientId: WELL_KNOWN_CLIENT_ID,
    entities: startingEntities(account).map(({ id, shortId }) => ({ id, shortId })),
  };
}

/**
 * Removes an account that was made for a test, with everything in it.
 *
 * @returns false when there is none; nothing is changed then.
 */
export async function removeTestAccount(deps: StateDeps, accountId: string): Promise<boolean> {
  if (!(await findEmulatedAccount(deps.store, accountId))) return false;
  await replaceAccounts(deps, {
    accountIds: [accountId],
    contents: async () => emptyContents(),
    setClocks: () => deps.clocks.forget(accountId),
  });
  deps.beginnings.forget(accountId);
  return true;
}
