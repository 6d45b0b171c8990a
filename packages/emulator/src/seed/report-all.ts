import type { Problems } from '@milepost/shared/validation';
import type { Refusal } from '../http/refusal.ts';

/** What was found wrong with a part of a seed, each with why. */
export interface Findings {
  list: Problems['list'];
  causes: readonly Refusal[];
}

/**
 * Reports what is wrong with a part as wrong with the seed.
 *
 * @param place.path tells where something in the part is in the seed; `place.pointer` the same as JSON Pointer.
 */
export function reportAll(
  { list, causes }: Findings,
  problems: Problems,
  place: { path(path: string): string; pointer(pointer: string): string },
): void {
  for (const [index, { path, msg }] of list.entries()) {
    const { rule = 'invalid', path: pointer, nearest } = causes[index] ?? {};
    problems.add(place.path(path), msg, { rule, pointer: place.pointer(pointer ?? ''), nearest });
  }
}
