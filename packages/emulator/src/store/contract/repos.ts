import { describe, expect, it } from 'vitest';
import type { RepoRecord } from '../repo-port.ts';
import { ACCOUNT, idOf, NOW, OTHER } from './records.fixture.ts';
import { newCommit, newRepo, shaOf } from './repo-records.fixture.ts';
import type { Subject } from './subject.ts';

const REPO = newRepo().id;

export function describeRepos(subject: Subject): void {
  const stored = (members: Partial<RepoRecord> = {}) => ({ ...newRepo(), lastSeq: 0, ...members });

  it('keeps every member as given, and has no commits at first', async () => {
    const { store } = subject;
    const repo = newRepo({
      name: 'Zahlungen – 決済 👍',
      kind: 'events',
      url: 'https://example.com/a b?c=%20',
      path: "/srv/git/it's.git",
      entityIds: [idOf(3), idOf(2)],
      readAt: NOW,
      readError: 'no "such" directory',
    });
    expect(await store.createRepo(repo)).toBe('created');
    expect(await store.getRepo(ACCOUNT, REPO)).toEqual({ ...repo, lastSeq: 0 });
    expect(await store.listRepos(ACCOUNT)).toEqual([{ ...repo, lastSeq: 0 }]);
    expect(await store.readCommits(ACCOUNT, REPO, 0, 100)).toEqual([]);
  });

  it('finds no repository that is not there', async () => {
    expect(await subject.store.getRepo(ACCOUNT, idOf(404))).toBeUndefined();
    expect(await subject.store.listRepos(ACCOUNT)).toEqual([]);
  });

  it('creates a repository once, also when two ask for it together', async () => {
    const { store } = subject;
    const answers = await Promise.all([store.createRepo(newRepo()), store.createRepo(newRepo())]);
    expect(answers.toSorted()).toEqual(['created', 'exists']);
    await store.addCommits(ACCOUNT, REPO, [newCommit()]);
    expect(await store.createRepo(newRepo({ name: 'second' }))).toBe('exists');
    expect(await store.getRepo(ACCOUNT, REPO)).toEqual(stored({ lastSeq: 1 }));
  });

  it('lists by name, then id, by code unit', async () => {
    const { store } = subject;
    const names = ['B', 'a', 'a', 'a b', 'a-b', 'ab', 'z', 'é', '決'];
    for (const [n, name] of Array.from(names.entries()).reverse()) {
      await store.createRepo(newRepo({ id: idOf(n), name }));
      await store.createRepo(newRepo({ accountId: OTHER, id: idOf(n), name }));
    }
    const repos = await store.listRepos(ACCOUNT);
    expect(repos).toEqual(names.map((name, n) => stored({ id: idOf(n), name })));
  });

  it('notes how a reading went, and nothing else', async () => {
    const { store } = subject;
    await store.createRepo(newRepo());
    await store.createRepo(newRepo({ accountId: OTHER }));
    await store.addCommits(ACCOUNT, REPO, [newCommit()]);
    for (const reading of [
      { readAt: NOW, readError: 'gone' },
      { readAt: NOW + 1, readError: null },
    ]) {
      await store.noteRepoReading(ACCOUNT, REPO, reading);
      expect(await store.getRepo(ACCOUNT, REPO)).toEqual(stored({ lastSeq: 1, ...reading }));
    }
    await store.noteRepoReading(ACCOUNT, idOf(404), { readAt: NOW, readError: null });
    expect(await store.getRepo(ACCOUNT, idOf(404))).toBeUndefined();
    expect(await store.getRepo(OTHER, REPO)).toEqual(stored({ accountId: OTHER }));
  });

  it('lists those whose last reading failed, when they are asked for', async () => {
    const { store } = subject;
    for (const n of [1, 2, 3]) await store.createRepo(newRepo({ id: idOf(n), name: `r${n}` }));
    await store.noteRepoReading(ACCOUNT, idOf(2), { readAt: NOW, readError: 'It is gone.' });
    await store.noteRepoReading(ACCOUNT, idOf(3), { readAt: NOW, readError: null });
    const unreadable = await store.listRepos(ACCOUNT, { unreadable: true });
    expect(unreadable.map(({ name }) => name)).toEqual(['r2']);
  });

  it('deletes a repository with its commits and its graph, once', async () => {
    const { store } = subject;
    for (const accountId of [ACCOUNT, OTHER]) {
      for (const id of [idOf(1), idOf(2)]) {
        await store.createRepo(newRepo({ accountId, id }));
        await store.addCommits(accountId, id, [newCommit()]);
        await store.putCommitGraph(accountId, id, { seq: 1, body: Uint8Array.of(1) });
      }
    }
    expect(await store.deleteRepo(ACCOUNT, REPO)).toBe('deleted');
    expect(await store.deleteRepo(ACCOUNT, REPO)).toBe('not-found');
    expect(await store.getRepo(ACCOUNT, REPO)).toBeUndefined();
    expect(await store.getCommitGraph(ACCOUNT, REPO)).toBeUndefined();

    await store.createRepo(newRepo());
    expect(await store.getRepo(ACCOUNT, REPO)).toEqual(stored());
    expect(await store.readCommits(ACCOUNT, REPO, 0, 100)).toEqual([]);
    for (const [accountId, id] of [
      [ACCOUNT, idOf(2)],
      [OTHER, idOf(1)],
    ] as const) {
      expect(await store.readCommits(accountId, id, 0, 100)).toEqual([{ ...newCommit(), seq: 1 }]);
      expect((await store.getCommitGraph(accountId, id))?.seq).toBe(1);
    }
  });

  describe('packed graphs', () => {
    it('come back byte for byte, the last one', async () => {
      const { store } = subject;
      await createRepoWithCommits(3);
      expect(await store.getCommitGraph(ACCOUNT, REPO)).toBeUndefined();
      for (const { seq, length } of [
        { seq: 1, length: 0 },
        { seq: 2, length: 1_000_000 },
        { seq: 3, length: 256 },
      ]) {
        const body = Uint8Array.from({ length }, (_, n) => n % 256);
        await store.putCommitGraph(ACCOUNT, REPO, { seq, body });
        const graph = await store.getCommitGraph(ACCOUNT, REPO);
        expect(graph?.seq).toBe(seq);
        expect(Buffer.compare(graph?.body ?? Uint8Array.of(1), body)).toBe(0);
      }
    });

    it("are the account's and the repository's own", async () => {
      const { store } = subject;
      await createRepoWithCommits(1);
      await store.createRepo(newRepo({ id: idOf(2) }));
      await store.createRepo(newRepo({ accountId: OTHER }));
      await store.putCommitGraph(ACCOUNT, REPO, { seq: 1, body: Uint8Array.of(1) });
      expect(await store.getCommitGraph(ACCOUNT, REPO)).toBeDefined();
      expect(await store.getCommitGraph(OTHER, REPO)).toBeUndefined();
      expect(await store.getCommitGraph(ACCOUNT, idOf(2))).toBeUndefined();
    });

    it('are not kept when their commits are gone by now', async () => {
      const { store } = subject;
      await createRepoWithCommits(3);
      const before = await store.readContents([ACCOUNT]);
      await store.addCommits(ACCOUNT, REPO, [newCommit({ sha: shaOf(4) })]);
      await store.replaceContents(before, [ACCOUNT]);
      const [body, several] = [Uint8Array.of(1), idOf(99)];
      for (const id of [REPO, several]) {
        await store.putCommitGraph(ACCOUNT, id, { seq: 4, body });
        expect(await store.getCommitGraph(ACCOUNT, id)).toBeUndefined();
        await store.putCommitGraph(ACCOUNT, id, { seq: 3, body });
        expect((await store.getCommitGraph(ACCOUNT, id))?.seq).toBe(3);
      }
    });

    async function createRepoWithCommits(count: number): Promise<void> {
      await subject.store.createRepo(newRepo());
      const commits = Array.from({ length: count }, (_, n) => newCommit({ sha: shaOf(n + 1) }));
      await subject.store.addCommits(ACCOUNT, REPO, commits);
    }
  });
}
