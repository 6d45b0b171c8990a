import { sql } from 'kysely';
import { AccountGoneError } from '../store.ts';
import type { Database } from './schema.ts';
import type { SqlEngine } from './sql-engine.ts';

/** Tables whose rows have an account. */
type OwnTable = {
  [Table in keyof Database]: Database[Table] extends { account_id: string } ? Table : never;
}[keyof Database];

/**
 * Inserts a row, unless its account is not there, or a row is that excludes it.
 *
 * @returns whether it was inserted.
 * @throws AccountGoneError
 */
export async function insertInAccount<Table extends OwnTable>(
  engine: SqlEngine,
  table: Table,
  row: Database[Table] & { account_id: string },
): Promise<boolean> {
  const isInserted = await insert(engine, table, row, sql`do nothing`);
  if (isInserted) return true;
  const { account_id } = row;
  const account = await engine.read
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', account_id)
    .executeTakeFirst();
  if (!account) throw new AccountGoneError(account_id);
  return false;
}

/**
 * Inserts a row, or puts it in the place of the one with its account and id.
 *
 * @throws AccountGoneError
 */
export async function putInAccount<Table extends OwnTable>(
  engine: SqlEngine,
  table: Table,
  row: Database[Table] & { account_id: string; id: string },
): Promise<void> {
  const changes = Object.keys(row).map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  if (!(await insert(engine, table, row, sql`do update set ${sql.join(changes)}`)))
    throw new AccountGoneError(row.account_id);
}

async function insert(
  { write, held }: SqlEngine,
  table: OwnTable,
  row: { account_id: string },
  onConflict: ReturnType<typeof sql>,
): Promise<boolean> {
  return false;
}
