import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { type Commit, type CommitGraph, createCommitGraph } from './commit-graph.ts';
import { newCommits } from './new-commits.ts';

const at = 1_700_000_000_000;
const sha = (n: number) => n.toString(16).padStart(40, '0');

/** Commit n has the parents that the list has at n. */
function graphOf(parents: readonly (readonly number[] | undefined)[]): CommitGraph {
  return createCommitGraph(
    parents.map(
      (of, n): Commit => ({ sha: sha(n), parents: of?.map(sha) ?? null, authoredAt: at, committedAt: at }),
    ),
  );
}

function numbers(graph: CommitGraph, commits: readonly number[]): number[] {
  return commits.map((commit) => Number.parseInt(graph.shaOf(commit), 16)).sort((a, b) => a - b);
}

/** Deploys one after the other; what each brought. */
function deploy(graph: CommitGraph, ...deployed: number[]) {
  let tips: readonly number[] = [];
  return deployed.map((n) => {
    const found = newCommits(graph, graph.find(sha(n)) ?? -1, tips);
    tips = found.tips;
    return { ...found, commits: numbers(graph, found.commits), tips: numbers(graph, found.tips) };
  });
}

const line = [[], [0], [1], [2], [3]];

describe('what a deployment brings', () => {
  test('rollback and roll forward: nothing is new twice', () => {
    const brought = deploy(graphOf(line), 1, 3, 1, 4, 3).map(({ commits }) => commits);
    expect(brought).toEqual([[0, 1], [2, 3], [], [4], []]);
  });

  test('a hotfix from an older commit brings only the fix, and the next release not the fix again', () => {
    // 5 is the hotfix on 1, 6 merges it into 3.
    const graph = graphOf([[], [0], [1], [2], [3], [1], [3, 5]]);
    const found = deploy(graph, 1, 5, 6);
    expect(found.map(({ commits }) => commits)).toEqual([[0, 1], [5], [2, 3, 6]]);
    expect(found.map(({ tips }) => tips)).toEqual([[1], [5], [6]]);
  });

  test('an octopus merge brings all its branches', () => {
    expect(deploy(graphOf([[], [0], [0], [0], [1, 2, 3]]), 0, 4)[1]?.commits).toEqual([1, 2, 3, 4]);
  });

  test('two branches deployed in turn have two tips', () => {
    const found = deploy(graphOf([[], [0], [0], [1], [2]]), 1, 2, 3, 4);
    expect(found.map(({ commits }) => commits)).toEqual([[0, 1], [2], [3], [4]]);
    expect(found.at(-1)?.tips).toEqual([3, 4]);
  });

  test('a history that has nothing in common with the last one is told', () => {
    const found = deploy(graphOf([[], [0], [], [2]]), 1, 3);
    expect(found.map(({ hasCommon }) => hasCommon)).toEqual([false, false]);
    expect(deploy(graphOf(line), 1, 3)[1]?.hasCommon).toBe(true);
    expect(deploy(graphOf(line), 3, 1, 3).map(({ hasCommon }) => hasCommon)).toEqual([false, true, true]);
  });

  test('where the repository lacks a parent, what is new is truncated', () => {
    const missing = createCommitGraph([
      { sha: sha(1), parents: [sha(0)], authoredAt: at, committedAt: at },
      { sha: sha(2), parents: [sha(1)], authoredAt: at, committedAt: at },
      { sha: sha(3), parents: [sha(2)], authoredAt: at, committedAt: at },
    ]);
    expect(deploy(missing, 2, 3).map(({ isTruncated }) => isTruncated)).toEqual([true, false]);
  });

  test('commits that claim to be their own ancestors end a walk', () => {
    const found = deploy(graphOf([[2], [0], [1], [2]]), 3);
    expect(found[0]).toMatchObject({ commits: [3], isTruncated: true });
  });
});

/** A history: the parents of commit n are older than n. */
const history = fc
  .array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 40 })
  .map((all) => all.map((of, n) => (n === 0 ? [] : [...new Set(of.map((p) => p % n))])));

function ancestors(
  parents: readonly (readonly number[])[],
  tip: number,
  seen = new Set<number>(),
): Set<number> {
  if (seen.has(tip)) return seen;
  seen.add(tip);
  for (const parent of parents[tip] ?? []) ancestors(parents, parent, seen);
  return seen;
}

test('is what the definition says, whatever the history and the order of deployments', () => {
  fc.assert(
    fc.property(history, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }), (parents, picks) => {
      const deployed = picks.map((pick) => pick % parents.length);
      const old = new Set<number>();
      const expected = deployed.map((tip) => {
        const all = [...ancestors(parents, tip)];
        const fresh = all.filter((one) => !old.has(one)).sort((a, b) => a - b);
        const hasCommon = all.some((one) => old.has(one));
        for (const one of all) old.add(one);
        return { commits: fresh, hasCommon };
      });
      const found = deploy(graphOf(parents), ...deployed);
      expect(found.map(({ commits, hasCommon }) => ({ commits, hasCommon }))).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

describe('finds a commit', () => {
  const graph = createCommitGraph(
    ['abcdef0123', 'abcdef0999', '1234567aaa'].map((start) => ({
      sha: start.padEnd(40, '0'),
      parents: [],
      authoredAt: at,
      committedAt: at,
    })),
  );
  test.each([
    ['ABCDEF0123'.padEnd(40, '0'), 'abcdef0123'],
    ['abcdef01', 'abcdef0123'],
    ['ABCDEF09', 'abcdef0999'],
    ['abcdef0', undefined],
    ['1234567', '1234567aaa'],
    ['123456', undefined],
    ['1234568', undefined],
    ['', undefined],
    ['HEAD', undefined],
  ])('by %s: %s', (given, expected) => {
    const found = graph.find(given);
    expect(found === undefined ? undefined : graph.shaOf(found)).toBe(expected?.padEnd(40, '0'));
  });
});

describe('as git rev-list has it', () => {
  const directory = mkdtempSync(join(tmpdir(), 'milepost-history-'));
  afterAll(() => rmSync(directory, { recursive: true }));
  const git = (args: string[], input?: string) =>
    execFileSync('git', args, { cwd: directory, encoding: 'utf8', input, maxBuffer: 1 << 28 });

  test('for 1,000 random pairs of a history with merges, octopuses, criss-crosses and several roots', () => {
    let state = 42;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    git(['init', '-q', '--bare']);
    const size = 600;
    const stream: string[] = [];
    for (let n = 1; n <= size; n++) {
      // Mostly the one before; else one of the last fifty; sometimes a root.
      const count = n === 1 || random(100) === 0 ? 0 : random(5) === 0 ? 2 + random(3) : 1;
      const picks = Array.from({ length: count }, () =>
        Math.max(1, n - 1 - (random(3) === 0 ? random(50) : 0)),
      );
      const [first, ...merged] = [...new Set(picks)];
      stream.push(
        `commit refs/heads/c${n}`,
        `mark :${n}`,
        `committer a <a@example> ${1_600_000_000 + n} +0000`,
      );
      stream.push('data 1', 'x');
      // Without it fast-import takes the branch's last commit, and a new branch has none.
      if (first !== undefined) stream.push(`from :${first}`);
      for (const other of merged) stream.push(`merge :${other}`);
      stream.push('');
    }
    git(['fast-import', '--quiet'], `${stream.join('\n')}\n`);
    const log = git(['log', '--all', '--format=%H %P']).trim().split('\n');
    const graph = createCommitGraph(
      log.map((row) => {
        const [own = '', ...parents] = row.trim().split(' ');
        return { sha: own, parents, authoredAt: at, committedAt: at };
      }),
    );
    expect(graph.size).toBe(size);
    // One process for all would need a protocol; rev-list takes a few milliseconds.
    for (let pair = 0; pair < 1000; pair++) {
      const [from, to] = [random(size), random(size)];
      const expected = git(['rev-list', graph.shaOf(to), `^${graph.shaOf(from)}`])
        .trim()
        .split('\n')
        .filter(Boolean);
      const found = newCommits(graph, to, [from]).commits.map(graph.shaOf);
      expect(found.toSorted()).toEqual(expected.toSorted());
    }
  }, 60_000);
});
