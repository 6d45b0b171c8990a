import type { StoreContents } from '../store/contents/store-contents.ts';
import type { ClockOwner } from './account-clocks.ts';
import type { StateDeps } from './state-deps.ts';

/** What takes the place of all that accounts have. */
export interface Replacement {
  accountIds: readonly string[];
  /** Clocks that are not the accounts' own, and are set, too. */
  otherClocks?: readonly ClockOwner[];
  /** Asked when nobody calculates any more. */
  contents(): Promise<StoreContents>;
  /** Sets the clocks, once the contents are there. */
  setClocks(): void;
}

/**
 * Puts contents in the place of all that accounts have. Moves of their clocks and calculations that are under way
 * end first: what they were to bring belongs to what was there before.
 */
export async function replaceAccounts(
  { store, jobs, mover, forgetMirrors }: Pick<StateDeps, 'store' | 'jobs' | 'mover' | 'forgetMirrors'>,
  { accountIds, otherClocks = [], contents: contentsOf, setClocks }: Replacement,
): Promise<void> {
  async function replace(): Promise<void> {
    const contents = await contentsOf();
    const repos = await Promise.all(accountIds.map((accountId) => store.listRepos(accountId)));
    const versions = new Map<string, number>();
    for (const id of accountIds) versions.set(id, (await store.getMetricVersion(id)) ?? 0);
    // Who reads metrics in two steps must see that they have changed in between.
    const metricStates = Array.from(contents.metricStates, (state) => ({
      ...state,
      version: Math.max(state.version, versions.get(state.accountId) ?? 0) + 1,
    }));
    await store.replaceContents({ ...contents, metricStates }, accountIds);
    setClocks();
    await forgetMirrors([...repos.flat(), ...contents.repos]);
  }

  // At once, since a repository that does not answer may hold a calculation for minutes.
  const goOn = jobs.interrupt(accountIds);
  try {
    await mover.halt([...otherClocks, ...accountIds], () => jobs.exclusively(accountIds, replace));
  } finally {
    goOn();
  }
}
