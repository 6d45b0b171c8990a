import { isObject } from '@milepost/shared/validation';

/** Steps of a path into JSON. */
export type Path = readonly string[];

/**
 * Reads a path such as `/event/data/title`: a JSON Pointer (RFC 6901) with one step more. Within a list,
 * `name=value` takes the first object whose member `name` is `value`: `/custom_fields/name=change_id/value`.
 */
export function parsePath(text: string): Path {
  return text
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What is at the path; null below a null, undefined when there is no such place. */
export function readPath(json: unknown, path: Path): unknown {
  let place = json;
  for (const step of path) {
    if (place === null || place === undefined) return place;
    place = Array.isArray(place) ? itemOf(place, step) : isObject(place) ? memberOf(place, step) : undefined;
  }
  return place;
}

function memberOf(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function itemOf(list: readonly unknown[], step: string): unknown {
  if (/^\d{1,9}$/.test(step)) return list[Number(step)];
  const equals = step.indexOf('=');
  if (equals === -1) return undefined;
  const wanted = step.slice(equals + 1);
  return list.find((item) => isObject(item) && memberOf(item, step.slice(0, equals)) === wanted);
}
