import type { Selectable } from 'kysely';
import type { BlueprintRecord, Store } from '../store.ts';
import { insertInAccount } from './insert-in-account.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

type BlueprintQueries = Pick<Store, 'findBlueprint' | 'listBlueprints' | 'createBlueprint'>;

export function blueprintQueries(engine: SqlEngine): BlueprintQueries {
  const { read } = engine;
  return {
    async findBlueprint(accountId, shortId) {
      const row = await read
        .selectFrom('blueprints')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('short_id', '=', shortId)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async listBlueprints(accountId) {
      const rows = await read
        .selectFrom('blueprints')
        .selectAll()
        .where('account_id', '=', accountId)
        .orderBy('short_id')
        .execute();
      return rows.map(toRecord);
    },

    async createBlueprint({ accountId, id, shortId, name, schema, createdAt }) {
      const row = { account_id: accountId, id, short_id: shortId, name, schema, created_at: createdAt };
      return (await insertInAccount(engine, 'blueprints', row)) ? 'created' : 'short-id-taken';
    },
  };
}

function toRecord(row: Selectable<Database['blueprints']>): BlueprintRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    shortId: row.short_id,
    name: row.name,
    schema: row.schema,
    createdAt: row.created_at,
  };
}
