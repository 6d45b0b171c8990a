import type { Fact } from './context.ts';

/**
 * A value inside a parsed JSON of which nothing is sure, by a path such as `pull_request.head.sha`; undefined when
 * there is none.
 */
export function valueAt(payload: unknown, path: string): unknown {
  let value = payload;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}

/** A text there; undefined when it is blank or none. */
export function textAt(payload: unknown, path: string): string | undefined {
  const value = valueAt(payload, path);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

/** A positive whole number there. */
export function numberAt(payload: unknown, path: string): number | undefined {
  const value = valueAt(payload, path);
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

/** The elements of a list there; none when it is no list. */
export function listAt(payload: unknown, path: string): unknown[] {
  const value = valueAt(payload, path);
  return Array.isArray(value) ? value : [];
}

/** The first path with a text, as a fact of the payload. */
export function factAt(payload: unknown, ...paths: string[]): Fact | undefined {
  for (const path of paths) {
    const value = textAt(payload, path);
    if (value !== undefined) return { value, source: `payload:${path}` };
  }
  return undefined;
}
