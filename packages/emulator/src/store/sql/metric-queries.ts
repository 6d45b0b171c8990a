import { sql } from 'kysely';
import type { MetricStore } from '../metric-port.ts';
import type { SqlEngine } from './sql-engine.ts';

type MetricResults = Pick<
  MetricStore,
  | 'getMetricState'
  | 'getMetricVersion'
  | 'listChains'
  | 'readDays'
  | 'findCheckpoint'
  | 'listChangeUses'
  | 'listLinks'
  | 'countLinks'
>;

const MANY = 500;

/** What was calculated, read back. */
export function metricQueries({ read, scan, elementsOf }: SqlEngine): MetricResults {
  /** Values for `in`. A database plans best with those that it sees; of many it takes no more than it has parameters for. */
  const valuesOf = <T extends number | string>(values: readonly T[], type: 'bigint' | 'text') =>
    values.length > 0 && values.length <= MANY
      ? sql<T>`(${sql.join(values)})`
      : sql<T>`(select cast(value ->> 0 as ${sql.raw(type)})
          from ${elementsOf(JSON.stringify(values.map((value) => [value])))})`;

  return {
    getMetricState: (accountId) =>
      read
        .selectFrom('metric_states')
        .select([
          'version',
          'watermark',
          'through_day as throughDay',
          'calculated_at as calculatedAt',
          'settings',
          'histories',
        ])
        .where('account_id', '=', accountId)
        .executeTakeFirst(),

    async getMetricVersion(accountId) {
      const row = await read
        .selectFrom('metric_states')
        .select('version')
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      return row?.version;
    },

    listChains: ({ accountId, entityIds }) =>
      read
        .selectFrom('metric_chains')
        .select(['id', 'entity_id as entityId', 'env', 'first_day as firstDay'])
        .where('account_id', '=', accountId)
        .$if(entityIds !== undefined, (query) =>
          query.where((where) =>
            entityIds?.length ? where('entity_id', 'in', [...entityIds]) : where.lit(false),
          ),
        )
        .orderBy('id')
        .execute(),

    async readDays({ accountId, chainIds, from, to, withDetail = false }) {
      if (chainIds.length === 0) return [];
      const rows = scan
        .selectFrom('metric_days as d')
        .where('d.account_id', '=', accountId)
        .where('d.chain_id', 'in', valuesOf(chainIds, 'bigint'))
        .where('d.day', '>=', from)
        .where('d.day', '<=', to)
        .orderBy('d.chain_id')
        .orderBy('d.day')
        .select(['d.chain_id as chainId', 'd.day', 'd.facts']);
      if (!withDetail) {
        const found = await rows.execute();
        return found.map(({ chainId, day, facts }) => ({ chainId, day, facts, detail: null, state: null }));
      }
      // In one statement: between two of them a calculation may end.
      return rows
        .leftJoin('metric_details as e', (join) =>
          join
            .onRef('e.account_id', '=', 'd.account_id')
            .onRef('e.chain_id', '=', 'd.chain_id')
            .onRef('e.day', '=', 'd.day'),
        )
        .select(['e.detail', 'd.state'])
        .execute();
    },

    findCheckpoint: (accountId, chainId, beforeDay) =>
      read
        .selectFrom('metric_days')
        .select(['day', 'state'])
        .where('account_id', '=', accountId)
        .where('chain_id', '=', chainId)
        .where('day', '<', beforeDay)
        .where('state', 'is not', null)
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst(),

    async listChangeUses(accountId, changeIds) {
      return scan
        .selectFrom('metric_changes')
        .select(['change_id as changeId', 'chain_id as chainId', 't', 'seq'])
        .where('account_id', '=', accountId)
        .where((where) =>
          changeIds === undefined
            ? where(
                'change_id',
                'in',
                where
                  .selectFrom('incidents')
                  // As deployments have it.
                  .select((select) => select.fn<string>('trim', ['change_id']).as('change_id'))
                  .where('account_id', '=', accountId)
                  .where('change_id', 'is not', null),
              )
            : where('change_id', 'in', valuesOf(changeIds, 'text')),
        )
        .execute();
    },

    async countLinks(accountId, from, to) {
      const begun = scan
        .selectFrom('metric_links')
        .where('account_id', '=', accountId)
        .where('started_at', '>=', from)
        .where('started_at', '<', to);
      const orphans = await begun
        .select((select) => select.fn.countAll<number | bigint>().as('n'))
        .where('chain_id', '=', 0)
        .executeTakeFirstOrThrow();
      const early = await begun
        .select((select) => select.fn.count<number | bigint>('incident_id').distinct().as('n'))
        .whereRef('ended_at', '<', 'started_at')
        .executeTakeFirstOrThrow();
      return { orphans: Number(orphans.n), endingBeforeStart: Number(early.n) };
    },

    async listLinks(accountId) {
      return scan
        .selectFrom('metric_links')
        .select([
          'incident_id as incidentId',
          'chain_id as chainId',
          't',
          'started_at as start',
          'ended_at as end',
          'digest',
        ])
        .where('account_id', '=', accountId)
        .execute();
    },
  };
}
