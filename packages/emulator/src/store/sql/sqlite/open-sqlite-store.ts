import { existsSync } from 'node:fs';
import { type CompiledQuery, Kysely, sql } from 'kysely';
import { acquireProcessLock, createPrivateFile } from '../../process-lock.ts';
import { type EventBatch, type Store, StoreOpenError } from '../../store.ts';
import { migrate, requireCurrent } from '../migrate.ts';
import { sqliteTypes } from '../migrations/0001-foundation.ts';
import type { Database } from '../schema.ts';
import type { BulkInsert, SqlEngine } from '../sql-engine.ts';
import { createSqlStore } from '../sql-store.ts';
import { EVENT_COLUMNS, type FlatBatch } from './append-events.ts';
import { openSqlite, type SqliteConnection, type SqlValue } from './node-sqlite.ts';
import { createSqliteDialect, type Execute, rowsOf, toSqlValue } from './sqlite-dialect.ts';
import { plainSqliteError, storeError } from './sqlite-errors.ts';
import type { SqlStatement } from './transaction.ts';
import { createTurnCache } from './turn-cache.ts';
import { connectWorker, type WorkerConnection } from './worker-connection.ts';

export interface SqliteStoreOptions {
  path: string;
  /** For a short errand beside a running server: takes no lock, and refuses to migrate. */
  beside?: boolean;
}

/**
 * Opens the store in an SQLite file, and creates it when there is none. Look-ups run here, since they take
 * microseconds; commits and long scans each have a thread of their own.
 *
 * @throws StoreOpenError when another server has the file, or it is not ours, or newer, or cannot be written.
 */
export async function openSqliteStore({ path, beside = false }: SqliteStoreOptions): Promise<Store> {
  const name = `sqlite:${path}`;
  if (beside && !existsSync(path)) {
    throw new StoreOpenError(`${name} does not exist: start the server once, or name another place.`);
  }
  const lock = beside ? undefined : acquireProcessLock(path);
  try {
    const main = openMain(path, name);
    const read = kysely((sql, parameters) => executeHere(main, sql, parameters));
    if (beside) await requireCurrent(read, name, sqliteTypes);
    else await migrate(read, { types: sqliteTypes, name, backup: (from) => backUp(main, path, from) });
    return createSqlStore(createEngine(name, path, main, read, () => lock?.release()));
  } catch (error) {
    lock?.release();
    throw error;
  }
}

function createEngine(
  name: string,
  path: string,
  main: SqliteConnection,
  read: Kysely<Database>,
  release: () => void,
): SqlEngine {
  const writer = connectWorker(path);
  const lookUps = createTurnCache((sql, parameters) => executeHere(main, sql, parameters));
  let scanner: WorkerConnection | undefined;
  return {
    name,
    read,
    // Straight to the statement: by way of Kysely a look-up takes ten times as long.
    async lookUp<R>({ sql }: CompiledQuery<R>, parameters: readonly string[]) {
      return rowsOf<R>(lookUps.read(sql, parameters));
    },
    scan: kysely((sql, parameters) => {
      scanner ??= connectWorker(path);
      return scanner.execute(sql, parameters);
    }),
    write: kysely((sql, parameters) => writer.execute(sql, parameters).finally(lookUps.forget)),
    append: (batches) => writer.append(batches.map(flatten)).finally(lookUps.forget),
    atomically: (statements, accountId) =>
      writer.transact(statements.map(plainStatement), accountId).finally(lookUps.forget),
    elementsOf: (json) => sql`json_each(${json})`,
    jsonObject: sql`json_object`,
    jsonOf: (text) => sql`json(${text})`,
    uuid: sqliteTypes.uuid,
    // There is one writer at a time, so that nothing has to be held.
    held: sql``,
    async close() {
      await scanner?.close();
      // Last, so that the write-ahead log is folded into the database by a connection that may write.
      main.close();
      await writer.close();
      release();
    },
  };
}

function plainStatement(statement: CompiledQuery | BulkInsert): SqlStatement {
  if ('sql' in statement) return { sql: statement.sql, parameters: statement.parameters.map(toSqlValue) };
  const { table, columns, constants, values } = statement;
  const names = columns.map(([name]) => name).join(', ');
  const sql = `INSERT INTO ${table} (${names}) VALUES (?${', ?'.repeat(columns.length - 1)})`;
  const width = columns.length - constants.length;
  return { sql, parameters: [...constants], rows: { width, values: [...values] } };
}

function kysely(execute: Execute): Kysely<Database> {
  return new Kysely<Database>({ dialect: createSqliteDialect(execute) });
}

function executeHere(main: SqliteConnection, sql: string, parameters: readonly SqlValue[]) {
  try {
    return main.execute(sql, parameters);
  } catch (error) {
    throw storeError(plainSqliteError(error));
  }
}

function openMain(path: string, name: string): SqliteConnection {
  try {
    // Before SQLite makes it readable to all; what it puts beside it takes the mode of the database.
    createPrivateFile(path);
    return openSqlite(path);
  } catch (error) {
    const { message } = plainSqliteError(error);
    throw new StoreOpenError(`${name} cannot be opened: ${message}`, { cause: error });
  }
}

function backUp(main: SqliteConnection, path: string, from: string): void {
  main.execute('VACUUM INTO ?', [`${path}.before-migration-from-${from}.${process.pid}.bak`]);
}

function flatten({ accountId, events, idempotency }: EventBatch): FlatBatch {
  const values: SqlValue[] = new Array(events.length * EVENT_COLUMNS.length);
  const entityIds: string[] = [];
  let at = 0;
  for (const event of events) {
    if (event.entityId !== null && !entityIds.includes(event.entityId)) entityIds.push(event.entityId);
    // In the order of EVENT_COLUMNS.
    values[at++] = event.id;
    values[at++] = event.type;
    values[at++] = event.blueprintId;
    values[at++] = event.entityId;
    values[at++] = event.timestamp;
    values[at++] = event.createdAt;
    values[at++] = event.env;
    values[at++] = event.status;
    values[at++] = event.attributes;
    values[at++] = event.sender.kind;
    values[at++] = event.sender.id;
  }
  return { accountId, entityIds, values, idempotency };
}
