/**
 * What deployments bring, as the calculator finds it, beside what git says: for random pairs of commits of a real
 * repository, `newCommits` has to be `git rev-list A ^B`.
 *
 *   npm run check:rev-list -- PATH [--pairs 1000] [--seed 1]
 */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Commit, createCommitGraph } from '../src/dora/commit-graph.ts';
import { newCommits } from '../src/dora/new-commits.ts';
import { print } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
});
const [path] = positionals;
if (path === undefined)
  throw new Error('PATH of a git repository is missing: npm run check:rev-list -- PATH');
const pairs = Number(values.pairs);
if (!Number.isInteger(pairs) || pairs < 1)
  throw new Error(`--pairs is a whole number from 1 on, not ${values.pairs}`);
let state = Number(values.seed);
if (!Number.isInteger(state)) throw new Error(`--seed is a whole number, not ${values.seed}`);

const git = (...args: string[]) =>
  execFileSync('git', ['-C', path, ...args], { encoding: 'utf8', maxBuffer: 2 ** 30 }).trim();
/** Rows of what git printed; none of nothing. */
const rowsOf = (text: string) => (text === '' ? [] : text.split('\n'));

const readAt = performance.now();
const commits = rowsOf(git('log', '--all', '--format=%H %at %ct %P')).map((row): Commit => {
  const [sha = '', authored, committed, ...parents] = row.trim().split(' ');
  return { sha, parents, authoredAt: Number(authored) * 1000, committedAt: Number(committed) * 1000 };
});
const builtAt = performance.now();
const graph = createCommitGraph(commits);
const startedAt = performance.now();
const count = (isOne: (commit: number) => boolean) =>
  Array.from({ length: graph.size }, (_, n) => n).filter(isOne).length;
print(
  `${path}: ${graph.size} commits, ${count(graph.isMerge)} of them merges, ${count((n) => graph.parentCount(n) === 0)} without a parent, ${count(graph.isBoundary)} at the edge of a shallow clone`,
);
print(`read in ${Math.round(builtAt - readAt)} ms, built in ${Math.round(startedAt - builtAt)} ms`);

let [ours, gits, found, most] = [0, 0, 0, 0];
for (let pair = 1; pair <= pairs; pair++) {
  const [from, to] = [randomCommit(), randomCommit()];
  const [before, tip] = [graph.shaOf(from), graph.shaOf(to)];
  const gitAt = performance.now();
  const expected = rowsOf(git('rev-list', tip, `^${before}`));
  const ownAt = performance.now();
  const { commits: fresh } = newCommits(graph, to, [from]);
  ours += performance.now() - ownAt;
  gits += ownAt - gitAt;
  found += fresh.length;
  most = Math.max(most, fresh.length);
  if (fresh.map(graph.shaOf).sort().join() !== expected.sort().join())
    throw new Error(
      `git rev-list ${tip} ^${before} has ${expected.length} commits, newCommits ${fresh.length}`,
    );
}
const each = (total: number) => (total / pairs).toFixed(3);
print(`${pairs} random pairs agree; ${found} new commits, ${most} at most`);
print(`a pair: newCommits ${each(ours)} ms, git rev-list with its process ${each(gits)} ms`);

/** A linear congruence: the same pairs for the same seed. */
function randomCommit(): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * graph.size);
}
