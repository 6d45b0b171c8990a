import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startPostgres } from '../../test/start-postgres.ts';
import { comparable, fill } from './contract/contents.fixture.ts';
import { ACCOUNT, batchOf, NOW, newEvent, OTHER } from './contract/records.fixture.ts';
import { openStore } from './open-store.ts';
import type { Store } from './store.ts';

it('what comes out of SQLite goes into a file and into PostgreSQL, and comes out equal', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-contents-'));
  await using postgres = await startPostgres({ settings: { fsync: 'off' } });
  const warn = () => {};
  const stores: Store[] = [];
  async function open(...location: Parameters<typeof openStore>): Promise<Store> {
    const store = await openStore(...location);
    stores.push(store);
    return store;
  }
  try {
    const sqlite = await open({ engine: 'sqlite', path: join(directory, 'milepost.sqlite') }, { warn });
    await sqlite.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: NOW });
    await sqlite.ensureAccount({ id: OTHER, name: 'Theirs', createdAt: NOW });
    await fill(sqlite);
    await fill(sqlite, OTHER, 'theirs');
    const contents = await sqlite.readContents();
    const last = await sqlite.lastEventSeq(ACCOUNT);

    const file = await open({ engine: 'file', path: join(directory, 'milepost.json') }, { warn });
    const database = await open({ engine: 'postgres', url: await postgres.createDatabase() }, { warn });
    for (const store of [file, database]) {
      await store.replaceContents(contents);
      expect(comparable(await store.readContents())).toEqual(comparable(contents));
      await store.appendEvents(batchOf([newEvent()]));
      expect(await store.lastEventSeq(ACCOUNT)).toBe(last + 1);
      await sqlite.replaceContents(await store.readContents([ACCOUNT]), [ACCOUNT]);
      expect(comparable(await sqlite.readContents())).toEqual(comparable(await store.readContents()));
    }
  } finally {
    for (const store of stores) await store.close();
    await rm(directory, { recursive: true });
  }
});
