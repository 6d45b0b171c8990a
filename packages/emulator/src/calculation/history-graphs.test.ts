import { expect, test } from 'vitest';
import type { CommitGraph } from '../dora/commit-graph.ts';
import { newCommits } from '../dora/new-commits.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { RepoRecord } from '../store/store.ts';
import { createHistoryGraphs } from './history-graphs.ts';
import { ACCOUNT, driveStore, sha } from './store-driver.fixture.ts';

/** A history of as many repositories as texts are given, and new graphs of it whenever asked. */
async function openHistory(...texts: string[]) {
  const store = await openMemoryStore();
  const drive = driveStore(store);
  await drive.entity('one');
  const ids: string[] = [];
  for (const text of texts) {
    const id = await drive.repo('one');
    await drive.commits(id, text);
    ids.push(id);
  }
  let read = 0;
  const counting = {
    ...store,
    readCommitLinks: async (...query: Parameters<typeof store.readCommitLinks>) => {
      const commits = await store.readCommitLinks(...query);
      read += commits.length;
      return commits;
    },
  };
  const history = async () => {
    const repos: RepoRecord[] = [];
    for (const id of ids) {
      const repo = await store.getRepo(ACCOUNT, id);
      if (repo) repos.push(repo);
    }
    return { name: ids.join(' '), repos };
  };
  return {
    store,
    add: (text: string, repo = 0) => drive.commits(ids[repo] ?? '', text),
    history,
    /** What a calculation does: takes the graph, and remembers what it has seen. */
    async look(options?: { fresh: boolean }) {
      const graphs = createHistoryGraphs(counting, ACCOUNT, options);
      const now = await history();
      read = 0;
      const graph = await graphs.graphOf(now);
      const count = graphs.sizeOf(now.name) ?? null;
      return { graph, read, known: { seqs: now.repos.map(({ lastSeq }) => lastSeq), count } };
    },
    changesSince: async (known: { seqs: number[]; count: number | null }) =>
      createHistoryGraphs(store, ACCOUNT).changesSince(await history(), known),
  };
}

function ancestors(graph: CommitGraph, name: string): string {
  const tip = graph.find(sha(name));
  if (tip === undefined) return '';
  const all = newCommits(graph, tip, []).commits.map((commit) => graph.shaOf(commit).replace(/0+$/, ''));
  return all.sort().join(' ');
}

test('a graph is kept: only what came since is read again', async () => {
  const { add, look } = await openHistory('a@0 b@1:a c@2:b');
  expect((await look()).read).toBe(3);
  expect((await look()).read).toBe(0);
  await add('d@3:c');
  const { read, graph } = await look();
  expect([read, ancestors(graph, 'd')]).toEqual([1, 'a b c d']);
  expect((await look({ fresh: true })).read).toBe(4);
});

test('a graph is made anew when commits came in below', async () => {
  const { add, look } = await openHistory('b@1:a c@2:b');
  expect(ancestors((await look()).graph, 'c')).toBe('b c');
  await add('a@0');
  expect(ancestors((await look()).graph, 'c')).toBe('a b c');
  expect((await look()).read).toBe(0);
});

test('repositories are united, whichever has the parents', async () => {
  const { add, look } = await openHistory('b@1:a', 'a@0');
  expect(ancestors((await look()).graph, 'b')).toBe('a b');
  await add('c@2:b', 1);
  expect(ancestors((await look()).graph, 'c')).toBe('a b c');
});

test('a history without repositories has no commits', async () => {
  const { look } = await openHistory();
  expect((await look()).graph.size).toBe(0);
});

test('nothing changes when nothing came', async () => {
  const { look, changesSince } = await openHistory('a@0', 'b@1');
  expect(await changesSince((await look()).known)).toEqual([]);
});

test.each([
  ['a child', 'c@2:b', ['c']],
  ['a chain of children, in any order', 'd@3:c c@2:b', ['c', 'd']],
  ['a root', 'd@3', ['d']],
  ['a commit with a parent that is missing', 'd@3:f', ['d']],
  ['a parent that was missing', 'e@0', 'anywhere'],
  ['parents of one that had none', 'x@2:a', 'anywhere'],
])('commits that came: %s', async (_, text, expected) => {
  const { add, look, changesSince } = await openHistory('a@0 b@1:a,e x@2:?');
  const { known } = await look();
  await add(text);
  const changes = await changesSince(known);
  const names = changes === 'anywhere' ? changes : changes.map((one) => one.replace(/0+$/, '')).sort();
  expect(names).toEqual(expected);
});

test.each([
  ['a parent that was missing', 'c@2:e', 'e@1'],
  ['parents of one that had none', 'c@2:?', 'c@2:a'],
])('below commits that are not in the kept graph: %s', async (_, first, second) => {
  const { add, look, changesSince } = await openHistory('a@0');
  await look();
  await add(first);
  const { known, read } = await look();
  // On top of the graph that is kept.
  expect(read).toBe(1);
  await add(second);
  expect(await changesSince(known)).toBe('anywhere');
});

test('how many there are is known when commits came on top, also when nobody asks for the graph', async () => {
  const { add, look, history, store } = await openHistory('a@0');
  const { known } = await look();
  await add('b@1:a');
  const graphs = createHistoryGraphs(store, ACCOUNT);
  const now = await history();
  expect(await graphs.changesSince(now, known)).toEqual([sha('b')]);
  expect(graphs.sizeOf(now.name)).toBe(2);
});

test('a calculation that did not look knows nothing', async () => {
  const { add, look, changesSince } = await openHistory('a@0');
  const { known } = await look();
  await add('b@1:a');
  expect(await changesSince({ ...known, count: null })).toBe('anywhere');
});
