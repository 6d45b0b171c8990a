import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { reply, startScripted, store } from './scripted-server.fixture.ts';
import { readUndelivered } from './undelivered-file.ts';

const example = fileURLToPath(new URL('../../examples/send-events.ts', import.meta.url));
const directory = await mkdtemp(join(tmpdir(), 'example-'));
afterAll(() => rm(directory, { recursive: true }));

function run(
  url: string,
  env: Record<string, string> = {},
): Promise<{ exitCode: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const args = ['--conditions=milepost-source', example, url];
    const child = execFile(process.execPath, args, { cwd: directory, env }, (_, stdout, stderr) =>
      resolve({ exitCode: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

test('the example says what became of each event', async () => {
  await using server = await startScripted(({ events }, res) =>
    reply(
      res,
      201,
      store(events, (one) => JSON.stringify(one).includes('no-such-app')),
    ),
  );
  const ran = await run(server.url, { MILEPOST_TOKEN: 'tok-secret' });
  expect(ran).toEqual({
    exitCode: 1,
    stdout: "accepted: id-0\nrejected: Entity 'x' not found\n",
    stderr: '',
  });
  expect(server.asked).toMatchObject([{ url: '/events', headers: { authorization: 'Bearer tok-secret' } }]);
});

test('it keeps what it could not deliver', async () => {
  await using server = await startScripted((_, res) => reply(res, 401, { message: 'no such key' }));
  const { exitCode, stdout } = await run(server.url);
  expect(exitCode).toBe(1);
  expect(stdout).toBe('undelivered (configuration): the service refused it: 401: no such key\n'.repeat(2));
  expect(await readUndelivered(join(directory, 'undelivered.ndjson'))).toMatchObject([
    { events: [{ type: 'event-deploy' }, { entityId: 'no-such-app' }] },
  ]);
});

test('a setting that cannot be used ends it', async () => {
  const { exitCode, stderr } = await run('127.0.0.1:8080');
  expect(exitCode).toBe(1);
  expect(stderr).toContain('ClientSettingError: is not a valid URL: 127.0.0.1:8080');
});

test('the README shows the example as it is', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8');
  expect(readme).toContain(`\`\`\`ts\n${await readFile(example, 'utf8')}\`\`\``);
});
