import type { Commit, CommitIndex } from './commit.ts';
import { arraysOf, BOUNDARY, type GraphArrays, MERGE, UNKNOWN_PARENTS } from './graph-arrays.ts';
import { lowerBound } from './lower-bound.ts';

export type { Commit, CommitIndex } from './commit.ts';

/**
 * The history of the repositories of an entity: parents as integers, with generation numbers, so that a walk touches
 * only what is new.
 */
export interface CommitGraph {
  readonly size: number;
  /** By the whole sha or a prefix of 7 characters and more that only one commit has, in any case. */
  find(sha: string): CommitIndex | undefined;
  shaOf(commit: CommitIndex): string;
  authoredAt(commit: CommitIndex): number;
  committedAt(commit: CommitIndex): number;
  /** Two parents or more. */
  isMerge(commit: CommitIndex): boolean;
  /** Whether anything is known of its parents. */
  hasKnownParents(commit: CommitIndex): boolean;
  /** A parent of it is not there, as in a shallow clone. */
  isBoundary(commit: CommitIndex): boolean;
  /** Greater than that of every ancestor. */
  generation(commit: CommitIndex): number;
  /** Equal for commits that are connected by parents and children, however far. */
  component(commit: CommitIndex): number;
  /** How many of its parents are there, and each of them: a walk asks millions of times, and makes no lists. */
  parentCount(commit: CommitIndex): number;
  parentAt(commit: CommitIndex, n: number): CommitIndex;
}

/** The least of a sha that names a commit. */
export const SHORTEST_PREFIX = 7;

/** Makes the graph of commits in any order. Of a sha that comes twice the one that knows its parents counts. */
export function createCommitGraph(commits: Iterable<Commit>): CommitGraph {
  return graphOf(arraysOf(commits));
}

/** The graph over its arrays. */
export function graphOf(arrays: GraphArrays): CommitGraph {
  const { width, shas, flags, generations, components, authored, committed, starts, edges } = arrays;
  const size = flags.length;
  const has = (commit: CommitIndex, flag: number) => ((flags[commit] ?? 0) & flag) !== 0;

  function find(asked: string): CommitIndex | undefined {
    const { first, isOnly } = commitsLike(arrays, asked.toLowerCase());
    return isOnly ? first : undefined;
  }

  return {
    size,
    find: remembering(find),
    shaOf: (commit) => shas.slice(commit * width, (commit + 1) * width).trimEnd(),
    authoredAt: (commit) => authored[commit] ?? Number.NaN,
    committedAt: (commit) => committed[commit] ?? Number.NaN,
    isMerge: (commit) => has(commit, MERGE),
    hasKnownParents: (commit) => !has(commit, UNKNOWN_PARENTS),
    isBoundary: (commit) => has(commit, BOUNDARY),
    generation: (commit) => generations[commit] ?? 0,
    component: (commit) => components[commit] ?? -1,
    parentCount: (commit) => (starts[commit + 1] ?? 0) - (starts[commit] ?? 0),
    parentAt: (commit, n) => edges[(starts[commit] ?? 0) + n] ?? 0,
  };
}

/** The first of the commits that a sha or a prefix of one names, and whether it is the only one. */
export function commitsLike(
  { width, shas, flags: { length } }: GraphArrays,
  sha: string,
): { first: CommitIndex | undefined; isOnly: boolean } {
  if (sha.length < SHORTEST_PREFIX || sha.length > width) return { first: undefined, isOnly: false };
  const shaAt = (index: number) => shas.slice(index * width, (index + 1) * width);
  const at = lowerBound(length, (index) => shaAt(index) < sha);
  if (at === length || !shaAt(at).startsWith(sha)) return { first: undefined, isOnly: false };
  // The shortest of two that begin alike comes first, and is the whole one.
  const isWhole = shaAt(at).trimEnd() === sha;
  return { first: at, isOnly: isWhole || at + 1 === length || !shaAt(at + 1).startsWith(sha) };
}

/** Asks once for each sha: a deployment's is needed several times, and several environments have the same. */
export function remembering(find: CommitGraph['find']): CommitGraph['find'] {
  const found = new Map<string, CommitIndex | undefined>();
  return (sha) => {
    const known = found.get(sha);
    if (known !== undefined || found.has(sha)) return known;
    const commit = find(sha);
    found.set(sha, commit);
    return commit;
  };
}
