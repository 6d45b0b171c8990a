import { type CompiledQuery, sql } from 'kysely';
import type { MetricStore, Publication, StagedChain } from '../metric-port.ts';
import type { SqlEngine } from './sql-engine.ts';

type Publishing = Pick<MetricStore, 'stageChains' | 'publishMetrics' | 'discardStaged'>;

/** Days of one statement: a database that is asked for more at once may think that it hangs. */
const CHAINS_AT_ONCE = 500;

/** How what a run has found becomes the account's numbers: put aside chain by chain, made valid in one transaction. */
export function metricPublication(engine: SqlEngine): Publishing {
  const { read, write, atomically, elementsOf, uuid } = engine;
  const staged = ['staged_chains', 'staged_days', 'staged_changes'] as const;

  return {
    async stageChains(accountId, runId, chains) {
      const owner = sql`cast(${accountId} as ${uuid}), cast(${runId} as ${uuid})`;
      const days = chains.flatMap(({ chain, days }) =>
        days.map(({ day, facts, detail, state }) => [chain.id, day, facts, detail ?? '[]', state]),
      );
      const changes = chains.flatMap(({ chain, changeUses }) =>
        changeUses.map(({ changeId, t, seq }) => [chain.id, t, seq, changeId]),
      );
      await atomically([
        sql`insert into staged_chains
            (account_id, run_id, id, entity_id, env, first_day, from_day)
          select ${owner}, cast(value ->> 0 as bigint), cast(value ->> 1 as ${uuid}), value ->> 2,
            cast(value ->> 3 as bigint), cast(value ->> 4 as bigint)
          from ${elementsOf(JSON.stringify(chains.map(chainRow)))}`.compile(write),
        sql`insert into staged_days (account_id, run_id, chain_id, day, facts, detail, state)
          select ${owner}, cast(value ->> 0 as bigint), cast(value ->> 1 as bigint),
            value ->> 2, value ->> 3, value ->> 4
          from ${elementsOf(JSON.stringify(days))}`.compile(write),
        sql`insert into staged_changes (account_id, run_id, chain_id, t, seq, change_id)
          select ${owner}, cast(value ->> 0 as bigint), cast(value ->> 1 as bigint),
            cast(value ->> 2 as bigint), value ->> 3
          from ${elementsOf(JSON.stringify(changes))}`.compile(write),
      ]);
    },

    async publishMetrics(publication) {
      const { accountId, runId } = publication;
      const { first, last } = await read
        .selectFrom('staged_chains')
        .select((select) => [select.fn.min<number>('id').as('first'), select.fn.max<number>('id').as('last')])
        .where('account_id', '=', accountId)
        .where('run_id', '=', runId)
        .executeTakeFirstOrThrow();
      const statements = [stateOf(publication), ...goneWhenFull(publication)];
      for (let from = first; first !== null && last !== null && from <= last; from += CHAINS_AT_ONCE)
        statements.push(...replacement(accountId, runId, from, from + CHAINS_AT_ONCE));
      statements.push(...links(publication));
      for (const table of staged)
        statements.push(write.deleteFrom(table).where('account_id', '=', accountId).compile());
      return (await atomically(statements)) === 'done';
    },

    async discardStaged(accountId) {
      for (const table of staged) await write.deleteFrom(table).where('account_id', '=', accountId).execute();
    },
  };

  /** Touches no row when another run has published meanwhile. */
  function stateOf({ accountId, expectedVersion, state }: Publication): CompiledQuery {
    const row = {
      version: state.version,
      watermark: state.watermark,
      through_day: state.throughDay,
      calculated_at: state.calculatedAt,
      settings: state.settings,
      histories: state.histories,
    };
    if (expectedVersion === undefined) {
      return write
        .insertInto('metric_states')
        .values({ account_id: accountId, ...row })
        .onConflict((conflict) => conflict.doNothing())
        .compile();
    }
    return write
      .updateTable('metric_states')
      .set(row)
      .where('account_id', '=', accountId)
      .where('version', '=', expectedVersion)
      .compile();
  }

  function goneWhenFull({ accountId, isFull }: Publication): CompiledQuery[] {
    if (!isFull) return [];
    return (['metric_chains', 'metric_days', 'metric_details', 'metric_changes'] as const).map((table) =>
      write.deleteFrom(table).where('account_id', '=', accountId).compile(),
    );
  }

  /** The staged rows of some chains in place of those that were there from their day on. */
  function replacement(accountId: string, runId: string, from: number, to: number): CompiledQuery[] {
    const account = sql`cast(${accountId} as ${uuid})`;
    const run = sql`cast(${runId} as ${uuid})`;
    const some = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
    // By way of the staged chains, so that the others are not looked at.
    const gone = (table: string) => sql`delete from ${sql.table(table)}
      where account_id = ${account} and (chain_id, day) in (
        select d.chain_id, d.day from staged_chains as s
        join ${sql.table(table)} as d on d.account_id = s.account_id and d.chain_id = s.id and d.day >= s.from_day
        where s.account_id = ${account} and s.run_id = ${run} and ${some('s.id')})`;
    return [
      gone('metric_days'),
      gone('metric_details'),
      sql`delete from metric_chains where account_id = ${account} and ${some('id')}
        and id in (select id from staged_chains where account_id = ${account} and run_id = ${run})`,
      sql`insert into metric_chains (account_id, id, entity_id, env, first_day)
        select account_id, id, entity_id, env, first_day from staged_chains
        where account_id = ${account} and run_id = ${run} and ${some('id')}`,
      sql`insert into metric_days (account_id, chain_id, day, facts, state)
        select account_id, chain_id, day, facts, state from staged_days
        where account_id = ${account} and run_id = ${run} and ${some('chain_id')}`,
      sql`insert into metric_details (account_id, chain_id, day, detail)
        select account_id, chain_id, day, detail from staged_days
        where account_id = ${account} and run_id = ${run} and ${some('chain_id')}`,
      sql`insert into metric_changes (account_id, change_id, chain_id, t, seq)
        select account_id, change_id, chain_id, t, seq from staged_changes
        where account_id = ${account} and run_id = ${run} and ${some('chain_id')}
        on conflict do nothing`,
    ].map((statement) => statement.compile(write));
  }

  function links({ accountId, links }: Publication): CompiledQuery[] {
    if (links === undefined) return [];
    const rows = links.map((link) => [
      link.incidentId,
      link.chainId,
      link.t,
      link.start,
      link.end,
      link.digest,
    ]);
    return [
      write.deleteFrom('metric_links').where('account_id', '=', accountId).compile(),
      sql`insert into metric_links (account_id, incident_id, chain_id, t, started_at, ended_at, digest)
        select cast(${accountId} as ${uuid}), cast(value ->> 0 as ${uuid}), cast(value ->> 1 as bigint),
          cast(value ->> 2 as bigint), cast(value ->> 3 as bigint), cast(value ->> 4 as bigint), value ->> 5
        from ${elementsOf(JSON.stringify(rows))}`.compile(write),
    ];
  }
}

function chainRow({ chain, fromDay }: StagedChain) {
  return [chain.id, chain.entityId, chain.env, chain.firstDay, fromDay];
}
