import type { StoreContents } from '../contents/store-contents.ts';
import type { Database } from './schema.ts';

/** A column and how it is cast. `json` is JSON text, to the letter; `list` an array of the record, JSON in the column. */
export type Column = `${string} ${'uuid' | 'bigint' | 'text' | 'json' | 'list'}`;

/** The columns of a record's members, all of them. */
type ColumnsOf<T> = {
  readonly [Member in keyof T]-?: T[Member] extends string | number | null | readonly string[]
    ? Column
    : ColumnsOf<T[Member]>;
};

/** How the records of a collection lie in a table. */
export interface ContentTableOf<T> {
  table: keyof Database;
  columns: ColumnsOf<T>;
  /** Members by which the records are ordered. */
  order: readonly (keyof T & string)[];
  /** Whether there may be rows of chains that a run has not published yet. */
  mayBeStaged?: boolean;
  /** A member that lies in another table, with the same key. */
  apart?: { table: keyof Database; key: readonly (keyof T & string)[]; member: keyof T & string };
}

export interface ColumnTree {
  readonly [member: string]: Column | ColumnTree;
}

export type ContentTable = Omit<ContentTableOf<Record<string, unknown>>, 'columns'> & { columns: ColumnTree };

type RecordOf<Collection extends keyof StoreContents> =
  StoreContents[Collection] extends Iterable<infer T> ? T : never;

/** A table for each of some collections. */
export type ContentTables<Collection extends keyof StoreContents> = {
  readonly [Name in Collection]: ContentTableOf<RecordOf<Name>>;
};
