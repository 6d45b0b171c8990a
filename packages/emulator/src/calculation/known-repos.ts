import type { ChainRecord } from '../store/metric-port.ts';
import type { RepoRecord } from '../store/repo-port.ts';
import type { DirtyChains } from './find-dirty.ts';
import type { KnownCommits, RepoGraphs } from './repo-graphs.ts';

/** What a calculation has seen of each repository, by its id. */
export type KnownRepos = Record<string, KnownCommits & { entityIds: readonly string[] }>;

/** What is known once everything was calculated anew. */
export function knowAll(repos: readonly RepoRecord[]): KnownRepos {
  const all = repos.map(
    ({ id, lastSeq, entityIds }) => [id, { seq: lastSeq, count: null, entityIds }] as const,
  );
  return Object.fromEntries(all);
}

/** The same with the sizes of the graphs that were made meanwhile. */
export function withSizes(known: KnownRepos, graphs: Pick<RepoGraphs, 'sizeOf'>): KnownRepos {
  const all = Object.entries(known).map(
    ([id, repo]) => [id, { ...repo, count: graphs.sizeOf(id) ?? repo.count }] as const,
  );
  return Object.fromEntries(all);
}

/** Reads what `MetricState.repos` keeps. */
export function parseKnownRepos(text: string | undefined): KnownRepos {
  return text === undefined ? {} : JSON.parse(text);
}

/**
 * The chains whose history is another one now: from their beginning when repositories came or went, or commits came in
 * below what was there; from the first deployment that waits for its commit when they came on top.
 *
 * @returns what is known of the repositories from now on.
 */
export async function addNewCommits(
  dirty: DirtyChains,
  input: {
    repos: readonly RepoRecord[];
    known: KnownRepos;
    chains: readonly ChainRecord[];
    graphs: RepoGraphs;
  },
): Promise<KnownRepos> {
  const { repos, known, chains, graphs } = input;
  const chainsOf = Map.groupBy(chains, ({ entityId }) => entityId);
  const from = (entityIds: Iterable<string>, dayFor: (chain: ChainRecord) => number | null) => {
    for (const entityId of entityIds) {
      for (const chain of chainsOf.get(entityId) ?? []) {
        const day = dayFor(chain);
        if (chain.env !== null && day !== null) dirty.add(chain, day);
      }
    }
  };
  const fromBeginning = () => -Infinity;

  const reposOf = new Map<string, number>();
  for (const id of repos.flatMap(({ entityIds }) => entityIds)) reposOf.set(id, (reposOf.get(id) ?? 0) + 1);

  const now: KnownRepos = {};
  for (const repo of repos) {
    const before = known[repo.id];
    const { kind, count } = await graphs.changesSince(repo, before ?? { seq: 0, count: 0 });
    now[repo.id] = { seq: repo.lastSeq, count, entityIds: repo.entityIds };
    const newEntities = repo.entityIds.filter((id) => !before?.entityIds.includes(id));
    const oldEntities = before?.entityIds.filter((id) => !repo.entityIds.includes(id)) ?? [];
    if (repo.lastSeq > 0) from([...newEntities, ...oldEntities], fromBeginning);
    // What is on top in one repository may be below in the union of several.
    const alone = repo.entityIds.filter((id) => kind === 'on-top' && reposOf.get(id) === 1);
    from(alone, ({ pendingDay }) => pendingDay);
    if (kind !== 'none')
      from(
        repo.entityIds.filter((id) => !alone.includes(id)),
        fromBeginning,
      );
  }
  for (const [id, { entityIds }] of Object.entries(known)) if (!now[id]) from(entityIds, fromBeginning);
  return now;
}
