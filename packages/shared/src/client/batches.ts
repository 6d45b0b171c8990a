import type { Event } from '../event/event.ts';
import { MAX_BODY_BYTES, MAX_EVENTS_PER_REQUEST } from '../event/limits.ts';
import type { UndeliveredBatch } from './types.ts';

/** An event on its way. */
export interface Item {
  /** Its place among all events of this `send`. */
  index: number;
  event: Event;
  json: string;
}

/** What goes in one request. */
export interface Batch {
  idempotencyKey: string;
  items: Item[];
}

type MakeKey = (events: readonly Event[]) => string;

const START = '{"events":[';
const END = ']}';

/** Body of a batch's request. */
export function bodyOfBatch({ items }: Batch): string {
  return `${START}${items.map(({ json }) => json).join(',')}${END}`;
}

/** @throws TypeError for a key that no header can carry. */
export function makeBatch(items: Item[], makeKey: MakeKey): Batch {
  const idempotencyKey = makeKey(items.map(({ event }) => event));
  if (!isIdempotencyKey(idempotencyKey)) {
    throw new TypeError(
      'an Idempotency-Key is to be 1 to 255 printable ASCII characters, without space around',
    );
  }
  return { idempotencyKey, items };
}

/** Contract, section 2; a header loses the space around its value. */
export function isIdempotencyKey(value: unknown): value is string {
  return typeof value === 'string' && /^[\x20-\x7e]{1,255}$/.test(value) && value.trim() === value;
}

/**
 * Batches in the order of the events, each within the limits of a request; `oversized` are too long even alone.
 *
 * @throws TypeError for an event that JSON cannot hold, or a key that no header can carry.
 */
export function splitIntoBatches(
  events: readonly Event[],
  makeKey: MakeKey,
): { batches: Batch[]; oversized: Item[] } {
  const oversized: Item[] = [];
  const groups: Item[][] = [];
  let room = 0;
  for (const [index, event] of events.entries()) {
    const item = { index, event, json: JSON.stringify(event) };
    // With the comma, which the first one does not need.
    const size = Buffer.byteLength(item.json) + 1;
    const whole = MAX_BODY_BYTES - START.length - END.length + 1;
    if (size > whole) {
      oversized.push(item);
      continue;
    }
    const last = groups.at(-1);
    if (last && size <= room && last.length < MAX_EVENTS_PER_REQUEST) {
      last.push(item);
      room -= size;
    } else {
      groups.push([item]);
      room = whole - size;
    }
  }
  return { batches: groups.map((items) => makeBatch(items, makeKey)), oversized };
}

/** The batches of an earlier `send` as they were: another body under the same key would be refused. */
export function restoreBatches(kept: readonly UndeliveredBatch[]): Batch[] {
  let index = 0;
  return kept.map(({ idempotencyKey, events }) =>
    makeBatch(
      events.map((event) => ({ index: index++, event, json: JSON.stringify(event) })),
      () => idempotencyKey,
    ),
  );
}

/**
 * Puts events into batches as `send` does, each within the limits of a request, for a later `replay`.
 *
 * @throws TypeError for an event that JSON cannot hold, or a key that no header can carry.
 */
export function batchEvents(
  events: readonly Event[],
  makeKey: MakeKey,
): { batches: UndeliveredBatch[]; oversized: Event[] } {
  const { batches, oversized } = splitIntoBatches(events, makeKey);
  return {
    batches: batches.map(({ idempotencyKey, items }) => ({
      idempotencyKey,
      events: items.map(({ event }) => event),
    })),
    oversized: oversized.map(({ event }) => event),
  };
}
