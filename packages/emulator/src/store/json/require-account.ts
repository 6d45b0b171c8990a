import { AccountGoneError } from '../store.ts';
import type { Rows } from './table.ts';

/** @throws AccountGoneError unless the account is there. */
export function requireAccount({ accounts }: { accounts: Pick<Rows<unknown>, 'get'> }, id: string): void {
  if (accounts.get(id) === undefined) throw new AccountGoneError(id);
}
