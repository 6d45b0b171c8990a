/** JSON Pointer (RFC 6901) of a member or an element of what `base` points at. */
export function pointerTo(base: string, step: string | number): string {
  return `${base}/${typeof step === 'number' ? step : step.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** JSON Pointer of something inside: names of members and indexes of elements, outermost first. */
export function pointerOf(base: string, steps: readonly (string | number)[]): string {
  return steps.reduce<string>(pointerTo, base);
}

const STEP = /\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]|\.?([^.[]+)/g;

/**
 * JSON Pointer of a path such as `events[0].attributes["a.b"]`. Not for paths with names that a caller has
 * chosen: long ones are cut there, and cannot be had back.
 */
export function pointerOfPath(path: string): string {
  let pointer = '';
  for (const [, index, quoted, name] of path.matchAll(STEP)) {
    const step: unknown = quoted === undefined ? (index ?? name) : JSON.parse(quoted);
    pointer = pointerTo(pointer, String(step));
  }
  return pointer;
}
