import type { LinkChanges, LinkRecord, Publication, StagedChain } from '../metric-port.ts';
import type { Store } from '../store.ts';
import { BIG, metricState, newDay, TODAY } from './metric-records.fixture.ts';
import { ACCOUNT, idOf, NOW } from './records.fixture.ts';

/** The first publication of a run, unless it says otherwise. */
export function newPublication(members: Partial<Publication> = {}): Publication {
  return {
    accountId: ACCOUNT,
    expectedVersion: undefined,
    state: metricState(),
    runId: idOf(1),
    chains: 0,
    isFull: false,
    links: putLinks(),
    ...members,
  };
}

/** Links that are new, or take the place of others. */
export function putLinks(...put: LinkRecord[]): LinkChanges {
  return { gone: [], put };
}

/** Stages the chains and makes them the account's numbers; the version grows by one from `expectedVersion`. */
export async function publish(
  store: Store,
  chains: readonly StagedChain[],
  members: Partial<Publication> = {},
): Promise<boolean> {
  const version = (members.expectedVersion ?? 0) + 1;
  const publication = newPublication({ state: metricState({ version }), chains: chains.length, ...members });
  const { accountId, runId, isFull } = publication;
  await store.stageChains(accountId, runId, chains, { isFull });
  return store.publishMetrics(publication);
}

/** All that an account's metrics are, in an order of its own. */
export async function readMetrics(store: Store, accountId = ACCOUNT) {
  const chains = await store.listChains({ accountId });
  const chainIds = chains.map(({ id }) => id);
  return {
    state: await store.getMetricState(accountId),
    chains,
    days: await store.readDays({ accountId, chainIds, from: 0, to: BIG, withDetail: true }),
    links: (await store.listLinks(accountId)).toSorted(byText),
  };
}

/** For answers whose order is not promised. */
export function byText(a: object, b: object): number {
  const textOf = (value: object) => JSON.stringify(Object.entries(value).sort());
  return textOf(a) < textOf(b) ? -1 : 1;
}

/** Days that say where they come from: `n` days from today on. */
export function namedDays(name: string, ...days: number[]): StagedChain['days'] {
  return days.map((n) => newDay(TODAY + n, { facts: `${name} ${n}`, detail: `${name} detail ${n}` }));
}

/** What is published of them. */
export async function readNamedDays(store: Store): Promise<string[]> {
  const { days } = await readMetrics(store);
  return days.map(({ chainId, facts, detail }) => `${chainId}: ${facts}, ${detail}`);
}

export function rowsOf(chainId: number, name: string, ...days: number[]): string[] {
  return days.map((n) => `${chainId}: ${name} ${n}, ${name} detail ${n}`);
}

const CHANGES = ['one', 'two'];

/** A use of each change id, `one` or `two`. */
export function usesOf(...changeIds: string[]): StagedChain['changeUses'] {
  return changeIds.map((changeId) => ({ changeId, t: NOW, seq: CHANGES.indexOf(changeId) }));
}

/** Which chains use which of them. */
export async function readUses(store: Store): Promise<string[]> {
  const uses = await store.listChangeUses(ACCOUNT, CHANGES);
  return uses.map(({ chainId, changeId }) => `${chainId} ${changeId}`).sort();
}
