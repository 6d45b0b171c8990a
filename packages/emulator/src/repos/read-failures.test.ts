import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainFailure } from './explain-failure.ts';
import { GitError } from './git-error.ts';
import { parseLocation } from './git-source.ts';
import { messageOf, openScene, readAll } from './history.fixture.ts';

const scene = await openScene();

/** A server that takes connections and never says a word. */
async function startMute() {
  const server = createServer();
  const connected = once(server, 'connection');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    location: { url: `git://127.0.0.1:${port}/app`, path: null },
    connected,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

describe('a location that cannot be read', () => {
  test('a path that is not there, is a file, or is no repository', async () => {
    const [file, directory] = [scene.unused('file'), scene.unused('directory')];
    await Promise.all([writeFile(file, ''), mkdir(directory)]);
    const say = (path: string) => messageOf(readAll(scene.optionsFor(path)));
    expect(await say('/not/there')).toMatch(
      /: The path \/not\/there cannot be opened \(ENOENT\) on the machine/,
    );
    expect(await say(file)).toContain(`The path ${file} is no directory on the machine of this service; `);
    expect(await say(directory)).toContain(`There is no repository at ${directory}, or it is hidden`);
  });

  test('a host that is not known, a port that nobody has, ext:: in spite of all', async () => {
    const say = (url: string) =>
      messageOf(readAll({ ...scene.optionsFor('/'), location: { url, path: null } }));
    expect(await say('git://host.invalid/app')).toContain(
      'The host host.invalid of git://host.invalid/app is not',
    );
    expect(await say('git://127.0.0.1:1/app')).toContain(
      '127.0.0.1:1 cannot be reached for git://127.0.0.1:1/app',
    );
    expect(await say('ext::touch owned')).toContain('The url is no address of a repository; give an https,');
  });

  test('a path that belongs to another user names the way out', async () => {
    const { directory, options } = scene.repository();
    // git's own variable for tests; only a superuser can give files away.
    const env = { ...options.env, PATH: await scene.wrapGit('export GIT_TEST_ASSUME_DIFFERENT_OWNER=1') };
    expect(await messageOf(readAll({ ...options, env }))).toContain(
      `${directory} belongs to another user, so git does not read it: as the user of this service run git config --global --add safe.directory ${directory}`,
    );
  });

  test('git that is not installed', async () => {
    const { options } = scene.repository();
    const env = { ...options.env, PATH: scene.home };
    expect(await messageOf(readAll({ ...options, env }))).toContain(
      `git cannot be started, so ${options.location.path} was not read: install git 2.30 or newer`,
    );
  });

  test('a mirror that cannot be made', async () => {
    const { options } = scene.repository();
    const file = scene.unused('file');
    await writeFile(file, '');
    expect(await messageOf(readAll({ ...options, mirror: join(file, 'mirror') }))).toMatch(
      /^UnreadableRepositoryError: .*ENOTDIR.*check/,
    );
  });
});

describe('what takes too long', () => {
  test('a server that is silent for longer than allowed', async () => {
    await using mute = await startMute();
    const options = { ...scene.optionsFor('/'), location: mute.location, timeout: 300 };
    expect(await messageOf(readAll(options))).toBe(
      `UnreadableRepositoryError: git said nothing about ${mute.location.url} for 0.3 s and was stopped: check the server, or allow it more time`,
    );
  });

  test('is stopped by the signal, while it waits for the server or begins', async () => {
    await using mute = await startMute();
    const abort = new AbortController();
    const options = { ...scene.optionsFor('/'), location: mute.location, signal: abort.signal };
    const reading = messageOf(readAll(options));
    await mute.connected;
    abort.abort();
    const expected = `UnreadableRepositoryError: The reading of ${mute.location.url} was stopped before its end: read it again`;
    expect(await reading).toBe(expected);
    expect(await messageOf(readAll(options))).toBe(expected);
  });
});

describe('what git says', () => {
  const source = parseLocation({ url: 'https://ada:pass%20word@example.com/certificate', path: null });
  const say = (stderr: string) => explainFailure(new GitError('failed', stderr), source, 1000).message;

  test.each([
    ["fatal: repository 'https://example.com/certificate/' not found", /^There is no repository at /],
    [
      'fatal: write error: No space left on device',
      /^The disk is full, so https:\/\/example.com\/certificate was/,
    ],
    [
      'Host key verification failed.\nfatal: Could not read from remote repository.',
      /^example.com is not among/,
    ],
    ['git@example.com: Permission denied (publickey).\nfatal: Could not', /refuses this service's SSH key/],
    ["fatal: transport 'ext' not allowed", /leads to a protocol that is not allowed/],
    ["fatal: unsafe repository ('/srv/a' is owned by someone else)", /--add safe\.directory \/srv\/a$/],
    [
      'Receiving: 1%\rfatal: odd',
      /^git cannot read https:\/\/example.com\/certificate: fatal: odd; try it with/,
    ],
    ['', /: it does not say why; try it with git ls-remote on the machine of this service$/],
  ])('%j', (stderr, expected) => {
    expect(say(stderr)).toMatch(expected);
  });

  test('is cut, and without passwords, userinfo and control characters', () => {
    const message = say(
      `fatal: \x1b[31mpass word pass%20word https://x:y@example.com/ ${'long '.repeat(100)}`,
    );
    expect(message).toContain(': fatal:  [31m*** *** https://example.com/ long ');
    expect(message.length).toBeLessThan(400);
  });
});
