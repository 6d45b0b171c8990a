import type { ContentStore } from '../content-port.ts';
import { checkReplacement } from '../contents/check-replacement.ts';
import { ContentsError } from '../contents/contents-error.ts';
import type { StoreContents } from '../contents/store-contents.ts';
import { copyContents } from './copy-contents.ts';
import { type Draft, fillDraft, type Tables } from './tables.ts';
import type { Unsaved } from './unsaved.ts';
import type { WriteQueue } from './write-queue.ts';

type IsOf = (accountId: string) => boolean;

/** The port's methods about everything that accounts have. */
export function createJsonContents(
  tables: Tables,
  { write }: WriteQueue,
  { graphs, staged }: Unsaved,
): ContentStore {
  return {
    readContents: async (accountIds) => copyContents(tables, isOneOf(accountIds)),

    async replaceContents(contents, accountIds) {
      const isReplaced = isOneOf(accountIds);
      const own = copyContents(contents);
      checkReplacement(own, accountIds);
      await write((draft) => {
        requireUnclaimed(draft, own, isReplaced);
        clear(draft, isReplaced);
        fillDraft(draft, own);
        // Now, so that a run which waits behind this write does not publish what it found in the old contents.
        for (const accountId of staged.keys()) if (isReplaced(accountId)) staged.delete(accountId);
      });
      // Now, so that nobody could make one of the old commits meanwhile.
      for (const key of graphs.keys()) if (isReplaced(key.split('/', 1).join())) graphs.delete(key);
    },
  };
}

function isOneOf(accountIds: readonly string[] | undefined): IsOf {
  if (!accountIds) return () => true;
  const wanted = new Set(accountIds);
  return (accountId) => wanted.has(accountId);
}

/** The keys of all other records begin with the account. */
function requireUnclaimed(draft: Draft, { users, apiKeys }: StoreContents, isReplaced: IsOf): void {
  for (const { id, digest } of apiKeys) {
    const owner = draft.apiKeys.getByAlias(digest);
    if (owner && !isReplaced(owner.accountId))
      throw new ContentsError(`The API key ${id} has the digest of another account's key`);
  }
  const emails = new Set(Array.from(users, ({ email }) => email));
  for (const { accountId, email } of draft.users) {
    if (emails.has(email) && !isReplaced(accountId))
      throw new ContentsError(`A user has the email of another account's user, ${email}`);
  }
}

function clear(draft: Draft, isReplaced: IsOf): void {
  const { accounts, events, secrets: _, ...others } = draft;
  events.removeAll(isReplaced);
  accounts.removeAll(({ id }) => isReplaced(id));
  for (const table of Object.values(others)) table.removeAll(({ accountId }) => isReplaced(accountId));
}
