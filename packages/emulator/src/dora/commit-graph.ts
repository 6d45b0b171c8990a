/** A commit of a repository, as far as metrics need it. */
export interface Commit {
  /** Hex, lower case. */
  sha: string;
  /** Undefined when they are not known, as of a commit that was pushed singly; none of a root. */
  parents: readonly string[] | undefined;
  /** Milliseconds since 1970. */
  authoredAt: number;
  /** Milliseconds since 1970. */
  committedAt: number;
}

/** The place of a commit in its graph. */
export type CommitIndex = number;

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
  /** Those that are there. */
  parents(commit: CommitIndex): Int32Array;
}

const SHORTEST_PREFIX = 7;
const UNKNOWN_PARENTS = 1;
const BOUNDARY = 2;
const MERGE = 4;

/** Makes the graph of commits in any order. Of a sha that comes twice the one that knows its parents counts. */
export function createCommitGraph(commits: Iterable<Commit>): CommitGraph {
  const places = new Map<string, CommitIndex>();
  const all: Commit[] = [];
  for (const commit of commits) {
    const known = places.get(commit.sha);
    if (known === undefined) {
      places.set(commit.sha, all.length);
      all.push(commit);
    } else if (all[known]?.parents === undefined) all[known] = commit;
  }
  const { flags, starts, edges } = edgesOf(all, places);
  const generations = generationsOf(all.length, starts, edges, flags);
  const shas = all.map(({ sha }) => sha);
  const authored = Float64Array.from(all, ({ authoredAt }) => authoredAt);
  const committed = Float64Array.from(all, ({ committedAt }) => committedAt);
  let sorted: string[] | undefined;

  function findPrefix(prefix: string): CommitIndex | undefined {
    if (prefix.length < SHORTEST_PREFIX) return undefined;
    sorted ??= shas.toSorted();
    const at = lowerBound(sorted, prefix);
    const [found, next] = [sorted[at], sorted[at + 1]];
    if (found === undefined || !found.startsWith(prefix) || next?.startsWith(prefix)) return undefined;
    return places.get(found);
  }

  const has = (commit: CommitIndex, flag: number) => ((flags[commit] ?? 0) & flag) !== 0;
  return {
    size: all.length,
    find: (sha) => places.get(sha.toLowerCase()) ?? findPrefix(sha.toLowerCase()),
    shaOf: (commit) => shas[commit] ?? '',
    authoredAt: (commit) => authored[commit] ?? Number.NaN,
    committedAt: (commit) => committed[commit] ?? Number.NaN,
    isMerge: (commit) => has(commit, MERGE),
    hasKnownParents: (commit) => !has(commit, UNKNOWN_PARENTS),
    isBoundary: (commit) => has(commit, BOUNDARY),
    generation: (commit) => generations[commit] ?? 0,
    parents: (commit) => edges.subarray(starts[commit], starts[commit + 1]),
  };
}

function edgesOf(all: readonly Commit[], places: ReadonlyMap<string, CommitIndex>) {
  const flags = new Uint8Array(all.length);
  const starts = new Int32Array(all.length + 1);
  const edges = new Int32Array(all.reduce((sum, { parents }) => sum + (parents?.length ?? 0), 0));
  let next = 0;
  for (const [index, { parents }] of all.entries()) {
    starts[index] = next;
    let flag = parents === undefined ? UNKNOWN_PARENTS : 0;
    if (parents !== undefined && parents.length > 1) flag |= MERGE;
    for (const sha of parents ?? []) {
      const parent = places.get(sha);
      if (parent === undefined) flag |= BOUNDARY;
      else edges[next++] = parent;
    }
    flags[index] = flag;
  }
  starts[all.length] = next;
  return { flags, starts, edges };
}

/**
 * From the roots upward. Commits that somebody pushed by hand may claim to be each other's ancestors: those of a circle,
 * and all above it, lose their parents, and are boundaries.
 */
function generationsOf(size: number, starts: Int32Array, edges: Int32Array, flags: Uint8Array): Int32Array {
  const generations = new Int32Array(size);
  const missing = new Int32Array(size);
  const childStarts = new Int32Array(size + 1);
  for (let at = 0; at < (starts[size] ?? 0); at++) bump(childStarts, (edges[at] ?? 0) + 1);
  for (let index = 0; index < size; index++)
    childStarts[index + 1] = (childStarts[index + 1] ?? 0) + (childStarts[index] ?? 0);
  const children = new Int32Array(starts[size] ?? 0);
  const filled = childStarts.slice();
  for (let index = 0; index < size; index++) {
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++) {
      const parent = edges[at] ?? 0;
      children[filled[parent] ?? 0] = index;
      bump(filled, parent);
      bump(missing, index);
    }
  }
  const ready = new Int32Array(size);
  let [head, tail] = [0, 0];
  for (let index = 0; index < size; index++) if (missing[index] === 0) ready[tail++] = index;
  while (head < tail) {
    const index = ready[head++] ?? 0;
    for (let at = childStarts[index] ?? 0; at < (childStarts[index + 1] ?? 0); at++) {
      const child = children[at] ?? 0;
      generations[child] = Math.max(generations[child] ?? 0, (generations[index] ?? 0) + 1);
      missing[child] = (missing[child] ?? 0) - 1;
      if (missing[child] === 0) ready[tail++] = child;
    }
  }
  for (let index = 0; index < size; index++) if ((missing[index] ?? 0) > 0) cut(index);
  return generations;

  function cut(index: CommitIndex): void {
    flags[index] = (flags[index] ?? 0) | BOUNDARY;
    generations[index] = 0;
    // To itself, which a walk has passed already.
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++) edges[at] = index;
  }
}

function bump(counts: Int32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1;
}

function lowerBound(sorted: readonly string[], prefix: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < prefix) low = middle + 1;
    else high = middle;
  }
  return low;
}
