import { createHash } from 'node:crypto';
import type { Event } from '@milepost/shared';
import { MAX_EVENTS_PER_REQUEST } from '@milepost/shared';
import type { Client, Problem, SendResult, UndeliveredBatch } from '@milepost/shared/client';
import type { BadRows } from './bad-rows.ts';
import { type Cursor, writeCursor } from './cursor-file.ts';
import type { Item, Row } from './source.ts';
import { add, type Tally } from './tally.ts';

/** Batches that are sent for one write of the cursor, over the same connection. */
const BATCHES_PER_WINDOW = 10;
const EVENTS_PER_WINDOW = BATCHES_PER_WINDOW * MAX_EVENTS_PER_REQUEST;

/** What sending works with. */
export interface Sending {
  client: Client;
  cursorFile: string;
  badRows: BadRows;
  tally: Tally;
  signal: AbortSignal;
  /** Is told after each window. */
  onProgress(position: string): void;
}

/** Equal events have an equal key, whatever was interrupted in between. */
export function keyOf(events: readonly Event[]): string {
  return createHash('sha256').update(JSON.stringify(events)).digest('hex');
}

/**
 * Sends what a source has, window by window. What is on its way stands in the cursor before it is sent: whatever kills
 * the program, the next run sends the same batches under the same keys first.
 *
 * @returns why it stopped before the end; nothing when all is done.
 */
export async function sendWindows(
  items: AsyncIterable<Item>,
  cursor: Cursor,
  sending: Sending,
): Promise<Problem[]> {
  const { client, cursorFile, badRows, tally, signal, onProgress } = sending;
  const waiting = new Set(cursor.waiting);
  let window: { event: Event; row: Row }[] = [];
  let position = cursor.position;

  async function flush(): Promise<Problem[]> {
    const batches = batchesOf(window.map(({ event }) => event));
    const rows = new Map(window.map(({ event, row }) => [event, row]));
    window = [];
    await save({ pending: batches, pendingPosition: position });
    if (batches.length > 0) {
      const result = await client.replay(batches);
      note(result, rows, tally, badRows);
      if (result.undelivered.length > 0) {
        // What was delivered of the window is not sent again.
        await save({ pending: result.undelivered, pendingPosition: position });
        await badRows.flush();
        return result.problems;
      }
    }
    await badRows.flush();
    cursor.position = position;
    if (position !== undefined) onProgress(position);
    return [];
  }

  async function save(pending: Pick<Cursor, 'pending' | 'pendingPosition'>): Promise<void> {
    await writeCursor(cursorFile, {
      ...cursor,
      ...pending,
      waiting: [...waiting],
      savedAt: new Date().toISOString(),
    });
  }

  for await (const item of items) {
    position = item.position;
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
  if (signal.aborted) return [{ fault: 'outage', message: 'it was interrupted' }];
  const problems = await flush();
  if (problems.length === 0) await save({ pending: [], pendingPosition: undefined });
  return problems;
}

function batchesOf(events: readonly Event[]): UndeliveredBatch[] {
  const batches: UndeliveredBatch[] = [];
  for (let at = 0; at < events.length; at += MAX_EVENTS_PER_REQUEST) {
    const some = events.slice(at, at + MAX_EVENTS_PER_REQUEST);
    batches.push({ idempotencyKey: keyOf(some), events: some });
  }
  return batches;
}

/** Counts what became of events, and keeps those that the service refused. */
export function note(
  { fates }: SendResult,
  rows: ReadonlyMap<Event, Row>,
  tally: Tally,
  badRows: BadRows,
): void {
  for (const fate of fates) {
    if (fate.state === 'accepted') tally.sent += 1;
    if (fate.state !== 'rejected') continue;
    add(tally.rejected, fate.reason);
    badRows.add(rows.get(fate.event) ?? { line: 0, text: JSON.stringify(fate.event) }, fate.reason);
  }
}
