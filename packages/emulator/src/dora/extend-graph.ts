import {
  type Commit,
  type CommitGraph,
  type CommitIndex,
  commitsLike,
  graphOf,
  remembering,
  SHORTEST_PREFIX,
} from './commit-graph.ts';
import { BOUNDARY, flagsOf, type GraphArrays, MERGE, UNKNOWN_PARENTS } from './graph-arrays.ts';
import { lowerBound } from './lower-bound.ts';

/**
 * A graph with commits on top of it, as they come with every push.
 *
 * @returns undefined when they change what was there (a parent that was missing, parents of a commit that had none, a merge
 *   of histories that were strangers, a circle): then the graph has to be made anew, and may tell other things of the past.
 */
export function extendGraph(base: GraphArrays, added: readonly Commit[]): CommitGraph | undefined {
  const graph = graphOf(base);
  if (added.length === 0) return graph;
  const bySha = new Map(added.map((commit) => [commit.sha, commit]));
  if (bySha.size < added.length || !isNew(graph, base.missing, added)) return undefined;
  const order = parentsFirst(bySha);
  if (!order) return undefined;

  const places = new Map(order.map(({ sha }, index) => [sha, graph.size + index]));
  const placeOf = (sha: string) => places.get(sha) ?? exactly(graph, sha);
  const parents = order.map((commit) =>
    Int32Array.from((commit.parents ?? []).flatMap((sha) => placeOf(sha) ?? [])),
  );
  const flags = order.map((commit, index) => {
    const isWhole = (parents[index]?.length ?? 0) === (commit.parents?.length ?? 0);
    return flagsOf(commit.parents) | (isWhole ? 0 : BOUNDARY);
  });
  if (parents.some((own) => own.some((parent) => isCut(graph, parent)))) return undefined;
  const generations: number[] = [];
  const generation = (commit: CommitIndex) =>
    commit < graph.size ? graph.generation(commit) : (generations[commit - graph.size] ?? 0);
  for (const own of parents) {
    generations.push(own.length === 0 ? 0 : Math.max(...Array.from(own, generation)) + 1);
  }
  const has = (commit: CommitIndex, flag: number) => ((flags[commit - graph.size] ?? 0) & flag) !== 0;
  const commitAt = (commit: CommitIndex) => order[commit - graph.size];
  const isOld = (commit: CommitIndex) => commit < graph.size;

  const components: number[] = [];
  const component = (commit: CommitIndex) =>
    isOld(commit) ? graph.component(commit) : (components[commit - graph.size] ?? -1);
  for (const [index, own] of parents.entries()) {
    const [first = graph.size + index, ...others] = Array.from(own, component);
    if (others.some((other) => other !== first)) return undefined;
    components.push(first);
  }
  const sorted = order.map(({ sha }) => sha).sort();

  function find(asked: string): CommitIndex | undefined {
    const sha = asked.toLowerCase();
    const exact = places.get(sha);
    if (exact !== undefined) return exact;
    const old = commitsLike(base, sha);
    if (sha.length < SHORTEST_PREFIX) return undefined;
    const at = lowerBound(sorted.length, (index) => (sorted[index] ?? '') < sha);
    const isOurs = sorted[at]?.startsWith(sha) ?? false;
    if (!isOurs) return old.isOnly ? old.first : undefined;
    // A whole sha of the base is no prefix.
    if (old.first !== undefined) return graph.shaOf(old.first) === sha ? old.first : undefined;
    return sorted[at + 1]?.startsWith(sha) ? undefined : places.get(sorted[at] ?? '');
  }

  return {
    size: graph.size + order.length,
    find: remembering(find),
    shaOf: (commit) => (isOld(commit) ? graph.shaOf(commit) : (commitAt(commit)?.sha ?? '')),
    authoredAt: (commit) =>
      isOld(commit) ? graph.authoredAt(commit) : (commitAt(commit)?.authoredAt ?? Number.NaN),
    committedAt: (commit) =>
      isOld(commit) ? graph.committedAt(commit) : (commitAt(commit)?.committedAt ?? Number.NaN),
    isMerge: (commit) => (isOld(commit) ? graph.isMerge(commit) : has(commit, MERGE)),
    hasKnownParents: (commit) =>
      isOld(commit) ? graph.hasKnownParents(commit) : !has(commit, UNKNOWN_PARENTS),
    isBoundary: (commit) => (isOld(commit) ? graph.isBoundary(commit) : has(commit, BOUNDARY)),
    generation,
    component,
    parentCount: (commit) =>
      isOld(commit) ? graph.parentCount(commit) : (parents[commit - graph.size]?.length ?? 0),
    parentAt: (commit, n) =>
      isOld(commit) ? graph.parentAt(commit, n) : (parents[commit - graph.size]?.[n] ?? 0),
  };
}

/** It is of a circle, or above one, and so would be what comes on top. */
function isCut(graph: CommitGraph, commit: CommitIndex): boolean {
  return commit < graph.size && graph.parentCount(commit) > 0 && graph.parentAt(commit, 0) === commit;
}

function exactly(graph: CommitGraph, sha: string): CommitIndex | undefined {
  const found = graph.find(sha);
  return found !== undefined && graph.shaOf(found) === sha ? found : undefined;
}

/** None of them is there, or is waited for. */
function isNew(graph: CommitGraph, missing: readonly string[], added: readonly Commit[]): boolean {
  const awaited = new Set(missing);
  return added.every(({ sha }) => !awaited.has(sha) && exactly(graph, sha) === undefined);
}

/** Each behind its parents; undefined when they go in a circle. */
function parentsFirst(bySha: ReadonlyMap<string, Commit>): Commit[] | undefined {
  const order: Commit[] = [];
  const state = new Map<string, 'open' | 'done'>();
  for (const start of bySha.values()) {
    // A stack of our own: a push may bring more commits than calls nest.
    const stack = [start];
    while (stack.length > 0) {
      const commit = stack.at(-1);
      if (commit === undefined) break;
      const parents = (commit.parents ?? []).flatMap((sha) => bySha.get(sha) ?? []);
      const next = parents.find(({ sha }) => state.get(sha) !== 'done');
      if (next === undefined) {
        stack.pop();
        if (state.get(commit.sha) !== 'done') order.push(commit);
        state.set(commit.sha, 'done');
        continue;
      }
      if (state.get(next.sha) === 'open') return undefined;
      state.set(commit.sha, 'open');
      stack.push(next);
    }
  }
  return order;
}
