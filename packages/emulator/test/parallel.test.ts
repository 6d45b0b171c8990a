import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const config = fileURLToPath(new URL('./parallel/vitest.config.ts', import.meta.url));

test('20 workers at once on one emulator see and hurt only themselves', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const report = join(directory, 'report.json');
  const args = [vitest, 'run', '--config', config, '--reporter=json', `--outputFile=${report}`];
  // A worker of its own would be taken for one of these.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const ended = run(process.execPath, args, { env, maxBuffer: 1 << 26, timeout: 150_000 });
  await ended.catch((error: unknown) => {
    throw new Error(`it failed: ${Reflect.get(Object(error), 'stderr')}`, { cause: error });
  });
  expect(JSON.parse(await readFile(report, 'utf8'))).toMatchObject({
    success: true,
    numPassedTests: 20,
    numTotalTests: 20,
  });
}, 160_000);
