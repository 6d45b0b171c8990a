import type { ExpressionBuilder, Selectable, SelectQueryBuilder } from 'kysely';
import type { EventQuery, EventRecord, Store } from '../store.ts';
import type { Database, EventTable } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

type EventQueries = Pick<Store, 'getEvent' | 'listEvents' | 'findIdempotencyKey' | 'purgeIdempotencyKeys'>;

export function eventQueries({ read, scan, write }: SqlEngine): EventQueries {
  return {
    async getEvent(accountId, id) {
      const row = await read
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    async listEvents(query) {
      // Ids first, from the index alone; the rows of just one page after that.
      let page = filtered(scan.selectFrom('events'), query)
        .select('seq')
        .orderBy('timestamp', 'desc')
        .orderBy('seq', 'desc')
        .limit(query.limit)
        .offset(query.offset);
      const { after } = query;
      if (after) {
        page = page
          .where('timestamp', '<=', after.timestamp)
          .where((where) =>
            where.or([where('timestamp', '<', after.timestamp), where('seq', '<', after.seq)]),
          );
      }
      const rows = await scan
        .selectFrom('events')
        .selectAll()
        .where('account_id', '=', query.accountId)
        .where('seq', 'in', page)
        .orderBy('timestamp', 'desc')
        .orderBy('seq', 'desc')
        .execute();
      return { items: rows.map(toRecord), itemCount: after ? undefined : await count(query) };
    },

    async findIdempotencyKey(accountId, key, since) {
      return read
        .selectFrom('idempotency_keys')
        .select(['digest', 'response'])
        .where('account_id', '=', accountId)
        .where('key', '=', key)
        .where('created_at', '>=', since)
        .executeTakeFirst();
    },

    async purgeIdempotencyKeys(before) {
      const accounts = await read.selectFrom('accounts').select('id').execute();
      for (const { id } of accounts) {
        await write
          .deleteFrom('idempotency_keys')
          .where('account_id', '=', id)
          .where('created_at', '<', before)
          .execute();
      }
    },
  };

  async function count(query: EventQuery): Promise<number> {
    const { items } = await filtered(scan.selectFrom('events'), query)
      .select((select) => select.fn.countAll<number | bigint>().as('items'))
      .executeTakeFirstOrThrow();
    return Number(items);
  }
}

function filtered<O>(
  builder: SelectQueryBuilder<Database, 'events', O>,
  { accountId, type, entityIds, envs, status, from, to }: EventQuery,
): SelectQueryBuilder<Database, 'events', O> {
  return builder
    .where('account_id', '=', accountId)
    .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
    .$if(entityIds !== undefined, (query) => query.where(oneOf('entity_id', entityIds)))
    .$if(envs !== undefined, (query) => query.where(oneOf('env', envs)))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(from !== undefined, (query) => query.where('timestamp', '>=', from ?? 0))
    .$if(to !== undefined, (query) => query.where('timestamp', '<', to ?? 0));
}

/** No value at all matches nothing; PostgreSQL has no syntax for an empty list. */
function oneOf(column: 'entity_id' | 'env', values: readonly string[] = []) {
  return (where: ExpressionBuilder<Database, 'events'>) =>
    values.length === 0 ? where.lit(false) : where(column, 'in', [...values]);
}

function toRecord(row: Selectable<EventTable>): EventRecord {
  return {
    accountId: row.account_id,
    seq: row.seq,
    id: row.id,
    type: row.type,
    blueprintId: row.blueprint_id,
    entityId: row.entity_id,
    timestamp: row.timestamp,
    createdAt: row.created_at,
    env: row.env,
    status: row.status,
    attributes: row.attributes,
    sender: { kind: row.sender_kind, id: row.sender_id },
  };
}
