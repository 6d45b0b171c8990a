import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);
const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const config = fileURLToPath(new URL('./parallel/vitest.config.ts', import.meta.url));

test('20 workers at once on one emulator see and hurt only themselves', async () => {
  const args = [vitest, 'run', '--config', config, '--reporter', 'json'];
  // A worker of its own would be taken for one of these.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const options = { env, maxBuffer: 1 << 26, timeout: 150_000 };
  const { stdout } = await run(process.execPath, args, options).catch((error: unknown) => {
    throw new Error(`it failed: ${Reflect.get(Object(error), 'stdout')}`, { cause: error });
  });
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
    success: true,
    numPassedTests: 20,
    numTotalTests: 20,
  });
}, 160_000);
