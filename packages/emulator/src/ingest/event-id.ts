import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const IDS_AT_ONCE = 256;
const BYTES_PER_ID = 16;

/**
 * Makes a source of event ids: UUIDv7, so that ids of the same time are neighbours and the index of a store
 * stays compact. The kernel is asked for many ids' random bytes at once: one by one they cost more than the rest.
 */
export function createEventIds(): (now: number) => string {
  const pool = new Uint8Array(IDS_AT_ONCE * BYTES_PER_ID);
  let used = pool.length;

  return (now) => {
    if (used === pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    used += BYTES_PER_ID;
    return v7({ msecs: now, random: pool.subarray(used - BYTES_PER_ID, used) });
  };
}
