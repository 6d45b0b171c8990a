import { type RawBuilder, sql } from 'kysely';
import { JsonFormatError } from '../contents/json-format-error.ts';
import { emptyContents, type StoreContents } from '../contents/store-contents.ts';
import type { ColumnTree, ContentTable } from './content-table.ts';
import { contentTables } from './content-tables.ts';
import type { SqlEngine } from './sql-engine.ts';

/**
 * Reads all tables in one statement, which sees one instant of them whoever writes meanwhile: each row is the name of
 * a collection and a record as JSON text, with the members' own names.
 */
export async function readContents(
  engine: SqlEngine,
  accountIds: readonly string[] | undefined,
): Promise<StoreContents> {
  if (accountIds?.length === 0) return emptyContents();
  const tables: [string, ContentTable][] = Object.entries(contentTables);
  const selections = tables.map(([name, table]) => selectionOf(engine, name, table, accountIds));
  const { rows } = await sql<{
    name: string;
    record: string;
  }>`${sql.join(selections, sql` union all `)}`.execute(engine.scan);
  // It loads ajv, which is for those who need it.
  const { checkContents } = await import('../contents/check-contents.ts');
  const { JSON_FORMAT } = await import('../contents/contents-format.ts');
  const collections = new Map<string, unknown[]>(tables.map(([name]) => [name, []]));
  for (const { name, record } of rows) collections.get(name)?.push(JSON.parse(record));
  for (const [name, { order }] of tables) collections.get(name)?.sort((a, b) => compareBy(order, a, b));
  try {
    return checkContents({ milepostFormat: JSON_FORMAT, secrets: [], ...Object.fromEntries(collections) });
  } catch (error) {
    if (!(error instanceof JsonFormatError)) throw error;
    throw new Error(`${engine.name} ${error.message}`, { cause: error });
  }
}

function selectionOf(
  engine: SqlEngine,
  name: string,
  { table, columns, mayBeStaged, apart }: ContentTable,
  accountIds: readonly string[] | undefined,
): RawBuilder<unknown> {
  const { rows, conditions } = { rows: [sql.table(table)], conditions: [sql`true`] };
  if (apart) {
    const key = apart.key.map((member) => columnOf(columns, member));
    rows.push(
      sql`left join ${sql.table(apart.table)} using (${sql.join(key.map((column) => sql.ref(column)))})`,
    );
  }
  const owner = sql.ref(name === 'accounts' ? 'id' : `${table}.account_id`);
  if (accountIds) conditions.push(sql`${owner} in (${sql.join(accountIds)})`);
  if (mayBeStaged) {
    conditions.push(sql`exists (select 1 from metric_chains as published
      where published.account_id = ${owner} and published.id = ${sql.ref(`${table}.chain_id`)})`);
  }
  return sql`select ${sql.lit(name)} as name, ${objectOf(engine, columns)} as record
    from ${sql.join(rows, sql` `)} where ${sql.join(conditions, sql` and `)}`;
}

function columnOf(columns: ColumnTree, member: string): string {
  const column = columns[member];
  if (typeof column !== 'string') throw new Error(`${member} is not one column`);
  return column.split(' ', 1).join();
}

function objectOf(engine: SqlEngine, columns: ColumnTree): RawBuilder<unknown> {
  const members = Object.entries(columns).flatMap(([member, column]) => [
    sql.lit(member),
    typeof column === 'string' ? expressionOf(engine, column) : objectOf(engine, column),
  ]);
  return sql`${engine.jsonObject}(${sql.join(members)})`;
}

function expressionOf(engine: SqlEngine, column: string): RawBuilder<unknown> {
  const [name = '', type] = column.split(' ');
  if (type === 'list') return engine.jsonOf(sql.ref(name));
  // PostgreSQL would put it in as JSON, where the record has a text.
  if (type === 'json') return sql`cast(${sql.ref(name)} as text)`;
  return sql.ref(name);
}

/** By some members, one after the other. Rows come in any order: a database need not keep that of a part of a union. */
function compareBy(members: readonly string[], a: unknown, b: unknown): number {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return 0;
  for (const member of members) {
    const left: unknown = Reflect.get(a, member);
    const right: unknown = Reflect.get(b, member);
    if (left === right) continue;
    if (typeof left === 'number' && typeof right === 'number') return left - right;
    return String(left) < String(right) ? -1 : 1;
  }
  return 0;
}
