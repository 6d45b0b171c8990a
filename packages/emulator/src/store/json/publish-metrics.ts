import type { Publication, StagedChain } from '../metric-port.ts';
import { keyInAccount } from './key-in-account.ts';
import type { Draft } from './tables.ts';

/** Makes what was staged the account's numbers; false, and nothing changed, when another run was faster. */
export function publishMetrics(
  draft: Draft,
  publication: Publication,
  staged: readonly StagedChain[],
): boolean {
  const { accountId, expectedVersion, state, isFull, links, chains } = publication;
  if (staged.length !== chains) return false;
  if (draft.metricStates.get(accountId)?.version !== expectedVersion) return false;

  if (isFull) clear(draft, accountId);
  else clearFromDay(draft, accountId, staged);
  for (const { chain, days, changeUses } of staged) {
    draft.metricChains.put({ accountId, ...chain });
    for (const day of days) draft.metricDays.put({ accountId, chainId: chain.id, ...day });
    for (const use of changeUses) draft.metricChanges.put({ accountId, chainId: chain.id, ...use });
  }
  for (const link of isFull ? ownOf(draft.metricLinks, accountId) : links.gone) {
    draft.metricLinks.remove(keyInAccount(accountId, `${link.incidentId}/${link.chainId}`));
  }
  for (const link of links.put) draft.metricLinks.put({ accountId, ...link });
  draft.metricStates.put({ accountId, ...state });
  return true;
}

function clear(draft: Draft, accountId: string): void {
  for (const { id } of ownOf(draft.metricChains, accountId)) {
    draft.metricChains.remove(keyInAccount(accountId, `${id}`));
  }
  for (const { chainId, day } of ownOf(draft.metricDays, accountId)) {
    draft.metricDays.remove(keyInAccount(accountId, `${chainId}/${day}`));
  }
  for (const { chainId, t, seq, changeId } of ownOf(draft.metricChanges, accountId)) {
    draft.metricChanges.remove(keyInAccount(accountId, `${chainId}/${t}/${seq}/${changeId}`));
  }
}

function clearFromDay(draft: Draft, accountId: string, staged: readonly StagedChain[]): void {
  const fromDays = new Map(staged.map(({ chain, fromDay }) => [chain.id, fromDay]));
  for (const { chainId, day } of ownOf(draft.metricDays, accountId)) {
    if (day >= (fromDays.get(chainId) ?? Infinity)) {
      draft.metricDays.remove(keyInAccount(accountId, `${chainId}/${day}`));
    }
  }
}

function ownOf<T extends { accountId: string }>(rows: Iterable<T>, accountId: string): T[] {
  return Array.from(rows).filter((row) => row.accountId === accountId);
}
