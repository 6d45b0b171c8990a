import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeRepository } from './git-repository.fixture.ts';
import { messageOf, openScene, readAll } from './history.fixture.ts';
import { readHistory } from './read-history.ts';

const scene = await openScene();

/** A repository of 150 commits that has been read: enough for git to keep them in a pack. */
async function readOnce(format?: string) {
  const repository = scene.repository(format);
  repository.branch('main', repository.line(150));
  await repository.read();
  const packs = join(repository.options.mirror, 'objects', 'pack');
  const packNames = (await readdir(packs)).filter((name) => name.endsWith('.pack'));
  expect(packNames).toHaveLength(1);
  return { ...repository, mirror: repository.options.mirror, packs, pack: join(packs, packNames[0] ?? '') };
}

describe('a mirror that is broken is mended, and nothing is lost', () => {
  test.each([
    ['its pack is lost', ({ pack }) => rm(pack)],
    ['its pack is cut off', ({ pack }) => chmod(pack, 0o600).then(() => truncate(pack, 100))],
    ['its configuration is none', ({ mirror }) => writeFile(join(mirror, 'config'), '[broken')],
    ['its objects are lost', ({ mirror }) => rm(join(mirror, 'objects'), { recursive: true })],
    ['a lock of git has stayed', ({ mirror }) => writeFile(join(mirror, 'packed-refs.lock'), '')],
  ] satisfies [string, (mirror: { mirror: string; pack: string }) => Promise<void>][])(
    '%s',
    async (_, harm) => {
      const repository = await readOnce();
      const next = repository.commit('next', repository.git(['rev-parse', 'main']));
      repository.branch('next', next);
      // So that git has to write what the lock guards.
      repository.removeBranch('main');
      await harm(repository);
      expect((await repository.read()).at(-1)).toBe(next);
      const count = repository.git(['--git-dir', repository.mirror, 'rev-list', '--count', '--all']);
      expect([count, await repository.read()]).toEqual(['151', []]);
    },
  );

  test('one of SHA-256, too, and all of it comes again', async () => {
    const repository = await readOnce('sha256');
    await writeFile(join(repository.mirror, 'config'), '[broken');
    expect((await repository.read()).toSorted()).toEqual(repository.reachable());
  });

  test('but not because the source is broken', async () => {
    const repository = await readOnce();
    const lost = repository.commit('lost', repository.git(['rev-parse', 'main']));
    repository.branch('main', repository.commit('next', lost));
    await rm(join(repository.directory, 'objects', lost.slice(0, 2), lost.slice(2)));
    expect(await messageOf(readAll(repository.options))).toMatch(
      /^UnreadableRepositoryError: git cannot read/,
    );
    expect(await readdir(repository.mirror)).toContain('milepost-delivered');
  });
});

test('another location in the same mirror takes its place', async () => {
  const { options } = await readOnce();
  const other = makeRepository(scene.unused('repository'), scene.home, 'sha256');
  const root = other.commit('other');
  other.branch('main', root);
  expect((await readAll({ ...options, location: { url: null, path: other.directory } })).shas).toEqual([
    root,
  ]);
});

test('what a fetch that was killed has left is removed', async () => {
  const { read, packs } = await readOnce();
  await writeFile(join(packs, 'tmp_pack_abc'), 'gigabytes');
  await read();
  expect((await readdir(packs)).filter((name) => name.startsWith('tmp_'))).toEqual([]);
});

test('many packs become one', async () => {
  const { options, packs, ...repository } = await readOnce();
  const config = scene.unused('config');
  await writeFile(config, '[gc]\nautoPackLimit = 1\n');
  repository.branch('main', repository.line(150));
  const env = { ...options.env, GIT_CONFIG_GLOBAL: config };
  expect(await readAll({ ...options, env })).toMatchObject({ commits: 150 });
  expect((await readdir(packs)).filter((name) => name.endsWith('.pack'))).toHaveLength(1);
});

test('hooks in the mirror are not run, nor does the environment of a hook mislead', async () => {
  const repository = await readOnce();
  const hook = join(repository.mirror, 'hooks', 'reference-transaction');
  repository.git(['init', '--quiet', '--bare', join(repository.mirror, 'hooks')]);
  await writeFile(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  repository.branch('main', repository.commit('next', repository.git(['rev-parse', 'main'])));
  const env = { ...repository.options.env, GIT_DIR: '/nowhere', GIT_OBJECT_DIRECTORY: '/nowhere' };
  expect(await readAll({ ...repository.options, env })).toMatchObject({ commits: 1 });
});

describe('two readings of one mirror', () => {
  test('take turns, and each commit comes once', async () => {
    const { options, ...repository } = scene.repository();
    repository.branch('main', repository.line(5));
    const counts = await Promise.all([readAll(options), readAll(options), readAll(options)]);
    expect(counts.map(({ commits }) => commits).toSorted()).toEqual([0, 0, 5]);
  });

  test('one that is aborted while it waits says so, and the other goes on', async () => {
    const { options, ...repository } = scene.repository();
    repository.branch('main', repository.line(2));
    const taking = Promise.withResolvers<void>();
    const hold = Promise.withResolvers<void>();
    const first = readHistory(options, () => {
      taking.resolve();
      return hold.promise;
    });
    await taking.promise;
    const waiting = messageOf(readAll({ ...options, signal: AbortSignal.timeout(150) }));
    expect(await waiting).toMatch(/^UnreadableRepositoryError: The reading of .* was stopped before its end/);
    hold.resolve();
    expect(await first).toEqual({ commits: 2, isShallow: false });
  });

  test('one whose process is killed lets the next one go on', async () => {
    const { options, ...repository } = scene.repository();
    repository.branch('main', repository.line(2));
    const given = JSON.stringify({ ...options, tokens: undefined });
    const script = `
      const { readHistory } = await import(${JSON.stringify(new URL('read-history.ts', import.meta.url).href)});
      await readHistory({ ...${given}, tokens: new Map() }, async () => {
        console.log('taking');
        await new Promise((resolve) => setTimeout(resolve, 60_000));
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(String((await once(child.stdout, 'data'))[0])).toBe('taking\n');
    const next = readAll(options);
    child.kill('SIGKILL');
    expect(await next).toMatchObject({ commits: 2 });
  });
});
