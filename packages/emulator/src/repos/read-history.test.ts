import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FIRST_COMMIT } from './git-repository.fixture.ts';
import { openScene, readAll } from './history.fixture.ts';
import { mirrorDirectory, readHistory } from './read-history.ts';

const scene = await openScene();

describe('what is delivered', () => {
  test('the commits of all branches and tags, parents before children, with what they say', async () => {
    const repository = scene.repository();
    const root = repository.commit('Begin');
    const arms = ['a', 'b', 'c'].map((name) => repository.commit(name, root));
    const octopus = repository.commit('Octopus\n\nIt has three arms.', ...arms);
    const other = repository.commit('A root of its own');
    repository.branch('main', octopus);
    repository.tag('v1', other);
    repository.git(['tag', 'light', repository.commit('Released from no branch', root)]);

    const { delivered, shas, ...result } = await readAll(repository.options);
    expect(shas.toSorted()).toEqual(repository.reachable());
    expect(result).toEqual({ commits: 7, isShallow: false, batches: [7] });
    const order = new Map(shas.map((sha, index) => [sha, index]));
    for (const { sha, parents } of delivered) {
      for (const parent of parents ?? []) expect(order.get(parent)).toBeLessThan(order.get(sha) ?? -1);
    }
    expect(delivered.find(({ sha }) => sha === octopus)).toEqual({
      sha: octopus,
      parents: arms,
      authoredAt: (FIRST_COMMIT + 300) * 1000,
      committedAt: (FIRST_COMMIT + 300) * 1000,
      message: 'Octopus',
      author: 'Ada <ada@example.com>',
    });
    expect(delivered.find(({ sha }) => sha === root)?.parents).toEqual([]);
  });

  test('each commit once: a second reading brings only what was added, and a third nothing', async () => {
    const repository = scene.repository();
    const first = repository.line(3);
    repository.branch('main', first);
    expect(await repository.read()).toHaveLength(3);
    const second = repository.commit('more', first);
    repository.branch('main', second);
    repository.branch('old', first);
    expect(await repository.read()).toEqual([second]);
    expect(await repository.read()).toEqual([]);
  });

  test('after a forced push only the new side, and of a history that was rewritten whole all of it', async () => {
    const repository = scene.repository();
    const base = repository.line(2);
    repository.branch('main', repository.commit('wrong', base));
    await repository.read();
    const right = repository.commit('right', base);
    repository.branch('main', right);
    expect(await repository.read()).toEqual([right]);
    repository.branch('main', repository.line(4));
    expect(await repository.read()).toHaveLength(4);
  });

  test('of a branch whose name has become a directory', async () => {
    const repository = scene.repository();
    const first = repository.commit('first');
    repository.branch('fix', first);
    await repository.read();
    repository.removeBranch('fix');
    const second = repository.commit('second', first);
    repository.branch('fix/typo', second);
    expect(await repository.read()).toEqual([second]);
  });

  test('nothing of an empty repository, and its first commits later', async () => {
    const repository = scene.repository();
    expect(await readAll(repository.options)).toMatchObject({ commits: 0, isShallow: false, batches: [] });
    repository.branch('main', repository.line(2));
    expect(await repository.read()).toHaveLength(2);
  });

  test.each([['sha1'], ['sha256']])('of a repository of %s, filled or empty', async (format) => {
    const repository = scene.repository(format);
    expect(await repository.read()).toEqual([]);
    repository.branch('main', repository.line(2));
    expect((await repository.read()).toSorted()).toEqual(repository.reachable());
    repository.branch('main', repository.line(1));
    expect(await repository.read()).toHaveLength(1);
  });

  test('20,000 commits in batches of 1,000, the next one only when the last is taken', async () => {
    const repository = scene.repository();
    const commits = Array.from({ length: 20_000 }, (_, n) => {
      const message = `Change ${n}\n\n${'Why it was made. '.repeat(n % 50)}`;
      const head = `commit refs/heads/main\ncommitter Ada <ada@example.com> ${FIRST_COMMIT + n} +0000`;
      return `${head}\ndata ${message.length}\n${message}\n`;
    });
    repository.git(['fast-import', '--quiet'], commits.join(''));
    const full = new Error('the disk is full');
    let taken = 0;
    const stopping = readHistory(repository.options, async () => {
      if (++taken === 2) throw full;
    });
    await expect(stopping).rejects.toBe(full);
    expect(taken).toBe(2);
    const messages: string[] = [];
    let taking = 0;
    const { commits: count } = await readHistory(repository.options, async (batch) => {
      expect([batch.length, ++taking]).toEqual([1000, 1]);
      await new Promise(setImmediate);
      messages.push(...batch.map(({ message }) => message));
      taking--;
    });
    expect(count).toBe(20_000);
    expect(messages).toEqual(Array.from({ length: 20_000 }, (_, n) => `Change ${n}`));
  });
});

describe('a reading that is interrupted', () => {
  test('ends with what take threw, and its commits come again', async () => {
    const repository = scene.repository();
    repository.branch('main', repository.line(3));
    const error = new Error('the store is closed');
    await expect(readHistory(repository.options, () => Promise.reject(error))).rejects.toBe(error);
    expect(await repository.read()).toHaveLength(3);
  });

  test('loses nothing that it had fetched, though the source has lost it since', async () => {
    const repository = scene.repository();
    const base = repository.commit('base');
    repository.branch('main', base);
    await repository.read();
    const deployed = repository.commit('deployed, then forced away', base);
    repository.branch('main', deployed);
    const error = new Error('crash');
    await expect(readHistory(repository.options, () => Promise.reject(error))).rejects.toBe(error);
    const kept = repository.commit('kept', base);
    repository.branch('main', kept);
    expect(await repository.read()).toEqual([deployed, kept]);
  });

  test('and git has collected the old tips since: what is reached anew comes', async () => {
    const repository = scene.repository();
    const base = repository.commit('base');
    repository.branch('main', repository.commit('wrong', base));
    await repository.read();
    repository.branch('main', repository.commit('right', base));
    const error = new Error('crash');
    await expect(readHistory(repository.options, () => Promise.reject(error))).rejects.toBe(error);
    repository.git(['--git-dir', repository.options.mirror, 'gc', '--quiet', '--prune=now']);
    expect((await repository.read()).toSorted()).toEqual(repository.reachable());
  });
});

test('a mirror that is to be made anew holds nothing back', async () => {
  const { options, read, ...repository } = scene.repository();
  repository.branch('main', repository.line(2));
  expect(await read()).toHaveLength(2);
  expect(await read()).toEqual([]);
  expect((await readAll({ ...options, anew: true })).commits).toBe(2);
});

test('the mirror of a repository stays below the directory of mirrors', () => {
  expect(mirrorDirectory('/data/mirrors', 'a1', '0198-ab')).toBe(join('/data/mirrors', 'a1.0198-ab.git'));
  expect(mirrorDirectory('/data/mirrors', '..', '../../etc')).toBe(
    join('/data/mirrors', '.....%2F..%2Fetc.git'),
  );
});
