/** A commit of a repository, as far as metrics need it. */
export interface Commit {
  /** Hex, lower case. */
  sha: string;
  /** Null when they are not known, as of a commit that was pushed singly; none of a root. */
  parents: readonly string[] | null;
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
  /** Equal for commits that are connected by parents and children, however far. */
  component(commit: CommitIndex): number;
  /** How many of its parents are there, and each of them: a walk asks millions of times, and makes no lists. */
  parentCount(commit: CommitIndex): number;
  parentAt(commit: CommitIndex, n: number): CommitIndex;
}

/** The least of a sha that names a commit. */
export const SHORTEST_PREFIX = 7;

/** A graph as arrays, by ascending sha: what `packed-graph.ts` keeps. */
export interface GraphArrays {
  /** Characters of each sha; shorter ones are padded with spaces. */
  width: number;
  /** All shas, one after the other. */
  shas: string;
  flags: Uint8Array;
  generations: Int32Array;
  components: Int32Array;
  authored: Float64Array;
  committed: Float64Array;
  /** Where the parents of each commit begin in `edges`; one more than there are commits. */
  starts: Int32Array;
  edges: Int32Array;
  /** Parents that are not there. */
  missing: readonly string[];
}

export const UNKNOWN_PARENTS = 1;
export const BOUNDARY = 2;
export const MERGE = 4;

/** Makes the graph of commits in any order. Of a sha that comes twice the one that knows its parents counts. */
export function createCommitGraph(commits: Iterable<Commit>): CommitGraph {
  return graphOf(arraysOf(commits));
}

/** The arrays of commits in any order. */
export function arraysOf(commits: Iterable<Commit>): GraphArrays {
  const bySha = new Map<string, Commit>();
  for (const commit of commits) {
    const known = bySha.get(commit.sha);
    if (known === undefined || known.parents === null) bySha.set(commit.sha, commit);
  }
  const all = [...bySha.values()].sort((a, b) => (a.sha < b.sha ? -1 : 1));
  const places = new Map(all.map(({ sha }, index) => [sha, index]));
  const width = all.reduce((most, { sha }) => Math.max(most, sha.length), 0);
  const { flags, starts, edges, missing } = edgesOf(all, places);
  return {
    width,
    shas: all.map(({ sha }) => sha.padEnd(width)).join(''),
    generations: generationsOf(all.length, starts, edges, flags),
    components: componentsOf(all.length, starts, edges),
    flags,
    authored: Float64Array.from(all, ({ authoredAt }) => authoredAt),
    committed: Float64Array.from(all, ({ committedAt }) => committedAt),
    starts,
    edges,
    missing: [...missing],
  };
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

/** The first index that is not before what is looked for. */
export function lowerBound(size: number, isBefore: (index: number) => boolean): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function edgesOf(all: readonly Commit[], places: ReadonlyMap<string, CommitIndex>) {
  const flags = new Uint8Array(all.length);
  const starts = new Int32Array(all.length + 1);
  const edges: number[] = [];
  const missing = new Set<string>();
  for (const [index, { parents }] of all.entries()) {
    starts[index] = edges.length;
    let flag = flagsOf(parents);
    for (const sha of parents ?? []) {
      const parent = places.get(sha);
      if (parent !== undefined) {
        edges.push(parent);
        continue;
      }
      flag |= BOUNDARY;
      missing.add(sha);
    }
    flags[index] = flag;
  }
  starts[all.length] = edges.length;
  return { flags, starts, edges: Int32Array.from(edges), missing };
}

/** By union-find: each commit gets the index of one that stands for all that are connected with it. */
function componentsOf(size: number, starts: Int32Array, edges: Int32Array): Int32Array {
  const leaders = Int32Array.from({ length: size }, (_, index) => index);
  const leaderOf = (index: number): number => {
    let leader = index;
    while (leaders[leader] !== leader) {
      leaders[leader] = leaders[leaders[leader] ?? 0] ?? 0;
      leader = leaders[leader] ?? 0;
    }
    return leader;
  };
  for (let index = 0; index < size; index++) {
    for (let at = starts[index] ?? 0; at < (starts[index + 1] ?? 0); at++)
      leaders[leaderOf(index)] = leaderOf(edges[at] ?? index);
  }
  return leaders.map((_, index) => leaderOf(index));
}

/** What the list of its parents alone says of a commit. */
export function flagsOf(parents: Commit['parents']): number {
  if (parents === null) return UNKNOWN_PARENTS;
  return parents.length > 1 ? MERGE : 0;
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
