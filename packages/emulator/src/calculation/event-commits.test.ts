import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { MetricEvent } from '../store/store.ts';
import { addEventCommits } from './event-commits.ts';
import { ACCOUNT, driveStore, START, sha } from './store-driver.fixture.ts';

/** The commits that events of one entity leave, by the first letters of their shas. */
async function commitsOf(...all: unknown[]) {
  const store = await openMemoryStore();
  const drive = driveStore(store);
  const entityId = await drive.entity('one');
  await addEventCommits(
    store,
    ACCOUNT,
    all.map((attributes, n) => eventOf(attributes, n, entityId)),
  );
  const [repo] = await store.listRepos(ACCOUNT);
  return repo ? await store.readCommits(ACCOUNT, repo.id, 0, 5000) : [];
}

function eventOf(attributes: unknown, n: number, entityId: string | null): MetricEvent {
  return {
    id: `${n}`,
    seq: n + 1,
    type: 'event-commit',
    entityId,
    timestamp: START + n,
    env: null,
    status: null,
    attributes: JSON.stringify(attributes),
  };
}

const authored_at = '2026-02-01T10:00:00+01:00';
const committed_at = '2026-02-02T00:00:00Z';
const [AUTHORED, COMMITTED] = [Date.parse(authored_at), Date.parse(committed_at)];

test.each([
  ['both times', { authored_at, committed_at }, AUTHORED, COMMITTED],
  ['the authored time alone', { authored_at }, AUTHORED, AUTHORED],
  ['the committed time alone', { committed_at }, COMMITTED, COMMITTED],
  ['no time: that of the event', {}, START, START],
  ['times that are none', { authored_at: 'yesterday', committed_at: 5 }, START, START],
])('a commit with %s', async (_, members, authoredAt, committedAt) => {
  expect(await commitsOf({ sha: sha('a'), ...members })).toMatchObject([{ authoredAt, committedAt }]);
});

test.each([
  ['not known', undefined, null],
  ['none, of a root', [], []],
  ['in upper case', [sha('b').toUpperCase()], [sha('b')]],
  ['no list', 'b', null],
  ['a list with one that is none', [sha('b'), 'HEAD'], null],
])('parents that are %s', async (_, parents, expected) => {
  expect((await commitsOf({ sha: sha('a'), parents }))[0]?.parents).toEqual(expected);
});

test.each([
  ['a sha that is too short', { sha: 'abcdef1' }],
  ['a sha that is not hex', { sha: 'g'.repeat(40) }],
  ['a sha that is no text', { sha: 12 }],
  ['no sha', { message: 'x' }],
  ['no attributes', []],
])('%s is no commit', async (_, attributes) => {
  expect(await commitsOf(attributes)).toEqual([]);
});

test('a SHA-256 repository, blanks around a sha, the first line of a message', async () => {
  const [commit] = await commitsOf({ sha: ` ${'AB'.repeat(32)} `, message: `Fix\nbecause`, author: 'Ada' });
  expect(commit).toMatchObject({ sha: 'ab'.repeat(32), message: 'Fix', author: 'Ada' });
});

test('more commits than one call of the store takes', async () => {
  const all = Array.from({ length: 1001 }, (_, n) => ({ sha: n.toString(16).padStart(40, '0') }));
  expect((await commitsOf(...all)).length).toBe(1001);
});

test('each entity has a repository of its own, the same each time; without an entity there is none', async () => {
  const store = await openMemoryStore();
  const drive = driveStore(store);
  const [one, two] = [await drive.entity('one'), await drive.entity('two')];
  const a = { sha: sha('a') };
  const [first, second] = [eventOf(a, 0, one), eventOf(a, 1, two)];
  await addEventCommits(store, ACCOUNT, [first, second, eventOf(a, 2, null)]);
  await addEventCommits(store, ACCOUNT, [eventOf({ sha: sha('b') }, 3, one)]);
  const repos = (await store.listRepos(ACCOUNT)).map(({ kind, entityIds, lastSeq }) => ({
    kind,
    entityIds,
    lastSeq,
  }));
  expect(repos.sort((a, b) => b.lastSeq - a.lastSeq)).toEqual([
    { kind: 'events', entityIds: [one], lastSeq: 2 },
    { kind: 'events', entityIds: [two], lastSeq: 1 },
  ]);
});

test('of a commit that is told twice the parents count, else what was told first', async () => {
  const told = await commitsOf(
    { sha: sha('a'), message: 'first' },
    { sha: sha('a'), message: 'again' },
    { sha: sha('b'), message: 'first' },
    { sha: sha('b'), parents: [], message: 'with parents' },
  );
  expect(told.map(({ message, parents }) => [message, parents]).sort()).toEqual([
    ['first', null],
    ['with parents', []],
  ]);
});
