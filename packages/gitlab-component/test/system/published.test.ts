import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '../..');

let directory: string;
/** Where the published program begins. */
let program: string;
let emulator: TestEmulator;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-published-'));
  await run('npm', ['run', 'build'], { cwd: PACKAGE });
  await run('npm', ['pack', '--pack-destination', directory], { cwd: PACKAGE });
  const [archive = ''] = await readdir(directory);
  await run('tar', ['-xzf', archive], { cwd: directory });
  program = join(directory, 'package/bin/milepost.js');
  emulator = await startTestEmulator();
});
afterAll(async () => {
  await emulator[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

/** The Node of the machine, which is older than the project's own; that one where there is no other. */
async function machineNode(): Promise<string> {
  const directories = (process.env['PATH'] ?? '').split(delimiter);
  for (const path of directories.filter((one) => !one.includes('node_modules'))) {
    const node = join(path, 'node');
    if (
      await access(node).then(
        () => true,
        () => false,
      )
    )
      return node;
  }
  return process.execPath;
}

test('what npm gets has no dependencies, no sources, and the templates', async () => {
  const all = await readdir(join(directory, 'package'), { recursive: true });
  expect(all).toEqual(
    expect.arrayContaining(['dist/milepost.cjs', 'templates/report-deployment/template.yml']),
  );
  expect(all.filter((name) => /^(src|test|node_modules|scripts)\//.test(name))).toEqual([]);
});

test("it needs nothing but Node: the machine's own runs it, away from everything", async () => {
  const node = await machineNode();
  const entity = await emulator.entity('published');
  const { stdout } = await run(
    node,
    [program, 'report', '--entity-id', entity, '--env', 'production', '--json'],
    {
      cwd: directory,
      env: { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey },
    },
  );
  expect(JSON.parse(stdout)).toMatchObject({ outcome: 'reported', accepted: 1 });
  expect(await emulator.events(entity)).toHaveLength(1);
  const help = await run(node, [program, '--help'], { cwd: directory });
  expect(help.stdout).toMatch(/report +Report the deployment/);
});
