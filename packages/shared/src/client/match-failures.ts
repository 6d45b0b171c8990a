import { isDeepStrictEqual } from 'node:util';

/** Where in the answer an event's outcome stands: an index of `success` or of `failures`. */
export type Place = { list: 'success' | 'failures'; index: number };

/**
 * Finds every event in the answer. A failure carries the event as submitted; what is not among the failures is among
 * the successes, which keep the order of submission. Of equal events the first ones are taken for those that failed:
 * nobody could tell them apart.
 *
 * @param sent the events as they were on the wire: parsed from their JSON, since an object may lose members in it.
 * @param failed the `event` of each failure.
 * @returns undefined when the answer does not account for exactly these events.
 */
export function matchFailures(
  sent: readonly unknown[],
  failed: readonly unknown[],
  succeeded: number,
): Place[] | undefined {
  if (failed.length + succeeded !== sent.length) return undefined;
  // Of one event alone it does not matter whether the service repeats it letter by letter.
  if (sent.length === 1 && failed.length === 1) return [{ list: 'failures', index: 0 }];
  const open = new Set(failed.keys());
  let stored = 0;
  const places = sent.map((event): Place => {
    for (const index of open) {
      if (!isDeepStrictEqual(failed[index], event)) continue;
      open.delete(index);
      return { list: 'failures', index };
    }
    return { list: 'success', index: stored++ };
  });
  return open.size === 0 ? places : undefined;
}
