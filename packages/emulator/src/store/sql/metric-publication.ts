import { type CompiledQuery, sql } from 'kysely';
import type { MetricStore, Publication, StagedChain } from '../metric-port.ts';
import type { BulkInsert, SqlEngine } from './sql-engine.ts';

type Publishing = Pick<MetricStore, 'stageChains' | 'publishMetrics' | 'discardStaged'>;

/** Chains of one statement: a database that is given more at once is thought to hang. */
const CHAINS_AT_ONCE = 500;

/** How what a run has found becomes the account's numbers: put aside chain by chain, made valid in one transaction. */
export function metricPublication(engine: SqlEngine): Publishing {
  const { read, write, atomically, elementsOf, uuid } = engine;

  return {
    async stageChains(accountId, runId, chains, { isFull } = { isFull: false }) {
      const rows = isFull ? inPlace(accountId, chains) : aside(accountId, runId, chains);
      await atomically([stagedChains(accountId, runId, chains), ...rows], accountId);
    },

    async publishMetrics(publication) {
      const { accountId, runId, isFull } = publication;
      const { first, last } = await read
        .selectFrom('staged_chains')
        .select((select) => [select.fn.min<number>('id').as('first'), select.fn.max<number>('id').as('last')])
        .where('account_id', '=', accountId)
        .where('run_id', '=', runId)
        .executeTakeFirstOrThrow();
      const statements = [stateOf(publication)];
      if (isFull) statements.push(...goneWhenFull(accountId, first, last));
      for (let from = first; first !== null && last !== null && from <= last; from += CHAINS_AT_ONCE)
        statements.push(...replacement(accountId, runId, isFull, { from, to: from + CHAINS_AT_ONCE }));
      statements.push(...linkChanges(publication), ...nothingStaged(accountId));
      return (await atomically(statements, accountId)) === 'done';
    },

    async discardStaged(accountId) {
      const isAny = await read
        .selectFrom('staged_chains')
        .select('id')
        .where('account_id', '=', accountId)
        .limit(1)
        .executeTakeFirst();
      if (!isAny) return;
      const { last } = await read
        .selectFrom('metric_chains')
        .select((select) => select.fn.max<number | null>('id').as('last'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      await atomically([...nothingStaged(accountId), ...goneBehind(accountId, last ?? 0)]);
    },
  };

  function stagedChains(accountId: string, runId: string, chains: readonly StagedChain[]): CompiledQuery {
    return sql`insert into staged_chains (account_id, run_id, id, entity_id, env, first_day, from_day)
      select cast(${accountId} as ${uuid}), cast(${runId} as ${uuid}), cast(value ->> 0 as bigint),
        cast(value ->> 1 as ${uuid}), value ->> 2, cast(value ->> 3 as bigint), cast(value ->> 4 as bigint)
      from ${elementsOf(JSON.stringify(chains.map(chainRow)))}`.compile(write);
  }

  function nothingStaged(accountId: string): CompiledQuery[] {
    return (['staged_chains', 'staged_days', 'staged_changes'] as const).map((table) =>
      write.deleteFrom(table).where('account_id', '=', accountId).compile(),
    );
  }

  /** Touches no row when another run has published meanwhile, or has discarded what was staged. */
  function stateOf({ accountId, expectedVersion, state, runId, chains }: Publication): CompiledQuery {
    const account = sql`cast(${accountId} as ${uuid})`;
    const { version, watermark, throughDay, calculatedAt, settings, histories } = state;
    const isWhole = sql`(select count(*) from staged_chains
      where account_id = ${account} and run_id = cast(${runId} as ${uuid})) = ${chains}`;
    if (expectedVersion === undefined) {
      return sql`insert into metric_states
          (account_id, version, watermark, through_day, calculated_at, settings, histories)
        select ${account}, cast(${version} as bigint), cast(${watermark} as bigint), cast(${throughDay} as bigint),
          cast(${calculatedAt} as bigint), cast(${settings} as text), cast(${histories} as text)
        where ${isWhole} on conflict do nothing`.compile(write);
    }
    return sql`update metric_states set version = ${version}, watermark = ${watermark}, through_day = ${throughDay},
        calculated_at = ${calculatedAt}, settings = ${settings}, histories = ${histories}
      where account_id = ${account} and version = ${expectedVersion} and ${isWhole}`.compile(write);
  }

  /** All chains, and the rows of all but the new ones, which have theirs already. */
  function goneWhenFull(accountId: string, first: number | null, last: number | null): CompiledQuery[] {
    const all = write.deleteFrom('metric_chains').where('account_id', '=', accountId).compile();
    const old = (table: 'metric_days' | 'metric_details' | 'metric_changes') =>
      write
        .deleteFrom(table)
        .where('account_id', '=', accountId)
        .$if(first !== null && last !== null, (query) =>
          query.where((where) =>
            where.or([where('chain_id', '<', first ?? 0), where('chain_id', '>', last ?? 0)]),
          ),
        )
        .compile();
    const links = write.deleteFrom('metric_links').where('account_id', '=', accountId).compile();
    return [all, links, old('metric_days'), old('metric_details'), old('metric_changes')];
  }

  /** Rows of chains that were never published. */
  function goneBehind(accountId: string, last: number): CompiledQuery[] {
    return (['metric_days', 'metric_details', 'metric_changes'] as const).map((table) =>
      write.deleteFrom(table).where('account_id', '=', accountId).where('chain_id', '>', last).compile(),
    );
  }

  /** The staged rows of some chains in place of those that were there from their day on. */
  function replacement(
    accountId: string,
    runId: string,
    isFull: boolean,
    { from, to }: { from: number; to: number },
  ): CompiledQuery[] {
    const account = sql`cast(${accountId} as ${uuid})`;
    const run = sql`cast(${runId} as ${uuid})`;
    const some = (column: string) => sql`${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${to}`;
    // By way of the staged chains, so that the others are not looked at: SQLite keeps the order of a cross join.
    const gone = (table: string) => sql`delete from ${sql.table(table)}
      where account_id = ${account} and (chain_id, day) in (
        select d.chain_id, d.day from staged_chains as s cross join ${sql.table(table)} as d
        where s.account_id = ${account} and s.run_id = ${run} and ${some('s.id')}
          and d.account_id = s.account_id and d.chain_id = s.id and d.day >= s.from_day)`;
    const published = sql`insert into metric_chains (account_id, id, entity_id, env, first_day)
      select account_id, id, entity_id, env, first_day from staged_chains
      where account_id = ${account} and run_id = ${run} and ${some('id')}`;
    if (isFull) return [published.compile(write)];
    return [
      gone('metric_days'),
      gone('metric_details'),
      sql`delete from metric_chains where account_id = ${account} and ${some('id')}
        and id in (select id from staged_chains where account_id = ${account} and run_id = ${run})`,
      published,
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

  function linkChanges({ accountId, links: { gone, put } }: Publication): CompiledQuery[] {
    const account = sql`cast(${accountId} as ${uuid})`;
    const keys = JSON.stringify(gone.map(({ incidentId, chainId }) => [incidentId, chainId]));
    const rows = JSON.stringify(
      put.map(({ incidentId, chainId, t, start, end, digest }) => [
        incidentId,
        chainId,
        t,
        start,
        end,
        digest,
      ]),
    );
    const removal = sql`delete from metric_links where account_id = ${account}
      and (incident_id, chain_id) in (
        select cast(value ->> 0 as ${uuid}), cast(value ->> 1 as bigint) from ${elementsOf(keys)})`;
    const insertion = sql`insert into metric_links
        (account_id, incident_id, chain_id, t, started_at, ended_at, digest)
      select ${account}, cast(value ->> 0 as ${uuid}), cast(value ->> 1 as bigint), cast(value ->> 2 as bigint),
        cast(value ->> 3 as bigint), cast(value ->> 4 as bigint), value ->> 5
      from ${elementsOf(rows)} where true
      on conflict (account_id, incident_id, chain_id) do update set t = excluded.t,
        started_at = excluded.started_at, ended_at = excluded.ended_at, digest = excluded.digest`;
    return [
      ...(gone.length > 0 ? [removal.compile(write)] : []),
      ...(put.length > 0 ? [insertion.compile(write)] : []),
    ];
  }
}

/** What is kept of a chain that has not been published, in the tables of those that have: nobody asks for its id. */
function inPlace(accountId: string, chains: readonly StagedChain[]): BulkInsert[] {
  const constants = [accountId];
  const account = ['account_id', 'uuid'] as const;
  const ofDay = [account, ['chain_id', 'bigint'], ['day', 'bigint']] as const;
  const days = daysOf(chains);
  return [
    {
      table: 'metric_days',
      columns: [...ofDay, ['facts', 'text'], ['state', 'text']],
      constants,
      values: days.flatMap(({ id, day, facts, state }) => [id, day, facts, state]),
    },
    {
      table: 'metric_details',
      columns: [...ofDay, ['detail', 'text']],
      constants,
      values: days.flatMap(({ id, day, detail }) => [id, day, detail ?? '[]']),
    },
    {
      table: 'metric_changes',
      columns: [account, ['change_id', 'text'], ['chain_id', 'bigint'], ['t', 'bigint'], ['seq', 'bigint']],
      constants,
      values: usesOf(chains).flatMap(({ id, changeId, t, seq }) => [changeId, id, t, seq]),
    },
  ];
}

function aside(accountId: string, runId: string, chains: readonly StagedChain[]): BulkInsert[] {
  const constants = [accountId, runId];
  const ofRun = [
    ['account_id', 'uuid'],
    ['run_id', 'uuid'],
    ['chain_id', 'bigint'],
  ] as const;
  return [
    {
      table: 'staged_days',
      columns: [...ofRun, ['day', 'bigint'], ['facts', 'text'], ['detail', 'text'], ['state', 'text']],
      constants,
      values: daysOf(chains).flatMap(({ id, day, facts, detail, state }) => [
        id,
        day,
        facts,
        detail ?? '[]',
        state,
      ]),
    },
    {
      table: 'staged_changes',
      columns: [...ofRun, ['t', 'bigint'], ['seq', 'bigint'], ['change_id', 'text']],
      constants,
      values: usesOf(chains).flatMap(({ id, changeId, t, seq }) => [id, t, seq, changeId]),
    },
  ];
}

function daysOf(chains: readonly StagedChain[]) {
  return chains.flatMap(({ chain: { id }, days }) => days.map((day) => ({ id, ...day })));
}

function usesOf(chains: readonly StagedChain[]) {
  return chains.flatMap(({ chain: { id }, changeUses }) => changeUses.map((use) => ({ id, ...use })));
}

function chainRow({ chain, fromDay }: StagedChain) {
  return [chain.id, chain.entityId, chain.env, chain.firstDay, fromDay];
}
