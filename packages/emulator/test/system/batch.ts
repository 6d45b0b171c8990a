import type { StoredEvent } from '@milepost/shared';
import type { Random } from './random.ts';

/** One request's events, recognizable when they are read back: `build_id` is `ID.INDEX`. */
export interface Batch {
  id: string;
  /** Body of the request. */
  body: string;
  /** Attributes of each event as they were sent, as JSON text. */
  attributes: string[];
  idempotencyKey: string | undefined;
  /** What the 201 said was stored. */
  acknowledged?: StoredEvent[];
  /** Answered with a 503 that says that nothing of it was stored. */
  refused?: boolean;
  /** Some answer has shown an event of it, so it must be on disk. */
  seen?: boolean;
}

const DAY = 86_400_000;
const FIRST_DAY = Date.UTC(2020, 0, 1);
const WORDS = ['rollout', 'naïve', '部署', '🚀', 'a "quoted" one', 'back\\slash', '\u2028', '</script>'];

/** The day of a round: its events are within it, so that they can be asked for alone. */
export function dayOf(round: number): { from: string; to: string } {
  const iso = (time: number) => new Date(time).toISOString();
  return { from: iso(FIRST_DAY + round * DAY), to: iso(FIRST_DAY + (round + 1) * DAY) };
}

/** A batch of 1 to 15 events within the round's day; some have an Idempotency-Key. */
export function createBatch(random: Random, round: number): Batch {
  const id = random.hex(16);
  const events = Array.from({ length: random.int(1, 15) }, (_, index) => {
    const timestamp = new Date(FIRST_DAY + round * DAY + random.int(0, DAY - 1)).toISOString();
    const entity = random.chance(0.5) ? { entityId: 'checkout' } : {};
    const attributes = {
      status: random.pick(['success', 'failed']),
      build_id: `${id}.${index}`,
      env: random.pick(['production', 'Staging', 'dev']),
      description: Array.from({ length: random.int(0, 8) }, () => random.pick(WORDS)).join(' '),
    };
    return { type: 'event-deploy', timestamp, ...entity, attributes };
  });
  return {
    id,
    body: JSON.stringify({ events }),
    attributes: events.map(({ attributes }) => JSON.stringify(attributes)),
    idempotencyKey: random.chance(0.5) ? `key-${id}` : undefined,
  };
}

/** The batch and the place in it that an event belongs to. */
export function placeOf(event: StoredEvent): { batchId: string; index: number } {
  const [batchId = '', index] = String(event.attributes['build_id']).split('.');
  return { batchId, index: Number(index) };
}
