import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Postgres, query, startPostgres } from '../../../../test/start-postgres.ts';
import { ContentsError } from '../../contents/contents-error.ts';
import { emptyContents } from '../../contents/store-contents.ts';
import { describeDurableStoreContract } from '../../store-contract.ts';
import { openPostgresStore } from './open-postgres-store.ts';

let postgres: Postgres;
let url: string;

beforeAll(async () => {
  // Durability is what the system tests try; here its cost would only be paid a hundred times.
  postgres = await startPostgres({ settings: { fsync: 'off' } });
  url = await postgres.createDatabase();
});

afterAll(() => postgres[Symbol.asyncDispose]());

const warn = () => {};

describeDurableStoreContract('postgres', async () => {
  let store = await openPostgresStore({ url, warn });
  return {
    store,
    async reopen() {
      await store.close();
      store = await openPostgresStore({ url, warn });
      return store;
    },
    async close() {
      await store.close();
      await query(
        url,
        `truncate accounts, users, api_keys, entities, blueprints, events, idempotency_keys, secrets,
          incidents, repos, commits, commit_graphs, leases, metric_states, metric_chains, metric_days, metric_details,
          metric_changes, metric_links, metric_runs, staged_chains, staged_days, staged_changes cascade`,
      );
    },
  };
});

it.each(['no UUID', '\0'])('refuses contents that it cannot hold, and says why: %j', async (id) => {
  const store = await openPostgresStore({ url, warn });
  const accounts = [{ id, name: 'Ours', createdAt: 0 }];
  const replaced = store.replaceContents({ ...emptyContents(), accounts });
  await expect(replaced).rejects.toThrow(ContentsError);
  await expect(replaced).rejects.toThrow('A value is none that this store can hold');
  await store.close();
});
