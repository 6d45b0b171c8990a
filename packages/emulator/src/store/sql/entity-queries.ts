import type { Selectable } from 'kysely';
import type { EntityRecord, Store } from '../store.ts';
import { ConstraintError } from './constraint-error.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

type EntityQueries = Pick<
  Store,
  'findEntities' | 'listEntities' | 'createEntity' | 'updateEntity' | 'deleteEntity'
>;

export function entityQueries({ read, scan, write }: SqlEngine): EntityQueries {
  return {
    async findEntities(accountId, references) {
      const ids: string[] = [];
      const shortIds: string[] = [];
      for (const reference of references) {
        if ('id' in reference) ids.push(reference.id);
        else shortIds.push(reference.shortId);
      }
      const found: EntityRecord[] = [];
      // Two look-ups, each by its own index, and mostly just one of them.
      if (ids.length > 0) found.push(...(await find('id', ids)));
      if (shortIds.length > 0) found.push(...(await find('short_id', shortIds)));
      return found;

      async function find(column: 'id' | 'short_id', values: string[]): Promise<EntityRecord[]> {
        const rows = await read
          .selectFrom('entities')
          .selectAll()
          .where('account_id', '=', accountId)
          .where(column, 'in', values)
          .execute();
        return rows.map(toRecord);
      }
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
      const { numInsertedOrUpdatedRows } = await write
        .insertInto('entities')
        .values(toRow(entity))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n ? 'created' : 'short-id-taken';
    },

    async updateEntity(entity) {
      try {
        const { numUpdatedRows } = await write
          .updateTable('entities')
          .set(toRow(entity))
          .where('account_id', '=', entity.accountId)
          .where('id', '=', entity.id)
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
