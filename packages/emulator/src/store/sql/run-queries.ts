import type { Selectable } from 'kysely';
import type { MetricStore, RunRecord } from '../metric-port.ts';
import { putInAccount } from './insert-in-account.ts';
import type { MetricRunTable } from './metric-schema.ts';
import type { SqlEngine } from './sql-engine.ts';

type Runs = Pick<MetricStore, 'putRun' | 'listRuns' | 'acquireLease' | 'releaseLease'>;

/** The record of runs, and the lease that lets only one of them be. */
export function runQueries(engine: SqlEngine): Runs {
  const { read, write } = engine;
  return {
    async putRun(run) {
      const row = {
        account_id: run.accountId,
        id: run.id,
        started_at: run.startedAt,
        finished_at: run.finishedAt,
        state: run.state,
        through_day: run.throughDay,
        dirty_chains: run.dirtyChains,
        deployments: run.deployments,
        error: run.error,
      };
      await putInAccount(engine, 'metric_runs', row);
    },

    async listRuns(accountId, { limit, offset }) {
      const runs = read.selectFrom('metric_runs').where('account_id', '=', accountId);
      const rows = await runs
        .selectAll()
        .orderBy('started_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute();
      const { items } = await runs
        .select((select) => select.fn.countAll<number | bigint>().as('items'))
        .executeTakeFirstOrThrow();
      return { items: rows.map(toRecord), itemCount: Number(items) };
    },

    async acquireLease({ name, holder, now, until }) {
      const row = { name, holder, expires_at: until };
      const { numInsertedOrUpdatedRows } = await write
        .insertInto('leases')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .column('name')
            .doUpdateSet(row)
            .where((where) =>
              where.or([where('leases.expires_at', '<=', now), where('leases.holder', '=', holder)]),
            ),
        )
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },

    async releaseLease(name, holder) {
      await write.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder).execute();
    },
  };
}

function toRecord(row: Selectable<MetricRunTable>): RunRecord {
  return {
    accountId: row.account_id,
    id: row.id,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    state: row.state,
    throughDay: row.through_day,
    dirtyChains: row.dirty_chains,
    deployments: row.deployments,
    error: row.error,
  };
}
