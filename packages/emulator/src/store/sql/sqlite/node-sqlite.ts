import { DatabaseSync, type StatementSync } from 'node:sqlite';

/** The only file that knows node:sqlite's names: newer Nodes rename them. */
export type SqlValue = string | number | bigint | Uint8Array | null;
export type SqlRow = Record<string, unknown>;

export interface SqlResult {
  rows: SqlRow[];
  /** Rows that an INSERT, UPDATE or DELETE touched; undefined for a statement that answers rows. */
  changes: number | undefined;
}

/** The same, as it crosses to another thread: one list costs a fraction of many objects with the same names. */
export interface FlatResult {
  columns: string[];
  /** Row after row. */
  values: unknown[];
  changes: number | undefined;
}

export interface SqliteConnection {
  execute(sql: string, parameters: readonly SqlValue[]): SqlResult;
  executeFlat(sql: string, parameters: readonly SqlValue[]): FlatResult;
  /** A statement prepared once, for loops. */
  prepare(sql: string): StatementSync;
  /** Several statements without parameters. */
  exec(sql: string): void;
  close(): void;
}

/** Distinct statements that stay prepared: more than the program has, so that nothing is ever prepared twice. */
const PREPARED_STATEMENTS = 200;

/**
 * Opens (and creates) a database with the settings that durability needs: WAL and synchronous FULL, so that a
 * commit is on disk when it returns.
 */
export function openSqlite(path: string): SqliteConnection {
  const db = new DatabaseSync(path, { timeout: 5000 });
  // Rarer checkpoints than by default (32 MB instead of 4): each costs fsyncs of its own.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 8000; PRAGMA journal_size_limit = 67108864`);
  const statements = new Map<string, { statement: StatementSync; answersRows: boolean }>();

  function prepared(sql: string): { statement: StatementSync; answersRows: boolean } {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const entry = { statement, answersRows: statement.columns().length > 0 };
    if (statements.size >= PREPARED_STATEMENTS) statements.clear();
    statements.set(sql, entry);
    return entry;
  }

  return {
    execute(sql, parameters) {
      const { statement, answersRows } = prepared(sql);
      if (answersRows) return { rows: statement.all(...parameters), changes: undefined };
      return { rows: [], changes: Number(statement.run(...parameters).changes) };
    },
    executeFlat(sql, parameters) {
      const { statement, answersRows } = prepared(sql);
      if (!answersRows)
        return { columns: [], values: [], changes: Number(statement.run(...parameters).changes) };
      const columns = statement.columns().map(({ name }) => name);
      const values: unknown[] = [];
      statement.setReturnArrays(true);
      for (const row of statement.iterate(...parameters)) if (Array.isArray(row)) values.push(...row);
      statement.setReturnArrays(false);
      return { columns, values, changes: undefined };
    },
    prepare: (sql) => db.prepare(sql),
    exec: (sql) => db.exec(sql),
    close: () => db.close(),
  };
}

/** The rows of a flat result. */
export function rowsOfFlat({ columns, values, changes }: FlatResult): SqlResult {
  const rows: SqlRow[] = [];
  for (let at = 0; at < values.length; at += columns.length) {
    const row: SqlRow = {};
    for (let column = 0; column < columns.length; column++) row[columns[column] ?? ''] = values[at + column];
    rows.push(row);
  }
  return { rows, changes };
}
