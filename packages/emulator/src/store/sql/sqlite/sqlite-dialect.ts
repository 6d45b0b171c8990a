import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { SqlResult, SqlValue } from './node-sqlite.ts';

/** Runs one statement, here or in a worker. */
export type Execute = (sql: string, parameters: SqlValue[]) => SqlResult | Promise<SqlResult>;

/**
 * Kysely over any function that runs a statement. Kysely's own SQLite driver expects better-sqlite3's
 * statements, which node:sqlite's are not.
 */
export function createSqliteDialect(execute: Execute): Dialect {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const result = await execute(sql, parameters.map(toSqlValue));
      const { changes } = result;
      return {
        rows: rowsOf<R>(result),
        ...(changes === undefined ? {} : { numAffectedRows: BigInt(changes) }),
      };
    },
    async *streamQuery() {
      yield* [];
      throw new Error('streaming is not supported');
    },
  };
  const run = (statement: string) => async () => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };

  return {
    createAdapter: () =>
      // SQLite does run DDL in transactions; Kysely says no because of PRAGMAs, which our migrations lack.
      Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true }),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: run('BEGIN IMMEDIATE'),
      commitTransaction: run('COMMIT'),
      rollbackTransaction: run('ROLLBACK'),
      releaseConnection: async () => {},
      destroy: async () => {},
    }),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely derives R from the query; at run time there is nothing left to check it by. */
export function rowsOf<R>({ rows }: SqlResult): R[] {
  return areRows<R>(rows) ? rows : [];
}

function areRows<R>(rows: unknown[]): rows is R[] {
  return Array.isArray(rows);
}

/** What SQLite can bind. */
export function toSqlValue(value: unknown): SqlValue {
  if (value === null || value === undefined) return null;
  if (value instanceof Uint8Array) return value;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new Error(`SQLite takes no ${typeof value}`);
}
