import type { StoreContents } from '../contents/store-contents.ts';
import type { ColumnTree, ContentTable } from './content-table.ts';
import { contentTables } from './content-tables.ts';
import type { BulkInsert } from './sql-engine.ts';

/** Characters of one statement, about: a database that is given more at once is thought to hang. */
const MOST_AT_ONCE = 2_000_000;

type ColumnType = BulkInsert['columns'][number][1];
type Value = BulkInsert['values'][number];

/** A column of a table, and where a record has its value. */
interface Leaf {
  path: readonly string[];
  name: string;
  type: ColumnType;
}

/** The rows of the contents, without accounts and secrets. */
export function insertContents(contents: StoreContents): BulkInsert[] {
  const { accounts: _, secrets: __, ...collections } = contents;
  const { accounts: ___, ...tables } = contentTables;
  const named: [string, ContentTable][] = Object.entries(tables);
  const recordsOf = new Map<string, Iterable<object>>(Object.entries(collections));
  return named.flatMap(([name, table]) => Array.from(insertsOf(table, recordsOf.get(name) ?? [])));
}

function* insertsOf(
  { table, columns, apart }: ContentTable,
  records: Iterable<object>,
): Generator<BulkInsert> {
  const leaves = leavesOf(columns);
  if (!apart) {
    yield* chunksOf(table, leaves, records);
    return;
  }
  const own = Array.from(records);
  const { key, member } = apart;
  yield* chunksOf(
    table,
    leaves.filter(({ path }) => !path.includes(member)),
    own,
  );
  yield* chunksOf(
    apart.table,
    leaves.filter(({ path: [name = ''] }) => name === member || key.includes(name)),
    own.filter((record) => Reflect.get(record, member) !== null),
  );
}

function* chunksOf(
  table: BulkInsert['table'],
  leaves: readonly Leaf[],
  records: Iterable<object>,
): Generator<BulkInsert> {
  const columns = leaves.map(({ name, type }) => [name, type] as const);
  let values: Value[] = [];
  let size = 0;
  for (const record of records) {
    for (const { path } of leaves) {
      const value = valueAt(record, path);
      values.push(value);
      size += typeof value === 'string' ? value.length : 8;
    }
    if (size < MOST_AT_ONCE) continue;
    yield { table, columns, constants: [], values };
    values = [];
    size = 0;
  }
  if (values.length > 0) yield { table, columns, constants: [], values };
}

function leavesOf(columns: ColumnTree, above: readonly string[] = []): Leaf[] {
  return Object.entries(columns).flatMap(([member, column]) => {
    const path = [...above, member];
    if (typeof column !== 'string') return leavesOf(column, path);
    const [name = '', type] = column.split(' ');
    return [{ path, name, type: columnType(type) }];
  });
}

function columnType(type: string | undefined): ColumnType {
  return type === 'uuid' || type === 'bigint' || type === 'text' ? type : 'json';
}

function valueAt(record: object, path: readonly string[]): Value {
  let value: unknown = record;
  for (const member of path)
    value = typeof value === 'object' && value !== null ? Reflect.get(value, member) : null;
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value;
  return JSON.stringify(value);
}
