import type { StoreContents } from './contents/store-contents.ts';

/**
 * The part of the store port that takes out, and puts in, everything that accounts have: for snapshots, and for
 * beginning anew. What can be made again at any time (packed commit graphs, leases, staged chains) is not part of it.
 */
export interface ContentStore {
  /**
   * All records as of one instant: those of some accounts, or of all. `secrets` are the instance's and never in it.
   */
  readContents(accountIds?: readonly string[]): Promise<StoreContents>;
  /**
   * Removes everything that the accounts have (all accounts when none are named), themselves included, and puts the
   * contents in its place, in one transaction. Sequences go on behind the contents' last. `secrets` stay as they are,
   * whatever the contents have.
   *
   * @param contents each account with all that is its own, and nothing of another one.
   * @throws ContentsError, and nothing is changed, when two records claim the same key (or digest of an API key, or
   * email, also that of an account which stays), one is of an account, an entity, a repository or a chain that is not in
   * them, or a sequence or version is so great (2^48) that nobody could count on from there.
   */
  replaceContents(contents: StoreContents, accountIds?: readonly string[]): Promise<void>;
}
