import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Commit, type CommitGraph, createCommitGraph } from './commit-graph.ts';
import { extendGraph } from './extend-graph.ts';
import { arraysOf } from './graph-arrays.ts';
import { newCommits } from './new-commits.ts';

const at = 1_700_000_000_000;
/** Some of them begin alike. */
const shaOf = (n: number) => `${(n % 11).toString(16)}fedcba${n}`.padEnd(40, '0');
const commit = (n: number, parents: number[] | null): Commit => ({
  sha: shaOf(n),
  parents: parents && [...new Set(parents)].map(shaOf),
  authoredAt: at + n,
  committedAt: at + 2 * n,
});

/** Everything that a graph tells of a commit, by name. */
function told(graph: CommitGraph, sha: string) {
  const found = graph.find(sha);
  if (found === undefined) return undefined;
  return {
    sha: graph.shaOf(found),
    parents: Array.from({ length: graph.parentCount(found) }, (_, n) =>
      graph.shaOf(graph.parentAt(found, n)),
    ),
    times: [graph.authoredAt(found), graph.committedAt(found)],
    flags: [graph.isMerge(found), graph.hasKnownParents(found), graph.isBoundary(found)],
    generation: graph.generation(found),
    ancestors: newCommits(graph, found, []).commits.map(graph.shaOf).sort(),
  };
}

/** In any order, with parents that are missing, not known, or younger. */
const commits = fc.uniqueArray(
  fc
    .tuple(fc.nat(14), fc.option(fc.array(fc.nat(16), { maxLength: 3 }), { freq: 8 }))
    .map(([n, parents]) => ({ n, commit: commit(n, parents) })),
  { selector: ({ n }) => n, maxLength: 14 },
);
/** Parents are older: no circles. */
const history = commits.map((all) =>
  all.map(({ n, commit }) => ({
    n,
    commit: { ...commit, parents: commit.parents?.filter((sha) => sha < shaOf(n)) ?? null },
  })),
);

test.each([
  ['any commits', commits],
  ['histories', history],
])('a graph with commits on top answers as one of all of them, or not at all: %s', (_, arbitrary) => {
  let answered = 0;
  const property = fc.property(arbitrary, fc.nat(14), (all, size) => {
    const known = all.slice(0, size).map(({ commit }) => commit);
    const added = all.slice(size).map(({ commit }) => commit);
    const extended = extendGraph(arraysOf(known), added);
    if (!extended) return;
    answered += 1;
    const anew = createCommitGraph([...known, ...added]);
    expect(extended.size).toBe(anew.size);
    for (let n = 0; n <= 16; n++) {
      for (const asked of [
        shaOf(n),
        shaOf(n).slice(0, 7),
        shaOf(n).slice(0, 9).toUpperCase(),
        shaOf(n).slice(0, 6),
      ])
        expect(told(extended, asked)).toEqual(told(anew, asked));
    }
  });
  fc.assert(property, { numRuns: 1000 });
  expect(answered).toBeGreaterThan(100);
});

const base = arraysOf([commit(0, []), commit(1, [0]), commit(2, [9]), commit(3, null)]);

test.each([
  ['one commit after the other, in any order', [commit(5, [4]), commit(4, [1])], true],
  ['a merge with a parent that is not there', [commit(4, [1, 8])], true],
  ['without parents', [commit(4, null)], true],
  ['nothing', [], true],
  ['a parent that was missing', [commit(9, [])], false],
  ['parents of one that had none', [commit(3, [1])], false],
  ['one that was there', [commit(1, [0])], false],
  ['one that begins as another', [commit(11, [1])], true],
  ['two that begin alike', [commit(4, [1]), commit(15, [1])], true],
  ['a merge of histories that were strangers', [commit(4, []), commit(5, [1, 4])], false],
  ['the same twice', [commit(4, [1]), commit(4, [1])], false],
  ['a circle', [commit(4, [5]), commit(5, [4])], false],
  ['its own parent', [commit(4, [4])], false],
])('on top of a graph: %s: %j is taken: %s', (_, added, isTaken) => {
  expect(extendGraph(base, added) !== undefined).toBe(isTaken);
});

test('more commits than calls nest', () => {
  const many = Array.from({ length: 20_000 }, (_, n): Commit => {
    const sha = (of: number) => of.toString(16).padStart(7, '0').padEnd(40, 'f');
    return { sha: sha(n + 1), parents: n === 0 ? [] : [sha(n)], authoredAt: at, committedAt: at };
  });
  const extended = extendGraph(base, many.toReversed());
  expect(extended?.generation(extended.find(many.at(-1)?.sha ?? '') ?? 0)).toBe(19_999);
});
