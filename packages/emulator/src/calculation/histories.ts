import { dayOf } from '../dora/window.ts';
import type { ChainKey, ChainRecord, ChangeUse, RepoRecord } from '../store/store.ts';
import { commitKey } from './change-key.ts';
import type { DirtyChains } from './find-dirty.ts';
import type { HistoryGraphs, KnownCommits } from './history-graphs.ts';
import { prefetch } from './prefetch.ts';

/** The united commits of some repositories: what the deployments of their entities are measured by. */
export interface History {
  /** Ids of the repositories. */
  name: string;
  repos: readonly RepoRecord[];
  entityIds: readonly string[];
}

/** What a calculation has seen of each history, by its name. */
export type KnownHistories = Record<string, KnownCommits & { entityIds: readonly string[] }>;

/** Histories that are looked at while one waits for the store. */
const LOOK_AHEAD = 8;

/** Of an entity without commits. */
export const NO_HISTORY: History = { name: '', repos: [], entityIds: [] };

/** The histories of the account's entities that have commits. */
export function historiesOf(repos: readonly RepoRecord[]): History[] {
  const reposOf = new Map<string, RepoRecord[]>();
  for (const repo of repos.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    if (repo.lastSeq === 0) continue;
    for (const entityId of repo.entityIds) {
      const own = reposOf.get(entityId);
      if (own) own.push(repo);
      else reposOf.set(entityId, [repo]);
    }
  }
  const nameOf = (own: readonly RepoRecord[]) => own.map(({ id }) => id).join(' ');
  const groups = Map.groupBy(reposOf, ([, own]) => nameOf(own));
  return Array.from(groups, ([name, entities]) => ({
    name,
    repos: entities[0]?.[1] ?? [],
    entityIds: entities.map(([entityId]) => entityId),
  }));
}

/** Finds the history of a chain. */
export function historyFinder(histories: readonly History[]): (chain: ChainKey) => History {
  const byEntity = new Map(
    histories.flatMap((history) => history.entityIds.map((entityId) => [entityId, history] as const)),
  );
  return ({ entityId, env }) =>
    entityId === null || env === null ? NO_HISTORY : (byEntity.get(entityId) ?? NO_HISTORY);
}

/** Reads what `MetricState.histories` keeps. */
export function parseKnownHistories(text: string): KnownHistories {
  return JSON.parse(text);
}

/** What is known of the histories when a calculation ends. */
export function knownAfter(
  histories: readonly History[],
  before: KnownHistories,
  graphs: Pick<HistoryGraphs, 'sizeOf'>,
): KnownHistories {
  const all = histories.map(({ name, repos, entityIds }) => {
    const seqs = repos.map(({ lastSeq }) => lastSeq);
    const isSame = before[name]?.seqs.join() === seqs.join();
    const count = graphs.sizeOf(name) ?? (isSame ? (before[name]?.count ?? null) : null);
    return [name, { seqs, count, entityIds }] as const;
  });
  return Object.fromEntries(all);
}

/**
 * The chains whose history is another one now: from their beginning when repositories came or went, or commits came in
 * below what was there; from the deployments that waited for them when they came on top.
 */
export async function addNewCommits(
  dirty: DirtyChains,
  input: {
    histories: readonly History[];
    known: KnownHistories;
    chains: readonly ChainRecord[];
    graphs: HistoryGraphs;
    /** Deployments with one of the keys. */
    findUses(keys: readonly string[]): Promise<ChangeUse[]>;
  },
): Promise<void> {
  const { histories, known, chains, graphs, findUses } = input;
  const chainsOf = Map.groupBy(chains, ({ entityId }) => entityId);
  const chainsById = new Map(chains.map((chain) => [chain.id, chain]));
  const fromBeginning = (entityIds: Iterable<string>) => {
    for (const entityId of entityIds) {
      for (const chain of chainsOf.get(entityId) ?? []) if (chain.env !== null) dirty.add(chain, -Infinity);
    }
  };

  const nameBefore = new Map(
    Object.entries(known).flatMap(([name, { entityIds }]) => entityIds.map((id) => [id, name] as const)),
  );
  const arrived = new Map<string, Set<string>>();
  for (const { name, entityIds } of histories) {
    fromBeginning(entityIds.filter((id) => nameBefore.get(id) !== name));
    for (const id of entityIds) nameBefore.delete(id);
  }
  const look = async ({ name, repos, entityIds }: History) => {
    const before = known[name];
    return { entityIds, changes: before ? await graphs.changesSince({ name, repos }, before) : [] };
  };
  for await (const { entityIds, changes } of prefetch(histories, look, LOOK_AHEAD)) {
    if (changes === 'anywhere') fromBeginning(entityIds);
    else {
      for (const sha of changes) {
        const key = commitKey(sha);
        arrived.set(key, new Set([...(arrived.get(key) ?? []), ...entityIds]));
      }
    }
  }
  // Their repositories are gone, or empty.
  fromBeginning(nameBefore.keys());

  if (arrived.size === 0) return;
  for (const { changeId, chainId, t } of await findUses([...arrived.keys()])) {
    const chain = chainsById.get(chainId);
    if (typeof chain?.entityId === 'string' && arrived.get(changeId)?.has(chain.entityId))
      dirty.add(chain, dayOf(t));
  }
}
