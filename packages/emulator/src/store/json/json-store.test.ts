import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeDurableStoreContract, describeStoreContract } from '../store-contract.ts';
import { openFileStore, openMemoryStore } from './open-json-store.ts';

describeStoreContract('memory', async () => {
  const store = await openMemoryStore();
  return { store, close: () => store.close() };
});

describeDurableStoreContract('file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-json-'));
  const options = { path: join(directory, 'milepost.json'), warn: () => {} };
  let store = await openFileStore(options);
  return {
    store,
    async reopen() {
      await store.close();
      store = await openFileStore(options);
      return store;
    },
    async close() {
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
});
