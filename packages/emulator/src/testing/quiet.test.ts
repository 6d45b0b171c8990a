import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const index = fileURLToPath(new URL('../index.ts', import.meta.url));

test('a process that has started, used and stopped an emulator ends by itself, and nothing is printed', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'emulator-test-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const store = { sqlite: join(directory, 'milepost.sqlite') };
  const script = join(directory, 'use-emulator.mjs');
  await writeFile(
    script,
    `import { startEmulator } from ${JSON.stringify(index)};
    await using emulator = await startEmulator({ store: ${JSON.stringify(store)} });
    await using account = await emulator.account();
    await account.faults.delay(60_000);
    fetch(account.url + '/events', { method: 'POST', headers: { 'x-api-key': account.apiKey } }).catch(() => {});
    await emulator.clock.advance({ days: 1 });`,
  );
  const args = ['--conditions=milepost-source', script];
  expect(await run(process.execPath, args, { timeout: 25_000 })).toEqual({ stdout: '', stderr: '' });
});
