import type { CommitGraph, CommitIndex } from './commit-graph.ts';

/** What a commit brings beside what was there. */
export interface NewCommits {
  /** The commits that it reaches and nothing old does, itself included, from the newest on. */
  commits: CommitIndex[];
  /** It reaches something that was there. Without that the two histories are strangers. */
  hasCommon: boolean;
  /** The commits from which everything is reached that is old now: none of them reaches another one. */
  tips: CommitIndex[];
  /** The history of the new ones ends where the repository lacks a parent. */
  isTruncated: boolean;
}

const NEW = 1;
const OLD = 2;

/**
 * ancestors(tip) − ⋃ ancestors(old), by a walk from the highest generation down that stops when only old commits
 * remain: it takes the time of what is new, and of what lies between the tips.
 *
 * @param old the `tips` of the last call.
 */
export function newCommits(graph: CommitGraph, tip: CommitIndex, old: readonly CommitIndex[]): NewCommits {
  const colours = new Map<CommitIndex, number>();
  const queue = createQueue(graph);
  let newOnes = 0;
  const result: NewCommits = { commits: [], hasCommon: false, tips: [], isTruncated: false };

  function paint(commit: CommitIndex, colour: number): void {
    const before = colours.get(commit);
    const after = (before ?? 0) | colour;
    if (before === undefined) queue.push(commit);
    else if (before === after) return;
    colours.set(commit, after);
    newOnes += (after === NEW ? 1 : 0) - (before === NEW ? 1 : 0);
  }

  for (const commit of old) paint(commit, OLD);
  paint(tip, NEW);
  while (newOnes > 0) {
    const commit = queue.pop();
    if (commit === undefined) break;
    // All its descendants have been here: its colour is the last one.
    const colour = colours.get(commit) ?? 0;
    if (colour === NEW) {
      newOnes -= 1;
      result.commits.push(commit);
      if (graph.isBoundary(commit)) result.isTruncated = true;
    }
    for (const parent of graph.parents(commit)) paint(parent, colour === NEW ? NEW : OLD);
  }
  result.hasCommon = colours.get(tip) !== NEW || [...colours.values()].includes(NEW | OLD);
  result.tips = old.filter((commit) => colours.get(commit) === OLD);
  if (colours.get(tip) === NEW || old.includes(tip)) result.tips.push(tip);
  return result;
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
