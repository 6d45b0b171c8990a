import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
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
  // git reads no repository of somebody else: one for the server here, one for the user that the image runs as.
  const own = join(directory, 'own.git');
  await run(['cp', '--recursive', repository.directory, own]);
  await run(['chown', '--recursive', '1000:1000', own]);
  await chmod(directory, 0o755);
});
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** Connects a repository, and reads it twice. */
async function expectRead(...args: string[]): Promise<void> {
  const served = ['--volume', `${directory}:/served`, '--env', 'GIT_SSL_CAINFO=/served/ca.pem'];
  await using container = await startContainer(engine, { args: ['--read-only', ...served] });
  await container.healthy();
  const emulator = (...words: string[]) => container.exec('milepost-emulator', ...words);
  await emulator('repos', 'connect', '--entity', 'checkout', ...args);
  await emulator('metrics', 'calculate');
  await emulator('metrics', 'calculate', '--full');
  const tidy =
    'cd "$(dirname "$(find /data/repos -name HEAD)")" && git gc --quiet && git rev-list --all --count';
  const [repo]: unknown[] = JSON.parse(await emulator('repos', 'list', '--json'));
  expect(repo).toMatchObject({ readAt: expect.any(String), readError: null });
  expect(await container.exec('sh', '-c', tidy)).toBe('3');
}

it('a repository that lies in a volume is read', async () => {
  await expectRead('--path', '/served/own.git');
});

it('a repository behind https is read, with the certificate authority that it is told', async () => {
  await using server = await startGitServer({ root: directory, certificate });
  await expectRead('--url', `https://${server.host}/app.git`);
});

it("git trusts Debian's certificate authorities, and nobody else", async () => {
  await using server = await startGitServer({ root: directory, certificate });
  const start = ['run', '--rm', '--network', 'host', '--entrypoint'];
  const count = ['grep', 'milepost', '-c', 'BEGIN CERTIFICATE', '/etc/ssl/certs/ca-certificates.crt'];
  expect(Number(await engine.docker(...start, ...count))).toBeGreaterThan(100);
  const ask = ['git', 'milepost', 'ls-remote', `https://${server.host}/app.git`];
  await expect(engine.docker(...start, ...ask)).rejects.toThrow(
    'server certificate verification failed. CAfile: none',
  );
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
