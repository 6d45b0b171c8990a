import { isFirstKey } from '../auth/starting-contents.ts';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import type { AccountRecord, ApiKeyRecord, Store } from '../store/store.ts';

/** An account of the emulator's own making, and the key that it began with. */
export interface EmulatedAccount {
  account: AccountRecord;
  firstKey: ApiKeyRecord;
}

/**
 * One account; undefined when there is none, or when it is not of an emulator's making: a store that was used as a
 * server has others, and nothing here may touch them.
 */
export async function findEmulatedAccount(
  store: Pick<Store, 'getAccount' | 'listApiKeys'>,
  accountId: string,
): Promise<EmulatedAccount | undefined> {
  const account = await store.getAccount(accountId);
  const firstKey = account && (await store.listApiKeys(accountId)).find(isFirstKey);
  return firstKey && { account, firstKey };
}

/** All of them, the emulator's own account first. */
export async function listEmulatedAccounts(
  store: Pick<Store, 'listAccounts' | 'getAccount' | 'listApiKeys'>,
): Promise<EmulatedAccount[]> {
  const found: EmulatedAccount[] = [];
  for (const { id } of await store.listAccounts()) {
    const emulated = await findEmulatedAccount(store, id);
    if (emulated) found.push(emulated);
  }
  const isOwn = ({ account }: EmulatedAccount) => account.id === WELL_KNOWN_ACCOUNT.id;
  return [...found.filter(isOwn), ...found.filter((one) => !isOwn(one))];
}
