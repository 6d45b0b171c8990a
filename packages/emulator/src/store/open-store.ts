import type { StoreLocation } from '../config.ts';
import type { Store } from './store.ts';

export interface OpenStoreOptions {
  /** Told what a person who runs the store should know. */
  warn(message: string): void;
  /** For a short errand, possibly beside a running server: changes no data format. */
  beside?: boolean;
}

/**
 * Opens the engine that the location names. The only switch over engines; each is loaded only when it is used.
 *
 * @throws StoreOpenError with one line for the person who started the program.
 */
export async function openStore(location: StoreLocation, options: OpenStoreOptions): Promise<Store> {
  const { warn, beside = false } = options;
  switch (location.engine) {
    case 'memory': {
      const { openMemoryStore } = await import('./json/open-json-store.ts');
      return openMemoryStore();
    }
    case 'file': {
      const { openFileStore } = await import('./json/open-json-store.ts');
      return openFileStore({ path: location.path, warn });
    }
    case 'sqlite': {
      const { openSqliteStore } = await import('./sql/sqlite/open-sqlite-store.ts');
      return openSqliteStore({ path: location.path, beside });
    }
    case 'postgres': {
      const { openPostgresStore } = await import('./sql/postgres/open-postgres-store.ts');
      return openPostgresStore({ url: location.url, warn });
    }
  }
}
