import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';
import type { BatchOutcome } from '../group-commit.ts';
import type { EventBatch } from '../store.ts';
import type { Database } from './schema.ts';

/** Rows for one table, thousands at once: each engine has its own way. */
export interface BulkInsert {
  table: keyof Database;
  /** Columns whose values are the same in all rows come first. */
  columns: readonly (readonly [name: string, type: 'uuid' | 'bigint' | 'text' | 'json'])[];
  constants: readonly string[];
  /** The other values, row after row. */
  values: readonly (string | number | null)[];
}

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
  append(batches: readonly EventBatch[]): Promise<BatchOutcome[]>;
  /**
   * Runs the statements in one durable transaction, unless the first one touches no row: then nothing is done.
   *
   * @param accountId of an account that has to be there, and cannot go before the commit.
   * @throws AccountGoneError when it is not there, and nothing is done.
   */
  atomically(
    statements: readonly (CompiledQuery | BulkInsert)[],
    accountId?: string,
  ): Promise<'done' | 'refused'>;
  /** A table with the elements of a JSON array, each in a column `value`: many rows in one parameter. */
  elementsOf(json: string): RawBuilder<unknown>;
  /** The function that makes a JSON object of names and values, in turns. */
  jsonObject: RawBuilder<unknown>;
  /** JSON text as JSON, for such an object: else it would be a string there. */
  jsonOf(text: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The type of a column with an id, for casts. */
  uuid: RawBuilder<unknown>;
  /** Ends a selection of accounts that must not go before the commit, nor be replaced. */
  held: RawBuilder<unknown>;
  close(): Promise<void>;
}
