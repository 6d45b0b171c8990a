import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../emulator/test/start-test-emulator.fixture.ts';
import { bundle } from '../scripts/bundle.ts';
import { runMilepost } from './run-milepost.ts';

let directory: string;
let entry: string;
let emulator: TestEmulator;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-bundle-'));
  entry = join(directory, 'milepost.cjs');
  await bundle(entry);
  emulator = await startTestEmulator();
});
afterAll(async () => {
  await emulator[Symbol.asyncDispose]();
  await rm(directory, { recursive: true });
});

test('is one file of less than 1 MB, the same whenever it is made', async () => {
  expect((await stat(entry)).size).toBeLessThan(1_000_000);
  const again = join(directory, 'again.cjs');
  await bundle(again);
  expect((await readFile(again)).equals(await readFile(entry))).toBe(true);
});

test('says its version and its commands, and each command its flags and examples', async () => {
  const { version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  expect((await runMilepost(['--version'], { entry })).stdout).toMatch(`@milepost/cli/${version} `);
  const { stdout } = await runMilepost(['--help'], { entry });
  const commands = [...stdout.matchAll(/^ {2}(\w+) {2,}\S/gm)].flatMap(([, name]) => name ?? []);
  expect(commands).toEqual(['backfill', 'completion', 'doctor', 'replay', 'report']);
  for (const command of commands) {
    const help = await runMilepost([command, '--help'], { entry });
    expect(help.stdout).toMatch(/USAGE[\s\S]*EXAMPLES\s+\S/);
  }
});

test('reports, away from everything that it was made of', async () => {
  const entity = await emulator.entity('bundle');
  const run = await runMilepost(
    ['report', '--entity-id', entity, '--env', 'production', '--status', 'success'],
    {
      entry,
      env: { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey },
    },
  );
  expect(run.exitCode).toBe(0);
  expect(await emulator.events(entity)).toMatchObject([{ attributes: { env: 'production' } }]);
});

test('no colour where there is no terminal', async () => {
  expect((await runMilepost(['report', '--help'], { entry })).stdout).not.toContain('\u001b');
});
