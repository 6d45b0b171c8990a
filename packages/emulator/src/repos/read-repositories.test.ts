import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { cleanEnvironment } from './git-repository.fixture.ts';
import { openScene } from './history.fixture.ts';
import { lockMirror } from './lock-mirror.ts';
import { mirrorDirectory } from './read-history.ts';
import { readRepositories } from './read-repositories.ts';
import { removeMirrors, removeOldMirrors } from './remove-mirrors.ts';

const scene = await openScene();
const ONE = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const REPO = '00000000-0000-4000-8000-00000000000a';

/** A repository that two accounts have under the same id, as after one restored the other's snapshot. */
async function openShared() {
  const repository = scene.repository();
  const store = await openMemoryStore();
  for (const accountId of [ONE, OTHER]) {
    await store.ensureAccount({ id: accountId, name: 'x', createdAt: 0 });
    const place = { url: null, path: repository.directory, entityIds: [] };
    const unread = { createdAt: 0, readAt: null, readError: null };
    await store.createRepo({ accountId, id: REPO, name: 'x', kind: 'connected', ...place, ...unread });
  }
  const mirrors = scene.unused('mirrors');
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => logged.push(line) });
  const env = cleanEnvironment(scene.home);
  const deps = { store, clock: { now: () => 1 }, log, mirrors, tokens: new Map(), env };
  return {
    ...repository,
    store,
    mirrors,
    log,
    logged,
    /** How many commits each account has then. */
    async readBoth() {
      for (const accountId of [ONE, OTHER]) await readRepositories(deps, accountId);
      const kept = [ONE, OTHER].map((accountId) => store.readCommits(accountId, REPO, 0, 100));
      return (await Promise.all(kept)).map(({ length }) => length);
    },
  };
}

it('two accounts that have a repository under the same id both get its commits', async () => {
  const { readBoth, ...repository } = await openShared();
  const base = repository.line(2);
  repository.branch('main', base);
  expect(await readBoth()).toEqual([2, 2]);
  repository.branch('main', repository.commit('next', base));
  expect(await readBoth()).toEqual([3, 3]);
});

it('mirrors are removed of the accounts that are named alone', async () => {
  const { readBoth, mirrors, log, logged, ...repository } = await openShared();
  repository.branch('main', repository.line(1));
  await readBoth();
  const handFed = { accountId: ONE, id: OTHER };
  await removeMirrors([{ accountId: ONE, id: REPO }, handFed], mirrors, log);
  expect((await readdir(mirrors)).toSorted()).toEqual(
    [`${ONE}.${REPO}.git.lock`, `${OTHER}.${REPO}.git`, `${OTHER}.${REPO}.git.lock`].toSorted(),
  );
  expect(logged).toEqual([]);
});

it('a mirror that somebody works on is not pulled away under them, but logged', async () => {
  const { readBoth, mirrors, log, logged, ...repository } = await openShared();
  repository.branch('main', repository.line(1));
  await readBoth();
  const mirror = mirrorDirectory(mirrors, ONE, REPO);
  const lock = await lockMirror(mirror, undefined);
  const both = [ONE, OTHER].map((accountId) => ({ accountId, id: REPO }));
  await removeMirrors(both, mirrors, log, 1);
  lock.release();
  expect((await readdir(mirrors)).filter((name) => name.endsWith('.git'))).toEqual([`${ONE}.${REPO}.git`]);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ account: ONE, repo: REPO, mirror }]);
});

it('mirrors of nobody, and those of old names, go; what is no mirror stays', async () => {
  const { readBoth, store, mirrors, ...repository } = await openShared();
  repository.branch('main', repository.line(1));
  await readBoth();
  await store.deleteRepo(ONE, REPO);
  await mkdir(join(mirrors, `${REPO}.git`));
  await writeFile(join(mirrors, `${REPO}.git.lock`), '');
  await writeFile(join(mirrors, 'notes'), '');
  await removeOldMirrors(store, mirrors);
  expect((await readdir(mirrors)).toSorted()).toEqual(
    [`${OTHER}.${REPO}.git`, `${OTHER}.${REPO}.git.lock`, 'notes'].toSorted(),
  );
});
