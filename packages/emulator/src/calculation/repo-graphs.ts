import {
  arraysOf,
  type Commit,
  type CommitGraph,
  createCommitGraph,
  type GraphArrays,
  graphOf,
} from '../dora/commit-graph.ts';
import { extendGraph } from '../dora/extend-graph.ts';
import { packGraph, unpackGraph } from '../dora/packed-graph.ts';
import type { RepoRecord, RepoStore } from '../store/repo-port.ts';

type GraphStore = Pick<RepoStore, 'readCommits' | 'getCommitGraph' | 'putCommitGraph'>;

/** The commits of repositories as graphs; each is kept packed, so that only what is new has to be read. */
export interface RepoGraphs {
  /** The united graph of some repositories. The one asked for last stays in memory. */
  graphOf(repos: readonly RepoRecord[]): Promise<CommitGraph>;
  /** What came to a repository since a calculation. */
  changesSince(repo: RepoRecord, known: KnownCommits): Promise<CommitChanges>;
  /** Commits of a repository whose graph was asked for, alone. */
  sizeOf(repoId: string): number | undefined;
}

/** Which commits a calculation has seen: those up to a sequence, and how many they were. */
export interface KnownCommits {
  seq: number;
  /** null when nobody had a look. */
  count: number | null;
}

/** Nothing, commits `on-top`, or such as may change what was measured long ago (`anywhere`). */
export interface CommitChanges {
  kind: 'none' | 'on-top' | 'anywhere';
  /** Commits that there are now; null when that is not known. */
  count: number | null;
}

/** Commits of one reading. */
const PAGE = 10_000;
/** A packed graph is made anew when so many commits have come on top of it, or a tenth of its own. */
const MANY_ON_TOP = 500;

const NOTHING: GraphArrays = arraysOf([]);

/**
 * Makes the graphs of an account's repositories, as they are up to each one's `lastSeq`.
 *
 * @param options.fresh takes nothing from what is kept packed.
 */
export function createRepoGraphs(
  store: GraphStore,
  accountId: string,
  { fresh = false }: { fresh?: boolean } = {},
): RepoGraphs {
  let last: { name: string; graph: CommitGraph } | undefined;
  const sizes = new Map<string, number>();

  async function commitsBehind(repo: RepoRecord, seq: number, upTo = repo.lastSeq): Promise<Commit[]> {
    const commits: Commit[] = [];
    for (let after = seq; after < upTo; ) {
      const page = await store.readCommits(accountId, repo.id, after, PAGE);
      for (const { seq, sha, parents, authoredAt, committedAt } of page)
        if (seq <= upTo) commits.push({ sha, parents, authoredAt, committedAt });
      const end = page.at(-1);
      if (!end) break;
      after = end.seq;
    }
    return commits;
  }

  async function single(repo: RepoRecord): Promise<CommitGraph> {
    const packed = fresh ? undefined : await store.getCommitGraph(accountId, repo.id);
    const base = packed && packed.seq <= repo.lastSeq ? unpackGraph(packed.body) : undefined;
    if (packed && base) {
      const added = await commitsBehind(repo, packed.seq);
      const isFew = added.length <= Math.max(MANY_ON_TOP, base.flags.length / 10);
      const extended = isFew ? extendGraph(base, added) : undefined;
      if (extended) return extended;
    }
    return graphOf(await packAnew(repo));
  }

  async function packAnew(repo: RepoRecord): Promise<GraphArrays> {
    const arrays = arraysOf(await commitsBehind(repo, 0));
    await store.putCommitGraph(accountId, repo.id, { seq: repo.lastSeq, body: packGraph(arrays) });
    return arrays;
  }

  async function united(repos: readonly RepoRecord[]): Promise<CommitGraph> {
    const all: Commit[] = [];
    for (const repo of repos) for (const commit of await commitsBehind(repo, 0)) all.push(commit);
    return createCommitGraph(all);
  }

  return {
    async graphOf(repos) {
      const filled = repos.filter(({ lastSeq }) => lastSeq > 0);
      const name = filled.map(({ id }) => id).join(' ');
      if (last?.name === name) return last.graph;
      const [only, ...others] = filled;
      const graph = !only
        ? graphOf(NOTHING)
        : others.length === 0
          ? await single(only)
          : await united(filled);
      last = { name, graph };
      if (only && others.length === 0) sizes.set(only.id, graph.size);
      return graph;
    },

    async changesSince(repo, { seq, count }) {
      if (repo.lastSeq <= seq) return { kind: 'none', count };
      const packed = await store.getCommitGraph(accountId, repo.id);
      const usable = packed && packed.seq <= seq ? unpackGraph(packed.body) : undefined;
      const base = usable ?? NOTHING;
      // Those that came after the packed graph and before the calculation belong to what was there.
      const before = await commitsBehind(repo, packed && usable ? packed.seq : 0, seq);
      const added = await commitsBehind(repo, seq);
      const known = base.flags.length + before.length;
      // Fewer than there were: one was told anew, with its parents.
      const isOnTop = known === count && fits(before, added) && extendGraph(base, [...before, ...added]);
      return isOnTop ? { kind: 'on-top', count: known + added.length } : { kind: 'anywhere', count: null };
    },

    sizeOf: (repoId) => sizes.get(repoId),
  };
}

/** None of the later commits is a parent that the earlier ones missed. */
function fits(earlier: readonly Commit[], later: readonly Commit[]): boolean {
  const missed = new Set(earlier.flatMap(({ parents }) => parents ?? []));
  return !later.some(({ sha }) => missed.has(sha));
}
