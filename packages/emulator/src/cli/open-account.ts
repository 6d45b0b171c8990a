import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { openStore } from '../store/open-store.ts';
import type { AccountRecord, Store } from '../store/store.ts';
import { UsageError } from '../usage-error.ts';
import { type StoreFlags, storeLocation } from './start-config.ts';

/**
 * Opens the store for an errand of the command line, beside a server that may be running, and finds the account
 * that the errand is about: the one that `--account` names, else the only one, or the emulator's own, beside those that
 * tests have made.
 */
export async function openAccount(
  flags: StoreFlags & { account?: string | undefined },
  base: string,
): Promise<{ store: Store; account: AccountRecord }> {
  const location = storeLocation(flags, base);
  if (location.engine === 'memory')
    throw new UsageError('--store: memory: ends with its server; there is nothing to open');
  const store = await openStore(location, {
    beside: true,
    warn: (message) => process.stderr.write(`warning: ${message}\n`),
  });
  try {
    return { store, account: chooseAccount(await store.listAccounts(), flags.account) };
  } catch (error) {
    await store.close();
    throw error;
  }
}

function chooseAccount(accounts: AccountRecord[], wanted: string | undefined): AccountRecord {
  const [first] = accounts;
  if (!first) throw new UsageError('this store has no account yet; start the server once');
  const list = accounts.map(({ id, name }) => `${id} (${name})`).join(', ');
  const own = accounts.find(({ id }) => id === WELL_KNOWN_ACCOUNT.id);
  if (wanted === undefined && own) return own;
  if (wanted === undefined && accounts.length > 1) throw new UsageError(`--account: choose one of ${list}`);
  const account = wanted === undefined ? first : accounts.find(({ id }) => id === wanted);
  if (!account) throw new UsageError(`--account: there is none with that id; there is ${list}`);
  return account;
}
