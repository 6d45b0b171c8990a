import type { Low } from 'lowdb';
import type { StoreContents } from '../contents/store-contents.ts';
import type { Store } from '../store.ts';
import { createJsonBlueprints } from './json-blueprints.ts';
import { createJsonContents } from './json-contents.ts';
import { createJsonCredentials } from './json-credentials.ts';
import { createJsonEntities } from './json-entities.ts';
import { createJsonEvents } from './json-events.ts';
import { createJsonIncidents } from './json-incidents.ts';
import { createJsonMetricInput } from './json-metric-input.ts';
import { createJsonMetrics } from './json-metrics.ts';
import { createJsonRepos } from './json-repos.ts';
import { createJsonRuns } from './json-runs.ts';
import { createJsonSecrets } from './json-secrets.ts';
import { createTables, type Draft } from './tables.ts';
import { createUnsaved } from './unsaved.ts';
import { createWriteQueue } from './write-queue.ts';

export interface JsonStoreOptions {
  name: string;
  /** Read already: `data` is where the store begins. Afterwards it only carries what is to be written. */
  db: Low<StoreContents>;
  /** Called at the start and after each write. */
  onSize?(events: number): void;
  /** Called once, when the last write is done. */
  onClose?(): void;
}

/**
 * The store port over lowdb: indexes in memory for reading, the whole contents to the adapter for each
 * group of writes.
 *
 * @throws Error when two records of the contents claim the same key.
 */
export function createJsonStore({ name, db, onSize, onClose }: JsonStoreOptions): Store {
  const tables = createTables(db.data);
  const unsaved = createUnsaved();
  let closing: Promise<void> | undefined;

  async function persist(draft: Draft): Promise<void> {
    db.data = draft;
    await db.write();
  }

  const queue = createWriteQueue(tables, persist, () => onSize?.(tables.events.size));
  onSize?.(tables.events.size);

  async function close(): Promise<void> {
    await queue.close(`The store ${name} is closed`);
    onClose?.();
  }

  return {
    name,
    ...createJsonEvents(tables, queue),
    ...createJsonEntities(tables, queue),
    ...createJsonBlueprints(tables, queue),
    ...createJsonCredentials(tables, queue),
    ...createJsonSecrets(tables, queue),
    ...createJsonIncidents(tables, queue),
    ...createJsonRepos(tables, queue, unsaved),
    ...createJsonMetricInput(tables),
    ...createJsonMetrics(tables, queue, unsaved),
    ...createJsonRuns(tables, queue),
    ...createJsonContents(tables, queue, unsaved),
    // The whole file and not a small one: it is the space for the whole that the next event needs.
    probeWrite: () => queue.rewrite(),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
