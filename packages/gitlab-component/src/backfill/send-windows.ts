import { createHash } from 'node:crypto';
import type { Event } from '@milepost/shared';
import { MAX_EVENTS_PER_REQUEST } from '@milepost/shared';
import {
  batchEvents,
  type Client,
  type Problem,
  type SendResult,
  type UndeliveredBatch,
} from '@milepost/shared/client';
import type { BadRows } from './bad-rows.ts';
import { type Cursor, type PendingBatch, writeCursor } from './cursor-file.ts';
import type { Item, Row } from './source.ts';
import { add, type Tally } from './tally.ts';

/** Events that are sent for one write of the cursor, over the same connection. */
const EVENTS_PER_WINDOW = 5 * MAX_EVENTS_PER_REQUEST;

/** What sending works with. */
export interface Sending {
  client: Client;
  cursorFile: string;
  /** @throws UsageError when the cursor is not ours any more. */
  verifyLock(): Promise<void>;
  badRows: BadRows;
  tally: Tally;
  signal: AbortSignal;
  /** Is told after each window. */
  onProgress(position: string): void;
}

/**
 * Makes the keys of batches: of their content and of the place in the source that the window begins at, so that they are
 * the same whatever was interrupted, and that a source may have the same batch twice.
 */
export function keyMaker(cursor: Pick<Cursor, 'position'>): (events: readonly Event[]) => string {
  const times = new Map<string, number>();
  const digest = (text: string) => createHash('sha256').update(text).digest('hex');
  return (events) => {
    const key = digest(`${cursor.position ?? ''} ${JSON.stringify(events)}`);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    // Twice in one window.
    return before === 0 ? key : digest(`${key} ${before}`);
  };
}

/**
 * Sends what a source has, window by window. What is on its way stands in the cursor before it is sent: whatever kills
 * the program, the next run sends the same batches under the same keys first.
 *
 * @returns why it stopped before the end; nothing when all is done.
 * @throws what reading the source throws: all that was read until then has been sent.
 */
export async function sendWindows(
  items: AsyncIterable<Item>,
  cursor: Cursor,
  makeKey: (events: readonly Event[]) => string,
  sending: Sending,
): Promise<Problem[]> {
  const { badRows, tally, signal, onProgress } = sending;
  const waiting = new Set(cursor.waiting);
  let window: { event: Event; row: Row }[] = [];
  let last: Item | undefined;

  async function flush(): Promise<Problem[]> {
    const rows = new Map(window.map(({ event, row }) => [event, row]));
    const { batches, oversized } = batchEvents([...rows.keys()], makeKey);
    for (const event of oversized) reject(event, 'it is too large for a request', rows, sending);
    window = [];
    // Before the cursor goes past them.
    await badRows.flush();
    cursor.waiting = [...waiting];
    cursor.pendingPosition = last?.position ?? cursor.position;
    cursor.pending = withRows(batches, rows);
    const problems = await sendPending(cursor, sending);
    if (problems.length === 0 && cursor.position !== undefined) onProgress(cursor.position);
    return problems;
  }

  let failure: { error: unknown } | undefined;
  try {
    for await (const item of items) {
      last = item;
      if (item.settles !== undefined) waiting.delete(item.settles);
      switch (item.kind) {
        case 'event':
          window.push(item);
          break;
        case 'bad':
          tally.bad += 1;
          badRows.add(item.row, item.reason);
          break;
        case 'passed':
          add(tally.passed, item.reason);
          break;
        case 'waiting':
          tally.waiting += 1;
          waiting.add(item.id);
      }
      if (window.length >= EVENTS_PER_WINDOW) {
        const problems = await flush();
        if (problems.length > 0) return problems;
      }
      if (signal.aborted) break;
    }
  } catch (error) {
    failure = { error };
  }
  const problems = last && !signal.aborted ? await flush() : [];
  // What is settled must not stand there as pending: its keys will be forgotten.
  if (problems.length === 0 && cursor.savedAt !== '') await save(cursor, sending);
  if (signal.aborted) return [{ fault: 'outage', message: 'it was interrupted' }];
  if (failure) throw failure.error;
  return problems;
}

/** Sends what the cursor has as pending, and takes out of it what is settled: the next save says so. */
export async function sendPending(cursor: Cursor, sending: Sending): Promise<Problem[]> {
  const { client, badRows } = sending;
  // Without a step forward, as after a wrong flag, no file is left that would bind the next run to the flags.
  if (cursor.pendingPosition !== undefined) await save(cursor, sending);
  if (cursor.pending.length > 0) {
    const rows = new Map(cursor.pending.flatMap(({ events, rows }) => zip(events, rows)));
    const result = await client.replay(cursor.pending);
    note(result, rows, sending);
    await badRows.flush();
    cursor.pending = withRows(result.undelivered, rows);
    if (result.undelivered.length > 0) {
      await save(cursor, sending);
      return result.problems;
    }
  }
  cursor.position = cursor.pendingPosition ?? cursor.position;
  cursor.pendingPosition = undefined;
  return [];
}

async function save(cursor: Cursor, { cursorFile, verifyLock }: Sending): Promise<void> {
  await verifyLock();
  cursor.savedAt = new Date().toISOString();
  await writeCursor(cursorFile, cursor);
}

function withRows(batches: readonly UndeliveredBatch[], rows: ReadonlyMap<Event, Row>): PendingBatch[] {
  return batches.map(({ idempotencyKey, events }) => ({
    idempotencyKey,
    events,
    rows: events.map((event) => rowOf(event, rows)),
  }));
}

function zip(events: readonly Event[], rows: readonly Row[]): [Event, Row][] {
  return events.map((event, index) => [event, rows[index] ?? { line: 0, text: JSON.stringify(event) }]);
}

/** Counts what became of events, and keeps those that the service refused. */
function note({ fates }: SendResult, rows: ReadonlyMap<Event, Row>, sending: Sending): void {
  for (const fate of fates) {
    if (fate.state === 'accepted') sending.tally.sent += 1;
    if (fate.state === 'rejected') reject(fate.event, fate.reason, rows, sending);
  }
}

function reject(
  event: Event,
  reason: string,
  rows: ReadonlyMap<Event, Row>,
  { tally, badRows }: Sending,
): void {
  add(tally.rejected, reason);
  badRows.add(rowOf(event, rows), reason);
}

function rowOf(event: Event, rows: ReadonlyMap<Event, Row>): Row {
  return rows.get(event) ?? { line: 0, text: JSON.stringify(event) };
}
