import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
