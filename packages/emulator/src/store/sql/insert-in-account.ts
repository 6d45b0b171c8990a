import { type RawBuilder, sql } from 'kysely';
import { AccountGoneError } from '../store.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Tables whose rows have an account. */
type OwnTable = {
  [Table in keyof Database]: Database[Table] extends { account_id: string } ? Table : never;
}[keyof Database];

/**
 * Inserts a row, unless another one excludes it.
 *
 * @returns whether it was inserted.
 * @throws AccountGoneError when its account is not there.
 */
export async function insertInAccount<Table extends OwnTable>(
  engine: SqlEngine,
  table: Table,
  row: Database[Table],
): Promise<boolean> {
  if (await insert(engine, table, row, sql`do nothing`)) return true;
  const account = await engine.read
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', row.account_id)
    .executeTakeFirst();
  if (!account) throw new AccountGoneError(row.account_id);
  return false;
}

/**
 * Inserts a row, or puts it in the place of the one with its account and id.
 *
 * @throws AccountGoneError when its account is not there.
 */
export async function putInAccount<Table extends 'users' | 'api_keys' | 'metric_runs'>(
  engine: SqlEngine,
  table: Table,
  row: Database[Table],
): Promise<void> {
  const columns = Object.keys(row).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  const onConflict = sql`(account_id, id) do update set ${sql.join(columns)}`;
  if (!(await insert(engine, table, row, onConflict))) throw new AccountGoneError(row.account_id);
}

/** Selects the row from its account, which is held: who removes that waits, or has removed it already. */
async function insert(
  { write, held }: SqlEngine,
  table: OwnTable,
  row: { account_id: string },
  onConflict: RawBuilder<unknown>,
): Promise<boolean> {
  const columns = Object.keys(row).map((name) => sql.ref(name));
  const { numAffectedRows } = await sql`insert into ${sql.table(table)} (${sql.join(columns)})
    select ${sql.join(Object.values(row))} from accounts where id = ${row.account_id} ${held}
    on conflict ${onConflict}`.execute(write);
  return numAffectedRows === 1n;
}
