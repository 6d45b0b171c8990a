import type { MetricStore } from '../metric-port.ts';
import type { SqlEngine } from './sql-engine.ts';

type MetricInput = Pick<MetricStore, 'readNewEvents' | 'readChainEvents' | 'listChainKeys' | 'lastEventSeq'>;

const COLUMNS = [
  'id',
  'seq',
  'type',
  'entity_id as entityId',
  'timestamp',
  'env',
  'status',
  'attributes',
] as const;

/** What the calculator reads of the events. */
export function metricInputQueries({ read, scan }: SqlEngine): MetricInput {
  return {
    readNewEvents: (accountId, afterSeq, limit) =>
      scan
        .selectFrom('events')
        .select(COLUMNS)
        .where('account_id', '=', accountId)
        .where('seq', '>', afterSeq)
        .where('type', 'in', ['event-deploy', 'event-commit'])
        .orderBy('seq')
        .limit(limit)
        .execute(),

    async readChainEvents({ accountId, entityId, envs, upToSeq, from, after, limit }) {
      if (envs?.length === 0) return [];
      return scan
        .selectFrom('events')
        .select(['id', 'seq', 'timestamp', 'status', 'attributes'])
        .where('account_id', '=', accountId)
        .where('entity_id', entityId === null ? 'is' : '=', entityId)
        .where('timestamp', '>=', after?.timestamp ?? from)
        .where('type', '=', 'event-deploy')
        .where('seq', '<=', upToSeq)
        .where((where) => (envs === null ? where('env', 'is', null) : where('env', 'in', [...envs])))
        .$if(after !== undefined, (query) =>
          query.where((where) =>
            where.or([where('timestamp', '>', after?.timestamp ?? 0), where('seq', '>', after?.seq ?? 0)]),
          ),
        )
        .orderBy('timestamp')
        .orderBy('seq')
        .limit(limit)
        .execute();
    },

    listChainKeys: (accountId, upToSeq) =>
      scan
        .selectFrom('events')
        .select(['entity_id as entityId', 'env'])
        .distinct()
        .where('account_id', '=', accountId)
        .where('type', '=', 'event-deploy')
        .where('seq', '<=', upToSeq)
        .execute(),

    async lastEventSeq(accountId) {
      const row = await read
        .selectFrom('accounts')
        .select('last_seq')
        .where('id', '=', accountId)
        .executeTakeFirst();
      return row?.last_seq ?? 0;
    },
  };
}
