import { beforeEach, expect, it } from 'vitest';
import type { CommitRecord } from '../repo-port.ts';
import { ACCOUNT, idOf, NOW, OTHER } from './records.fixture.ts';
import { newCommit, newRepo, shaOf } from './repo-records.fixture.ts';
import type { Subject } from './subject.ts';

const REPO = newRepo().id;

export function describeCommits(subject: Subject): void {
  beforeEach(async () => {
    await subject.store.createRepo(newRepo());
  });

  const add = (...commits: CommitRecord[]) => subject.store.addCommits(ACCOUNT, REPO, commits);
  const read = (afterSeq = 0, limit = 10_000) => subject.store.readCommits(ACCOUNT, REPO, afterSeq, limit);
  const lastSeq = async () => (await subject.store.getRepo(ACCOUNT, REPO))?.lastSeq;

  it('keeps every member as given, in the order of the list', async () => {
    const commits = [
      newCommit({ sha: shaOf(2), parents: [shaOf(1), shaOf(9)], authoredAt: 0, committedAt: 1 }),
      newCommit({ sha: shaOf(1), parents: [], message: 'Zahlungen – 決済 👍 \\ \' "' }),
      newCommit({ sha: shaOf(3), parents: null, message: '', author: 'José <j@example.com>' }),
      newCommit({ sha: shaOf(4), authoredAt: Date.parse('9999-12-31T23:59:59.999Z') }),
    ];
    expect(await add(...commits)).toEqual({ accepted: 4, known: 0 });
    expect(await read()).toEqual(commits.map((commit, index) => ({ ...commit, seq: index + 1 })));
    expect(await lastSeq()).toBe(4);
  });

  it('takes none, and 1,000 at once', async () => {
    expect(await add()).toEqual({ accepted: 0, known: 0 });
    expect(await read()).toEqual([]);
    const commits = Array.from({ length: 1000 }, (_, n) =>
      newCommit({ sha: shaOf(n), parents: n > 0 ? [shaOf(n - 1)] : [], message: 'x'.repeat(200) }),
    );
    expect(await add(...commits)).toEqual({ accepted: 1000, known: 0 });
    expect(await read()).toEqual(commits.map((commit, index) => ({ ...commit, seq: index + 1 })));
    expect(await add(...commits)).toEqual({ accepted: 0, known: 1000 });
    expect(await lastSeq()).toBe(1000);
  });

  it('reads behind a sequence, as many as asked for', async () => {
    await add(...Array.from({ length: 10 }, (_, n) => newCommit({ sha: shaOf(n) })));
    const seqs = async (afterSeq: number, limit: number) =>
      (await read(afterSeq, limit)).map(({ seq }) => seq);
    expect(await seqs(0, 3)).toEqual([1, 2, 3]);
    expect(await seqs(3, 3)).toEqual([4, 5, 6]);
    expect(await seqs(9, 3)).toEqual([10]);
    expect(await seqs(10, 3)).toEqual([]);
    expect(await seqs(0, 0)).toEqual([]);
  });

  it('knows no repository that is not there, or is of another account', async () => {
    const { store } = subject;
    expect(await store.addCommits(ACCOUNT, idOf(404), [newCommit()])).toBeUndefined();
    expect(await store.addCommits(OTHER, REPO, [newCommit()])).toBeUndefined();
    expect(await store.addCommits(OTHER, REPO, [])).toBeUndefined();
    expect(await store.readCommits(ACCOUNT, idOf(404), 0, 10)).toEqual([]);
    expect(await store.readCommits(OTHER, REPO, 0, 10)).toEqual([]);
    expect(await read()).toEqual([]);
  });

  it('keeps a commit as it came first, whatever comes under its sha', async () => {
    await add(newCommit({ parents: [shaOf(7)] }));
    const others = [null, [], [shaOf(8)]].map((parents) => newCommit({ parents, message: 'changed' }));
    for (const other of others) expect(await add(other)).toEqual({ accepted: 0, known: 1 });
    expect(await read()).toEqual([{ ...newCommit({ parents: [shaOf(7)] }), seq: 1 }]);
    expect(await lastSeq()).toBe(1);
  });

  it('gives parents to a commit that is known without, at a new place', async () => {
    const bare = newCommit({ parents: null });
    await add(bare, newCommit({ sha: shaOf(2) }));
    expect(await add(bare)).toEqual({ accepted: 0, known: 1 });
    expect(await read(2)).toEqual([]);

    const whole = newCommit({ parents: [shaOf(2)] });
    expect(await add(whole, newCommit({ sha: shaOf(2) }))).toEqual({ accepted: 1, known: 1 });
    expect(await read(2)).toEqual([{ ...whole, seq: 3 }]);
    expect((await read()).map(({ seq }) => seq)).toEqual([2, 3]);
    expect(await lastSeq()).toBe(3);
  });

  it('takes none for the parents of a root', async () => {
    await add(newCommit({ parents: null }));
    expect(await add(newCommit({ parents: [] }))).toEqual({ accepted: 1, known: 0 });
    expect(await read()).toEqual([{ ...newCommit({ parents: [] }), seq: 2 }]);
  });

  it.each([
    { name: 'the one that knows its parents', first: null, second: [shaOf(7)], message: 'second' },
    { name: 'the first of two that do', first: [shaOf(7)], second: [shaOf(8)], message: 'first' },
    { name: 'the first of two that do not', first: null, second: null, message: 'first' },
    { name: 'the first, if only it does', first: [shaOf(7)], second: null, message: 'first' },
  ])('takes of a sha that comes twice $name', async ({ first, second, message }) => {
    const twice = [
      newCommit({ parents: first, message: 'first' }),
      newCommit({ parents: second, message: 'second' }),
    ];
    expect(await add(...twice)).toEqual({ accepted: 1, known: 1 });
    const [taken, ...more] = twice.filter((commit) => commit.message === message);
    expect(more).toEqual([]);
    expect(await read()).toEqual([{ ...taken, seq: 1 }]);
  });

  it('adds each commit once when many callers bring it together', async () => {
    const calls = Array.from({ length: 10 }, (_, call) =>
      Array.from({ length: 20 }, (_, n) => newCommit({ sha: shaOf(call * 10 + n) })),
    );
    const answers = await Promise.all(calls.map((commits) => add(...commits)));
    expect(answers.reduce((sum, answer) => sum + (answer?.accepted ?? 0), 0)).toBe(110);
    expect(answers.reduce((sum, answer) => sum + (answer?.known ?? 0), 0)).toBe(90);
    const commits = await read();
    expect(commits.map(({ seq }) => seq)).toEqual(Array.from({ length: 110 }, (_, n) => n + 1));
    expect(new Set(commits.map(({ sha }) => sha)).size).toBe(110);
    expect(await lastSeq()).toBe(110);
  });

  it('keeps repositories apart that have the same commits', async () => {
    const { store } = subject;
    await store.createRepo(newRepo({ id: idOf(2) }));
    await store.createRepo(newRepo({ accountId: OTHER }));
    await add(newCommit({ parents: null }));
    const whole = newCommit({ authoredAt: NOW });
    expect(await store.addCommits(ACCOUNT, idOf(2), [whole])).toEqual({ accepted: 1, known: 0 });
    expect(await store.addCommits(OTHER, REPO, [whole])).toEqual({ accepted: 1, known: 0 });
    expect(await read()).toEqual([{ ...newCommit({ parents: null }), seq: 1 }]);
    expect(await store.readCommits(OTHER, REPO, 0, 10)).toEqual([{ ...whole, seq: 1 }]);
  });
}
