import type { StoreContents } from '../store/contents/store-contents.ts';
import type { StateDeps } from './state-deps.ts';

/**
 * Puts contents in the place of all that accounts have, while nobody calculates their metrics.
 *
 * @param contentsOf is asked when nobody does any more.
 */
export async function replaceAccounts(
  { store, exclusively, forgetMirrors }: Pick<StateDeps, 'store' | 'exclusively' | 'forgetMirrors'>,
  accountIds: readonly string[],
  contentsOf: () => Promise<StoreContents>,
): Promise<void> {
  await exclusively(accountIds, async () => {
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
    await forgetMirrors([...repos.flat(), ...contents.repos].map(({ id }) => id));
  });
}
