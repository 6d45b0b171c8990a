import type { Selectable } from 'kysely';
import type { EntityRecord, Store } from '../store.ts';
import { ConstraintError } from './constraint-error.ts';
import { insertInAccount } from './insert-in-account.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

type EntityQueries = Pick<
  Store,
  'findEntities' | 'listEntities' | 'createEntity' | 'updateEntity' | 'deleteEntity'
>;

export function entityQueries(engine: SqlEngine): EntityQueries {
  const { read, lookUp, scan, write } = engine;
  const byOne = (column: 'id' | 'short_id') =>
    read.selectFrom('entities').selectAll().where('account_id', '=', '').where(column, '=', '').compile();
  const byId = byOne('id');
  const byShortId = byOne('short_id');

  return {
    async findEntities(accountId, references) {
      const found = await Promise.all(
        references.map((reference) =>
          'id' in reference
            ? lookUp(byId, [accountId, reference.id])
            : lookUp(byShortId, [accountId, reference.shortId]),
        ),
      );
      return found.flat().map(toRecord);
    },

    async listEntities({ accountId, type, ids, limit, offset, after }) {
      const matching = scan
        .selectFrom('entities')
        .where('account_id', '=', accountId)
        .$if(type !== undefined, (query) => query.where('type', '=', type ?? 'application'))
        .$if(ids !== undefined, (query) =>
          query.where((where) => (ids?.length ? where('id', 'in', [...ids]) : where.lit(false))),
        );
      const rows = await matching
        .selectAll()
        .$if(after !== undefined, (query) => query.where('short_id', '>', after?.shortId ?? ''))
        .orderBy('short_id')
        .limit(limit)
        .offset(offset)
        .execute();
      const { items } = await matching
        .select((select) => select.fn.countAll<number | bigint>().as('items'))
        .executeTakeFirstOrThrow();
      return { items: rows.map(toRecord), itemCount: Number(items) };
    },

    async createEntity(entity) {
      return (await insertInAccount(engine, 'entities', toRow(entity))) ? 'created' : 'short-id-taken';
    },

    async updateEntity({ accountId, id, ...changes }) {
      try {
        const { numUpdatedRows } = await write
          .updateTable('entities')
          .set({
            short_id: changes.shortId,
            name: changes.name,
            type: changes.type,
            description: changes.description,
            attributes: changes.attributes,
            created_at: changes.createdAt,
            updated_at: changes.updatedAt,
          })
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return numUpdatedRows === 1n ? 'updated' : 'not-found';
      } catch (error) {
        if (error instanceof ConstraintError && error.constraint === 'unique') return 'short-id-taken';
        throw error;
      }
    },

    async deleteEntity(accountId, id) {
      try {
        const { numDeletedRows } = await write
          .deleteFrom('entities')
          .where('account_id', '=', accountId)
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return numDeletedRows === 1n ? 'deleted' : 'not-found';
      } catch (error) {
        if (error instanceof ConstraintError && error.constraint === 'foreign-key') return 'has-events';
        throw error;
      }
    },
  };
}

type EntityRow = Selectable<Database['entities']>;

function toRow(entity: EntityRecord): EntityRow {
  return {
    account_id: entity.accountId,
    id: entity.id,
    short_id: entity.shortId,
    name: entity.name,
    type: entity.type,
    description: entity.description,
    attributes: entity.attributes,
    created_at: entity.createdAt,
    updated_at: entity.updatedAt,
  };
}

function toRecord(row: EntityRow): EntityRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    shortId: row.short_id,
    name: row.name,
    type: row.type,
    description: row.description,
    attributes: row.attributes,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
