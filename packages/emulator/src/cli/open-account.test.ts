import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { WELL_KNOWN_ACCOUNT } from '../auth/well-known.ts';
import { startEmulator } from '../testing/start-emulator.ts';
import { openAccount } from './open-account.ts';

test('an errand is about the emulator’s own account, whatever tests have made beside it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-errand-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const store = `sqlite:${join(directory, 'e.sqlite')}`;
  const flags = { store, 'data-dir': directory };
  await using emulator = await startEmulator({ store });
  const made = await emulator.account();
  const opened = [
    await openAccount(flags, directory),
    await openAccount({ ...flags, account: made.accountId }, directory),
  ];
  expect(opened.map(({ account }) => account.id)).toEqual([WELL_KNOWN_ACCOUNT.id, made.accountId]);
  for (const { store } of opened) await store.close();
});
