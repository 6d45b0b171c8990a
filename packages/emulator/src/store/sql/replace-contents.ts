import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { checkReplacement } from '../contents/check-replacement.ts';
import { ContentsError } from '../contents/contents-error.ts';
import type { StoreContents } from '../contents/store-contents.ts';
import { insertContents } from './bulk-contents.ts';
import { ConstraintError } from './constraint-error.ts';
import type { Database } from './schema.ts';
import type { BulkInsert, SqlEngine } from './sql-engine.ts';

/** All that have an account, except accounts themselves; those that refer to another one come before it. */
const TABLES = [
  'events',
  'entities',
  'users',
  'api_keys',
  'blueprints',
  'idempotency_keys',
  'incidents',
  'repos',
  'commits',
  'commit_graphs',
  'metric_states',
  'metric_chains',
  'metric_days',
  'metric_details',
  'metric_changes',
  'metric_links',
  'metric_runs',
  'staged_chains',
  'staged_days',
  'staged_changes',
] as const satisfies readonly (keyof Database)[];

/** The lease that replacements take within their transaction: the next one waits for it. */
const LEASE = 'contents';

/** Replaces what accounts have in one transaction. */
export async function replaceContents(
  engine: SqlEngine,
  contents: StoreContents,
  accountIds: readonly string[] | undefined,
): Promise<void> {
  checkReplacement(contents, accountIds);
  const inserts = insertContents(contents);
  const accounts = accountsOf(contents);
  const claim = claimOf(engine, contents, accountIds);
  const present =
    accountIds ?? (await engine.read.selectFrom('accounts').select('id').execute()).map(({ id }) => id);
  if (
    await isRefused(engine, [
      claim,
      ...accountChanges(engine, accounts, present),
      ...removals(engine, accountIds, [...accounts.keys()]),
      ...inserts,
      engine.write.deleteFrom('leases').where('name', '=', LEASE).compile(),
    ])
  ) {
    throw new ContentsError("An API key or a user has the digest or the email of another account's");
  }
}

async function isRefused(
  { atomically }: SqlEngine,
  statements: readonly (CompiledQuery | BulkInsert)[],
): Promise<boolean> {
  try {
    return (await atomically(statements)) === 'refused';
  } catch (error) {
    if (!(error instanceof ConstraintError)) throw error;
    throw new ContentsError(
      error.constraint === 'value'
        ? 'A value is none that this store can hold: an id that is no UUID, or a text with a NUL character'
        : 'Two records exclude each other',
      { cause: error },
    );
  }
}

type AccountRow = Database['accounts'];

function accountsOf({ accounts, events }: StoreContents): Map<string, AccountRow> {
  const rows = new Map<string, AccountRow>();
  for (const { id, name, createdAt } of accounts)
    rows.set(id, { id, name, created_at: createdAt, last_seq: 0 });
  for (const { accountId, seq } of events) {
    const row = rows.get(accountId);
    if (row) row.last_seq = Math.max(row.last_seq, seq);
  }
  return rows;
}

/** Touches no row when a digest or an email is that of an account which stays: no constraint forbids that. */
function claimOf(
  { write, elementsOf, uuid }: SqlEngine,
  { users, apiKeys }: StoreContents,
  accountIds: readonly string[] | undefined,
): CompiledQuery {
  const listOf = (values: readonly string[]) => elementsOf(JSON.stringify(values.map((value) => [value])));
  const isOfOther = (table: string, column: string, values: readonly string[]) =>
    sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} in (select value ->> 0 from ${listOf(values)})
      and account_id not in (select cast(value ->> 0 as ${uuid}) from ${listOf(accountIds ?? [])}))`;
  const digests = Array.from(apiKeys, ({ digest }) => digest);
  const emails = Array.from(users, ({ email }) => email);
  const isFree = accountIds
    ? sql`not ${isOfOther('api_keys', 'digest', digests)} and not ${isOfOther('users', 'email', emails)}`
    : sql`true`;
  return sql`insert into leases (name, holder, expires_at) select ${LEASE}, '', 0 where ${isFree}
    on conflict (name) do update set holder = ''`.compile(write);
}

/**
 * One after the other in the order of their ids, as PostgreSQL's appends lock them: so they wait for each other and
 * never both. The rows of accounts that stay are changed, not made anew: who waits for one would find it gone. They
 * are changed with their keys, so that PostgreSQL lets this wait for all who only hold an account, too.
 */
function accountChanges(
  { write }: SqlEngine,
  accounts: ReadonlyMap<string, AccountRow>,
  present: readonly string[],
): CompiledQuery[] {
  const ids = [...new Set([...present, ...accounts.keys()])].sort();
  return ids.map((id) => {
    const row = accounts.get(id);
    if (!row) return write.deleteFrom('accounts').where('id', '=', id).compile();
    return write
      .insertInto('accounts')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .compile();
  });
}

function removals(
  { write, elementsOf, uuid }: SqlEngine,
  accountIds: readonly string[] | undefined,
  kept: readonly string[],
): CompiledQuery[] {
  const listOf = (ids: readonly string[]): RawBuilder<unknown> =>
    sql`(select cast(value ->> 0 as ${uuid}) from ${elementsOf(JSON.stringify(ids.map((id) => [id])))})`;
  if (accountIds) {
    return TABLES.map((table) =>
      sql`delete from ${sql.table(table)} where account_id in ${listOf(accountIds)}`.compile(write),
    );
  }
  return [
    // Those that have come since they were listed.
    sql`delete from accounts where id not in ${listOf(kept)}`.compile(write),
    ...TABLES.map((table) => sql`delete from ${sql.table(table)}`.compile(write)),
  ];
}
