import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeDurableStoreContract } from '../../store-contract.ts';
import { openSqliteStore } from './open-sqlite-store.ts';

describeDurableStoreContract('sqlite', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-sqlite-'));
  const path = join(directory, 'milepost.sqlite');
  let store = await openSqliteStore({ path });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openSqliteStore({ path });
      return store;
    },
    async close() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
});

it('only its owner may read what is in it', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-sqlite-'));
  const store = await openSqliteStore({ path: join(directory, 'milepost.sqlite') });
  await store.probeWrite(Date.now());
  const files = await readdir(directory);
  expect(files).toContain('milepost.sqlite-wal');
  for (const file of files)
    expect([file, (await stat(join(directory, file))).mode & 0o777]).toEqual([file, 0o600]);
  await store.close();
  await rm(directory, { recursive: true });
});
