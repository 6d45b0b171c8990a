import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StoreOpenError } from '../store.ts';
import { type ColumnTypes, foundation } from './migrations/0001-foundation.ts';
import { metrics } from './migrations/0002-metrics.ts';
import type { Database } from './schema.ts';

/** In order. A migration that has been released is never changed: the next one mends it. */
function migrations(types: ColumnTypes): Record<string, Migration> {
  return {
    '0001-foundation': { up: (db) => foundation(db, types) },
    '0002-metrics': { up: (db) => metrics(db, types) },
  };
}

const TABLE = 'kysely_migration';

/**
 * Brings a database to this version's format, every migration in one transaction and, on PostgreSQL, under an
 * advisory lock, so that replicas may start together.
 *
 * @param backup is called before anything of a database that has data is changed.
 * @throws StoreOpenError when a newer Milepost wrote the database.
 */
export async function migrate(
  db: Kysely<Database>,
  options: { types: ColumnTypes; name: string; backup?(from: string): Promise<void> | void },
): Promise<void> {
  const ours = migrations(options.types);
  const applied = await appliedMigrations(db);
  refuseNewer(applied, ours, options.name);
  if (applied.length === Object.keys(ours).length) return;

  const newest = applied.at(-1);
  if (newest) await options.backup?.(newest);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ours } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Throws unless the database has exactly this version's format: for a caller that must not change it. */
export async function requireCurrent(db: Kysely<Database>, name: string, types: ColumnTypes): Promise<void> {
  const ours = migrations(types);
  const applied = await appliedMigrations(db);
  refuseNewer(applied, ours, name);
  if (applied.length < Object.keys(ours).length) {
    throw new StoreOpenError(`${name} has an older data format: start the server once to migrate it.`);
  }
}

function refuseNewer(applied: string[], ours: Record<string, Migration>, name: string): void {
  const unknown = applied.find((migration) => !Object.hasOwn(ours, migration));
  if (unknown === undefined) return;
  throw new StoreOpenError(
    `${name} was written by a newer Milepost (data format ${unknown}): upgrade Milepost, or restore a backup.`,
  );
}

async function appliedMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === TABLE)) return [];
  const rows = await db
    .withTables<{ [TABLE]: { name: string } }>()
    .selectFrom(TABLE)
    .select('name')
    .execute();
  return rows.map(({ name }) => name).sort();
}
