import type { Event } from '@milepost/shared';

/** Where a row stood, for a person who mends it. */
export interface Row {
  /** Counted from 1. */
  line: number;
  /** As it stands in the file. */
  text: string;
}

/**
 * What a source has, one after the other. `position` says how far one has come with it: what is up to there is done,
 * and is not read again.
 */
export type Item = { position: string; settles?: string } & (
  | { kind: 'event'; event: Event; row: Row }
  /** It cannot be sent as it is. */
  | { kind: 'bad'; reason: string; row: Row }
  /** There is nothing to send. */
  | { kind: 'passed'; reason: string }
  /** It has not ended; it is asked for again, by its id, the next time, until an item `settles` that id. */
  | { kind: 'waiting'; id: string }
);

/** Deployments of the past, oldest first. A position is asked of an item at most once, and may cost something. */
export interface Source {
  /** What a cursor belongs to: kind and place, such as `github:acme/shop`. */
  name: string;
  /** First line of a file of bad rows. */
  header?(): string | undefined;
  /**
   * @param after position of the last item that is done.
   * @param waiting ids of those that had not ended.
   */
  read(after: string | undefined, waiting: readonly string[]): AsyncIterable<Item>;
  /** How much there is, and how much of it lies before a position; undefined while nobody knows. */
  progress(position: string): { done: number; total: number } | undefined;
  close(): void;
}
