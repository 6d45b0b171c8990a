import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeRepository } from '../../../src/repos/git-repository.fixture.ts';
import { makeCertificate, startGitServer } from '../../../src/repos/git-server.fixture.ts';
import { openEngine } from './open-engine.ts';
import { run } from './run.ts';
import { startContainer } from './start-container.ts';
import type { Engine } from './start-engine.ts';

/** What git needs in the image is copied file by file (Dockerfile): all that the emulator asks of it is tried. */
let engine: Engine;
let directory: string;
let certificate: { key: string; cert: string };
beforeAll(async () => {
  engine = await openEngine('host');
  directory = await mkdtemp(join(tmpdir(), 'milepost-git-'));
  certificate = await makeCertificate();
  await writeFile(join(directory, 'ca.pem'), certificate.cert);
  const repository = makeRepository(join(directory, 'app.git'), directory);
  repository.branch('main', repository.line(3));
  // The directory is of the user that the image runs as: git reads no repository of somebody else.
  await run(['chown', '-R', '1000:1000', directory]);
});
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** Connects a repository, reads it twice, and answers what `repos list` says of it. */
async function connect(...args: string[]): Promise<unknown> {
  const served = ['--volume', `${directory}:/served`, '--env', 'GIT_SSL_CAINFO=/served/ca.pem'];
  await using container = await startContainer(engine, { args: ['--read-only', ...served] });
  await container.healthy();
  const emulator = (...words: string[]) => container.exec('milepost-emulator', ...words);
  await emulator('repos', 'connect', '--entity', 'checkout', ...args);
  await emulator('metrics', 'calculate');
  await emulator('metrics', 'calculate', '--full');
  const tidy =
    'cd "$(dirname "$(find /data/repos -name HEAD)")" && git gc --quiet && git rev-list --all --count';
  expect(await container.exec('sh', '-c', tidy)).toBe('3');
  const [repo]: unknown[] = JSON.parse(await emulator('repos', 'list', '--json'));
  return repo;
}

const READ = { readAt: expect.any(String), readError: null };

it('a repository that lies in a volume is read', async () => {
  expect(await connect('--path', '/served/app.git')).toMatchObject(READ);
});

it('a repository behind https is read, with the certificate authority that it is told', async () => {
  await using server = await startGitServer({ root: directory, certificate });
  expect(await connect('--url', `https://${server.host}/app.git`)).toMatchObject(READ);
});

it("git comes with Debian's certificate authorities", async () => {
  await using server = await startGitServer({ root: directory, certificate });
  const options = ['--rm', '--network', 'host', '--entrypoint', 'git', 'milepost'];
  const untrusted = engine.docker('run', ...options, 'ls-remote', `https://${server.host}/app.git`);
  await expect(untrusted).rejects.toThrow('server certificate verification failed. CAfile: none');
});

it('a repository behind ssh is asked for by ssh', async () => {
  const greetings: string[] = [];
  // There is no server of ssh here: what it is greeted with shows that git, ssh and their libraries run.
  const server = createServer((socket) => {
    socket.once('data', (data) => {
      greetings.push(data.toString());
      socket.end('no\r\n');
    });
    socket.on('error', () => {}).write('SSH-2.0-test\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const url = `ssh://git@127.0.0.1:${port}/app.git`;
  const options = ['--rm', '--read-only', '--network', 'host', '--entrypoint', 'git', 'milepost'];
  await expect(engine.docker('run', ...options, 'ls-remote', url)).rejects.toThrow();
  server.close();
  expect(greetings.join('')).toMatch(/^SSH-2\.0-OpenSSH_/);
});
