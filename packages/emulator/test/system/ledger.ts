import type { StoredEvent } from '@milepost/shared';
import { type Batch, placeOf } from './batch.ts';
import { parseAnswer } from './client.ts';

/** What was sent and what was promised, to be held against what is there. */
export interface Ledger {
  batches: ReadonlyMap<string, Batch>;
  add(batch: Batch): void;
  /** Notes a 201; answers what is wrong with it. */
  acknowledge(batch: Batch, text: string): string[];
  /** Notes that an answer showed this event: it must be on disk. */
  see(event: StoredEvent): void;
  /** Everything wrong with these events, when all of these batches' events should be among them. */
  check(events: readonly StoredEvent[], batches?: Iterable<Batch>): string[];
  acknowledgedEvents(): number;
}

export function createLedger(): Ledger {
  const batches = new Map<string, Batch>();

  return {
    batches,
    add(batch) {
      batches.set(batch.id, batch);
    },
    acknowledge(batch, text) {
      const { success, failures } = parseAnswer(text);
      batch.acknowledged = success;
      batch.refused = false;
      const asSent = success.map(({ attributes }) => JSON.stringify(attributes));
      if (failures.length === 0 && asSent.join() === batch.attributes.join()) return [];
      return [`the 201 of ${batch.id} is not what was sent: ${text}`];
    },
    see(event) {
      const batch = batches.get(placeOf(event).batchId);
      if (batch) batch.seen = true;
    },
    check(events, expected = batches.values()) {
      const byBatch = Map.groupBy(events, (event) => placeOf(event).batchId);
      const unknown = [...byBatch.keys()].filter((id) => !batches.has(id));
      return [
        ...unknown.map((id) => `there are events of a batch that was never sent: ${id}`),
        ...[...expected].flatMap((batch) => checkBatch(batch, byBatch.get(batch.id) ?? [])),
      ];
    },
    acknowledgedEvents: () =>
      [...batches.values()].reduce((sum, { acknowledged }) => sum + (acknowledged?.length ?? 0), 0),
  };
}

function checkBatch(batch: Batch, present: readonly StoredEvent[]): string[] {
  const { id, attributes, acknowledged } = batch;
  const size = attributes.length;
  const indexes = new Set(present.map((event) => placeOf(event).index));
  if (indexes.size < present.length)
    return [`${id}: ${present.length} events for ${indexes.size} that were sent`];
  if (present.length > 0 && present.length < size)
    return [`${id}: half a batch, ${present.length} of ${size}`];
  if (present.length === 0) {
    if (acknowledged) return [`${id}: acknowledged, and gone`];
    return batch.seen ? [`${id}: was shown, and is gone`] : [];
  }
  if (batch.refused) return [`${id}: answered with 503, and yet stored`];
  batch.seen = true;
  const ids = new Map(present.map((event) => [event.id, JSON.stringify(event)]));
  return [
    ...present
      .filter((event) => JSON.stringify(event.attributes) !== attributes[placeOf(event).index])
      .map((event) => `${id}: attributes differ from those sent: ${JSON.stringify(event)}`),
    ...(acknowledged ?? [])
      .filter((event) => ids.get(event.id) !== JSON.stringify(event))
      .map((event) => `${id}: acknowledged as ${JSON.stringify(event)}, but there is ${ids.get(event.id)}`),
  ];
}
