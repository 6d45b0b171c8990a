import type { CommitGraph, CommitIndex } from './commit-graph.ts';

/** What a commit brings beside what was there. */
export interface NewCommits {
  /** The commits that it reaches and nothing old does, itself included, from the newest on. */
  commits: CommitIndex[];
  /** It reaches something that was there. Without that the two histories are strangers. */
  hasCommon: boolean;
  /** The commits from which everything is reached that is old now: none of them reaches another one. */
  tips: readonly CommitIndex[];
  /** The history of the new ones ends where the repository lacks a parent. */
  isTruncated: boolean;
}

const NONE: ReadonlySet<CommitIndex> = new Set();
const NEW = 1;
const OLD = 2;

/**
 * ancestors(tip) − ⋃ ancestors(old), by a walk from the highest generation down that stops when only old commits
 * remain: it takes the time of what is new, and of what lies between the tips.
 *
 * @param old the `tips` of the last call.
 * @param loose commits that were there, and of whose parents nothing is known: there may be thousands.
 */
export function newCommits(
  graph: CommitGraph,
  tip: CommitIndex,
  old: readonly CommitIndex[],
  loose: ReadonlySet<CommitIndex> = NONE,
): NewCommits {
  if (loose.has(tip) || old.includes(tip))
    return { commits: [], hasCommon: true, tips: old, isTruncated: false };
  // What is not connected with the tip has nothing in common with it, however long its history.
  const component = graph.component(tip);
  const near = old.filter((commit) => graph.component(commit) === component);
  const far = near.length === old.length ? [] : old.filter((commit) => graph.component(commit) !== component);
  const colours = coloursOf(graph);
  const touched: CommitIndex[] = [];
  const queue = createQueue(graph);
  const commits: CommitIndex[] = [];
  let [newOnes, hasCommon, isTruncated] = [0, false, false];

  function paint(commit: CommitIndex, colour: number): void {
    const before = colours[commit] ?? 0;
    const after = before | colour | (before === 0 && loose.has(commit) ? OLD : 0);
    if (before === after) return;
    if (before === 0) {
      queue.push(commit);
      touched.push(commit);
    }
    colours[commit] = after;
    if (after === NEW) newOnes += 1;
    else {
      if (before === NEW) newOnes -= 1;
      if (after === (NEW | OLD)) hasCommon = true;
    }
  }

  for (const commit of near) paint(commit, OLD);
  paint(tip, NEW);
  while (newOnes > 0) {
    const commit = queue.pop();
    if (commit === undefined) break;
    // All its descendants have been here: its colour is the last one.
    const isNew = colours[commit] === NEW;
    if (isNew) {
      newOnes -= 1;
      commits.push(commit);
      if (graph.isBoundary(commit)) isTruncated = true;
    }
    const colour = isNew ? NEW : OLD;
    const count = graph.parentCount(commit);
    for (let n = 0; n < count; n++) paint(graph.parentAt(commit, n), colour);
  }
  const tips = near.filter((commit) => colours[commit] === OLD).concat(far);
  if (colours[tip] === NEW) tips.push(tip);
  for (const commit of touched) colours[commit] = 0;
  return { commits, hasCommon, tips, isTruncated };
}

/** One colour a commit, all of them 0 between two walks: a graph is walked once for each deployment. */
const colourings = new WeakMap<CommitGraph, Uint8Array>();

function coloursOf(graph: CommitGraph): Uint8Array {
  const known = colourings.get(graph) ?? new Uint8Array(graph.size);
  colourings.set(graph, known);
  return known;
}

/** A heap, the highest generation on top. */
function createQueue({ generation }: CommitGraph) {
  const heap: CommitIndex[] = [];
  const higher = (a: number, b: number) => generation(heap[a] ?? 0) > generation(heap[b] ?? 0);

  function swap(a: number, b: number): void {
    const [left, right] = [heap[a], heap[b]];
    if (left === undefined || right === undefined) return;
    heap[a] = right;
    heap[b] = left;
  }

  return {
    push(commit: CommitIndex): void {
      heap.push(commit);
      for (let at = heap.length - 1; at > 0; ) {
        const above = (at - 1) >> 1;
        if (!higher(at, above)) break;
        swap(at, above);
        at = above;
      }
    },
    pop(): CommitIndex | undefined {
      const top = heap[0];
      const last = heap.pop();
      if (heap.length === 0 || last === undefined) return top;
      heap[0] = last;
      for (let at = 0; ; ) {
        let best = at;
        for (const below of [2 * at + 1, 2 * at + 2]) {
          if (below < heap.length && higher(below, best)) best = below;
        }
        if (best === at) return top;
        swap(at, best);
        at = best;
      }
    },
  };
}

/** Whether a commit is an ancestor of another one, or that one itself. */
export function isAncestor(graph: CommitGraph, commit: CommitIndex, of: CommitIndex): boolean {
  if (commit === of) return true;
  const least = graph.generation(commit);
  if (graph.component(commit) !== graph.component(of) || graph.generation(of) <= least) return false;
  const seen = new Set([of]);
  const stack = [of];
  for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
    const count = graph.parentCount(one);
    for (let n = 0; n < count; n++) {
      const parent = graph.parentAt(one, n);
      if (parent === commit) return true;
      // Those of its own generation and below cannot have it among their ancestors.
      if (graph.generation(parent) <= least || seen.has(parent)) continue;
      seen.add(parent);
      stack.push(parent);
    }
  }
  return false;
}
