import { v5 as uuidv5 } from 'uuid';
import { type Commit, type CommitGraph, graphOf } from '../dora/commit-graph.ts';
import { extendGraph } from '../dora/extend-graph.ts';
import { arraysOf, type GraphArrays } from '../dora/graph-arrays.ts';
import { packGraph, unpackGraph } from '../dora/packed-graph.ts';
import type { RepoStore } from '../store/repo-port.ts';
import type { History } from './histories.ts';

type GraphStore = Pick<RepoStore, 'readCommitLinks' | 'getCommitGraph' | 'putCommitGraph'>;
type Named = Pick<History, 'name' | 'repos'>;

/** The commits of histories as graphs; each is kept packed, so that only what is new has to be read. */
export interface HistoryGraphs {
  /** The graph of a history. The one asked for last stays in memory. */
  graphOf(history: Named): Promise<CommitGraph>;
  /** Shas that came on top of what a calculation has seen; `anywhere` when they may change what was measured long ago. */
  changesSince(history: Named, known: KnownCommits): Promise<readonly string[] | 'anywhere'>;
  /** Commits of a history whose graph was asked for, or only extended. */
  sizeOf(name: string): number | undefined;
  /** Resolves when the graphs that were made anew are kept; rejects when one could not be. */
  kept(): Promise<void>;
}

/** Which commits a calculation has seen. */
export interface KnownCommits {
  /** Of each repository those up to a sequence. */
  seqs: readonly number[];
  /** How many they were; null when nobody had a look. */
  count: number | null;
}

/** A graph that was kept, and which commits are in it. */
interface Base {
  seqs: readonly number[];
  arrays: GraphArrays;
}

/** Commits of one reading. */
const PAGE = 10_000;
/** A packed graph is made anew when so many commits have come on top of it, or a tenth of its own. */
const MANY_ON_TOP = 500;
/** Of what is kept of several repositories together (UUIDv5). */
const NAMESPACE = '0f6d8a52-3c0e-4d0b-8f7e-9a7d2c5b1e64';

const NOTHING: GraphArrays = arraysOf([]);

/**
 * Makes the graphs of an account's histories, as they are up to each repository's `lastSeq`.
 *
 * @param options.fresh takes nothing from what is kept packed.
 */
export function createHistoryGraphs(
  store: GraphStore,
  accountId: string,
  { fresh = false }: { fresh?: boolean } = {},
): HistoryGraphs {
  let last: { name: string; graph: Promise<CommitGraph> } | undefined;
  const sizes = new Map<string, number>();
  /** Those that `changesSince` has made, until a deployment asks for them. */
  const extended = new Map<string, CommitGraph>();
  let keeping: Promise<unknown> = Promise.resolve();

  /** Of each repository the commits behind a sequence, up to another. */
  async function commitsBetween(
    { repos }: Named,
    seqs: readonly number[],
    upTo: readonly number[],
  ): Promise<Commit[]> {
    const commits: Commit[] = [];
    for (const [index, repo] of repos.entries()) {
      const end = upTo[index] ?? 0;
      for (let after = seqs[index] ?? 0; after < end; ) {
        const page = await store.readCommitLinks(accountId, repo.id, after, PAGE);
        for (const commit of page) if (commit.seq <= end) commits.push(commit);
        after = page.at(-1)?.seq ?? end;
      }
    }
    return commits;
  }

  /** What is kept of a history, if it has nothing behind the sequences. */
  async function findBase({ name, repos }: Named, upTo: readonly number[]): Promise<Base | undefined> {
    const kept = fresh ? undefined : await store.getCommitGraph(accountId, idOf(name, repos.length));
    const base = kept && unpackBase(kept.body, repos.length);
    return base?.seqs.every((seq, index) => seq <= (upTo[index] ?? 0)) ? base : undefined;
  }

  async function load(history: Named): Promise<CommitGraph> {
    const ready = extended.get(history.name);
    if (ready && extended.delete(history.name)) return ready;
    const now = lastSeqs(history);
    const base = await findBase(history, now);
    if (base) {
      const added = await commitsBetween(history, base.seqs, now);
      const isFew = added.length <= Math.max(MANY_ON_TOP, base.arrays.flags.length / 10);
      const graph = isFew ? extendGraph(base.arrays, added) : undefined;
      if (graph) {
        sizes.set(history.name, graph.size);
        return graph;
      }
    }
    const arrays = arraysOf(await commitsBetween(history, [], now));
    const body = packBase({ seqs: now, arrays });
    const seq = now.reduce((sum, one) => sum + one, 0);
    const put = store.putCommitGraph(accountId, idOf(history.name, history.repos.length), { seq, body });
    keeping = Promise.all([keeping, put]);
    // `kept` tells of it.
    keeping.catch(() => {});
    sizes.set(history.name, arrays.flags.length);
    return graphOf(arrays);
  }

  return {
    graphOf(history) {
      if (history.repos.length === 0) return Promise.resolve(graphOf(NOTHING));
      if (last?.name !== history.name) last = { name: history.name, graph: load(history) };
      return last.graph;
    },

    async changesSince(history, { seqs, count }) {
      const now = lastSeqs(history);
      if (now.every((seq, index) => seq === seqs[index])) return [];
      const base = (await findBase(history, seqs)) ?? { seqs: [], arrays: NOTHING };
      // Those that came after the packed graph and before the calculation belong to what was there.
      const before = await commitsBetween(history, base.seqs, seqs);
      const added = await commitsBetween(history, seqs, now);
      // Fewer than there were: one was told anew, with its parents.
      const isWhole = base.arrays.flags.length + before.length === count;
      const onTop = [...before, ...added];
      const graph = isWhole && fits(before, added) ? extendGraph(base.arrays, onTop) : undefined;
      if (!graph) return 'anywhere';
      // Perhaps no deployment asks for the graph, and the next calculation has to know how many they were.
      sizes.set(history.name, graph.size);
      if (onTop.length <= MANY_ON_TOP) extended.set(history.name, graph);
      return added.map(({ sha }) => sha);
    },

    sizeOf: (name) => sizes.get(name),

    async kept() {
      await keeping;
    },
  };
}

function lastSeqs({ repos }: Named): number[] {
  return repos.map(({ lastSeq }) => lastSeq);
}

/** None of the later commits is a parent that the earlier ones missed. */
function fits(earlier: readonly Commit[], later: readonly Commit[]): boolean {
  const missed = new Set(earlier.flatMap(({ parents }) => parents ?? []));
  return !later.some(({ sha }) => missed.has(sha));
}

/** Under which its graph is kept: a repository's own id, or one for several. */
function idOf(name: string, repos: number): string {
  return repos === 1 ? name : uuidv5(name, NAMESPACE);
}

/** The sequences stand before the graph: eight bytes each, so that its arrays stay aligned. */
function packBase({ seqs, arrays }: Base): Uint8Array {
  const graph = packGraph(arrays);
  const packed = new Uint8Array(seqs.length * 8 + graph.length);
  packed.set(new Uint8Array(Float64Array.from(seqs).buffer));
  packed.set(graph, seqs.length * 8);
  return packed;
}

function unpackBase(body: Uint8Array, repos: number): Base | undefined {
  const arrays = unpackGraph(body.subarray(repos * 8));
  // A copy: what a database hands out may be a part of a larger buffer, and a Buffer's slice is one, too.
  const seqs = [...new Float64Array(new Uint8Array(body.subarray(0, repos * 8)).buffer)];
  return arrays && { seqs, arrays };
}
