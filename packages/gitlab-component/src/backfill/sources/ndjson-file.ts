import { isObject } from '@milepost/shared/validation';
import type { BackfillSettings } from '../backfill-settings.ts';
import { type ColumnMap, knownOf } from '../column-map.ts';
import { checked, itemOf, type Made, makeEvent } from '../make-event.ts';
import type { Source } from '../source.ts';
import { checkFile, parsePosition, positionsOf, readLines } from './file-part.ts';

/** A file with a JSON object a line: whole events, or flat rows. */
export function ndjsonFile(path: string, map: ColumnMap, settings: BackfillSettings): Source {
  let size = 0;
  return {
    name: `file:${path}`,
    async *read(after) {
      const from = after === undefined ? undefined : parsePosition(after);
      size = await checkFile(path, from);
      const positionOf = await positionsOf(path);
      for await (const { text, number, end, ends } of readLines(
        path,
        from?.offset ?? 0,
        (from?.line ?? 0) + 1,
      )) {
        const bare = text.replace(/^\uFEFF/, '').trim();
        if (bare === '') continue;
        yield itemOf(made(bare, map, settings), positionOf(end, ends), { line: number, text: bare });
      }
    },
    progress: (position) => ({ done: parsePosition(position).offset, total: size }),
    close: () => {},
  };
}

function made(text: string, map: ColumnMap, settings: BackfillSettings): Made {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { bad: `it is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
  if (!isObject(value)) return { bad: 'it is not a JSON object' };
  const { attributes, type = 'event-deploy', entityId = settings.entityId, ...rest } = value;
  if (attributes === undefined || map.size > 0) return makeEvent(knownOf(value, map), settings);
  if (typeof type !== 'string' || typeof entityId !== 'string' || !isObject(attributes)) {
    return { bad: 'type and entityId must be strings, and attributes an object' };
  }
  // Other members go along: the check tells of those that there are not.
  return checked({ ...rest, type, ...(entityId !== '' && { entityId }), attributes }, settings);
}
