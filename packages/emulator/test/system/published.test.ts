import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postEvents } from './client.ts';
import { startEmulator, stopEmulator } from './start-emulator.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const run = promisify(execFile);

let directory: string;
/** Where the published emulator begins. */
let program: string;

beforeAll(async () => {
  await run('npm', ['run', 'build'], { cwd: ROOT });
  directory = await mkdtemp(join(tmpdir(), 'milepost-published-'));
  const modules = join(directory, 'node_modules');
  await mkdir(join(modules, '@milepost'), { recursive: true });
  for (const name of await readdir(join(ROOT, 'node_modules'))) {
    if (name !== '@milepost') await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  }
  for (const name of ['shared', 'emulator']) await unpack(name, join(modules, '@milepost', name));
  program = join(modules, '@milepost/emulator/bin/milepost-emulator.js');
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Copies what npm would publish of a package, and nothing else. */
async function unpack(name: string, target: string): Promise<void> {
  const source = join(ROOT, 'packages', name);
  const { stdout } = await run('npm', ['pack', '--dry-run', '--json'], { cwd: source });
  const [{ files }]: [{ files: { path: string }[] }] = JSON.parse(stdout);
  for (const { path } of files) await cp(join(source, path), join(target, path));
}

it('the package as it is published starts without its sources, and stores an event', async () => {
  expect(await readdir(join(directory, 'node_modules/@milepost/emulator'))).not.toContain('src');
  await using emulator = await startEmulator({ args: ['--ephemeral'], program });
  const answer = await postEvents(emulator, {
    body: '{"events":[{"type":"event-deploy","entityId":"checkout"}]}',
    idempotencyKey: undefined,
  });
  expect(answer.status).toBe(201);
  expect(await stopEmulator(emulator)).toBe(0);
});

it('its API works in a process and in vitest, with types', async () => {
  await cp(join(ROOT, 'examples/integration-test'), directory, {
    recursive: true,
    filter: (path) => !path.includes('node_modules'),
  });
  const script = join(directory, 'use-emulator.mjs');
  await writeFile(
    script,
    `import { connectEmulator, startEmulator } from '@milepost/emulator';
    await using emulator = await startEmulator({ seed: { events: [{ type: 'event-deploy' }] } });
    console.log((await connectEmulator(emulator).api.events()).length);`,
  );
  expect(await run(process.execPath, [script], { cwd: directory })).toEqual({ stdout: '1\n', stderr: '' });
  await run(join(ROOT, 'node_modules/.bin/tsc'), ['-p', '.'], { cwd: directory });
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const report = join(directory, 'report.json');
  const options = ['run', '--reporter=json', `--outputFile=${report}`];
  await run(join(ROOT, 'node_modules/.bin/vitest'), options, { cwd: directory, env });
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({ success: true, numPassedTests: 11 });
});
