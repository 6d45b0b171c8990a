import type { CompiledQuery, Kysely } from 'kysely';
import type { AppendOutcome, EventBatch } from '../store.ts';
import type { Database } from './schema.ts';

/** What an SQL engine brings; `sql-store.ts` makes the store of it. */
export interface SqlEngine {
  name: string;
  /** Look-ups by key and short lists, which take microseconds. */
  read: Kysely<Database>;
  /** Runs a query of `read` that was compiled before, with parameters of its own: for what every request asks. */
  lookUp<R>(query: CompiledQuery<R>, parameters: readonly string[]): Promise<R[]>;
  /** Lists and counts of events and entities, which may read much. */
  scan: Kysely<Database>;
  write: Kysely<Database>;
  /** Commits a group of batches in one durable transaction. */
  append(batches: readonly EventBatch[]): Promise<AppendOutcome[]>;
  close(): Promise<void>;
}
