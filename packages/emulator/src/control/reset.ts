import { startingContents } from '../auth/starting-contents.ts';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { plantedContents } from '../seed/planted-contents.ts';
import type { StoreContents } from '../store/contents/store-contents.ts';
import { type EmulatedAccount, findEmulatedAccount, listEmulatedAccounts } from './emulated-accounts.ts';
import { replaceAccounts } from './replace-accounts.ts';
import type { StateDeps } from './state-deps.ts';

/**
 * Lets an account be as it began, or the whole emulator: then all accounts that were made for tests are gone.
 *
 * @param scope the account; undefined for the whole emulator.
 * @returns false when the account is not one of an emulator's making; nothing is changed then.
 */
export async function reset(deps: StateDeps, scope: string | undefined): Promise<boolean> {
  const { store, clocks, beginnings } = deps;
  if (scope !== undefined) {
    const emulated = await findEmulatedAccount(store, scope);
    if (!emulated) return false;
    await replaceAccounts(deps, {
      accountIds: [scope],
      contents: () => contentsAtStart(deps, emulated),
      setClocks: () => startClock(deps, scope),
    });
    return true;
  }
  const [own, ...made] = await listEmulatedAccounts(store);
  if (!own) throw new Error("the emulator's own account is gone");
  const accountIds = [own, ...made].map(({ account }) => account.id);
  await replaceAccounts(deps, {
    accountIds,
    otherClocks: [undefined],
    contents: () => contentsAtStart(deps, own),
    setClocks() {
      clocks.forgetAll();
      clocks.shared.set(beginnings.of(own.account.id).clock);
    },
  });
  for (const { account } of made) beginnings.forget(account.id);
  return true;
}

/** What an account is made of at its beginning, by the time that it begins with. */
export async function contentsAtStart(
  { clocks, beginnings }: Pick<StateDeps, 'clocks' | 'beginnings'>,
  { account, firstKey }: EmulatedAccount,
): Promise<StoreContents> {
  const { seed, clock } = beginnings.of(account.id);
  const isOwn = account.id === WELL_KNOWN_ACCOUNT.id;
  const now = clock.mode === 'system' ? (isOwn ? clocks.shared.system : clocks.shared).now() : clock.now;
  const key = { ...firstKey, createdAt: now, expiresAt: null, revokedAt: null, lastUsedAt: null };
  const contents = startingContents({ ...account, createdAt: now }, key);
  return seed ? plantedContents(contents, seed, { accountId: account.id, now }) : contents;
}

/** Lets the clock of an account begin anew. */
export function startClock(
  { clocks, beginnings }: Pick<StateDeps, 'clocks' | 'beginnings'>,
  accountId: string,
): void {
  const { clock } = beginnings.of(accountId);
  if (clock.mode === 'system') clocks.forget(accountId);
  else clocks.controlOf(accountId).set(clock);
}
