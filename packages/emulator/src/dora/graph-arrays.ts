import type { Commit, CommitIndex } from './commit.ts';

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
