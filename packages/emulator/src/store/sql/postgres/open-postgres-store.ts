import { type CompiledQuery, Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { type Store, StoreOpenError } from '../../store.ts';
import { migrate } from '../migrate.ts';
import { postgresTypes } from '../migrations/0001-foundation.ts';
import type { Database } from '../schema.ts';
import { createSqlStore } from '../sql-store.ts';
import { appendGroup } from './append-events.ts';
import { storeError } from './postgres-errors.ts';
import { keyShare, runStatements } from './run-statements.ts';

export interface PostgresStoreOptions {
  url: string;
  /** Told when an idle connection breaks; the pool replaces it by itself. */
  warn(message: string): void;
}

/**
 * Opens the store in a PostgreSQL database, which must exist.
 *
 * @throws StoreOpenError when it cannot be reached or used, or a newer Milepost wrote it.
 */
export async function openPostgresStore({ url, warn }: PostgresStoreOptions): Promise<Store> {
  const name = nameOf(url);
  const onBroken = (error: Error) => warn(`a connection to ${name} broke: ${error.message}`);
  await migrateWithPatience(url, name, onBroken);
  const pool = createPool(url, onBroken, QUERY_TIMEOUT);
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: translating(pool) }) });
  return createSqlStore({
    name,
    read: db,
    lookUp: async <R>(query: CompiledQuery<R>, parameters: readonly string[]) =>
      (await db.executeQuery<R>({ ...query, parameters })).rows,
    scan: db,
    write: db,
    append: (batches) => appendGroup(db, batches),
    atomically: (statements, accountId) => runStatements(db, statements, accountId),
    elementsOf: (json) => sql`json_array_elements(${json}::json) as elements(value)`,
    jsonObject: sql`json_build_object`,
    jsonOf: (text) => sql`cast(${text} as json)`,
    uuid: postgresTypes.uuid,
    held: keyShare,
    close: () => db.destroy(),
  });
}

/** A migration may take long; a query that does has a database behind it that does not answer any more. */
const QUERY_TIMEOUT = 15_000;

async function migrateWithPatience(
  url: string,
  name: string,
  onBroken: (error: Error) => void,
): Promise<void> {
  const pool = translating(createPool(url, onBroken));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db, { types: postgresTypes, name });
  } catch (error) {
    if (error instanceof StoreOpenError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreOpenError(`${name} cannot be opened: ${reason}`, { cause: error });
  } finally {
    await pool.end();
  }
}

function createPool(url: string, onBroken: (error: Error) => void, queryTimeout?: number): pg.Pool {
  const { INT8, JSON: JSON_TYPE } = pg.types.builtins;
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'milepost',
    max: 10,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    ...(queryTimeout !== undefined && { query_timeout: queryTimeout }),
    types: {
      // Instants and sequences fit a double; JSON stays the text it is.
      getTypeParser: (type, format) => {
        if (type === INT8) return Number;
        if (type === JSON_TYPE) return (text: string) => text;
        return pg.types.getTypeParser(type, format);
      },
    },
  });
  pool.on('error', onBroken);
  // The pool listens only to idle connections; one that breaks between two queries of a transaction would end
  // the process. The next query on it tells.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** The pool as Kysely sees it, with every error translated where it comes in. */
function translating(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: unknown) => {
        throw storeError(error);
      });
      // A statement of its own is final when it arrives; in a transaction, only the commit is.
      let maybeStored = true;
      let hangs = false;
      async function query(text: string, values: unknown[]): Promise<unknown> {
        if (text.startsWith('begin')) maybeStored = false;
        if (text === 'commit') maybeStored = true;
        try {
          return await client.query(text, values);
        } catch (error) {
          hangs ||= error instanceof Error && error.message === 'Query read timeout';
          throw storeError(error, maybeStored && !text.startsWith('select'));
        }
      }
      const translated: pg.PoolClient = Object.create(client, {
        query: { value: query },
        // A connection that still waits for an answer is of no use to the next.
        release: { value: () => client.release(hangs) },
      });
      return translated;
    },
    end: () => pool.end(),
  };
}

/** The address without its password. */
function nameOf(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) throw new StoreOpenError('--store: that is not a postgres:// address');
  return `postgres://${parsed.host}${parsed.pathname}`;
}
