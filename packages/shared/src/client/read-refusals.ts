import { memberOf } from './answer-text.ts';

/** What a 400 says of a batch: of some of its events, by their index; or of the whole. */
export type Refusals = { events: Map<number, string> } | { whole: string };

/**
 * Reads the body of a 400. Its problems are those of single events when every path is `events[i]…`, within the batch.
 *
 * @returns undefined when it is neither `{message}` nor `{errors}` (spec, section 4.1).
 */
export function readRefusals(body: unknown, count: number): Refusals | undefined {
  const message = memberOf(body, 'message');
  if (typeof message === 'string') return { whole: message };
  const errors = memberOf(body, 'errors');
  if (!Array.isArray(errors) || errors.length === 0) return undefined;
  const all: string[] = [];
  const events = new Map<number, string>();
  let isOfEvents = true;
  for (const error of errors) {
    const path = memberOf(error, 'path');
    const msg = memberOf(error, 'msg');
    if (typeof path !== 'string' || typeof msg !== 'string') return undefined;
    all.push(`${path}: ${msg}`);
    const [, digits, member] = /^events\[(\d+)\](?:\.(.*))?$/s.exec(path) ?? [];
    const index = Number(digits ?? Number.NaN);
    if (!(index < count)) {
      isOfEvents = false;
      continue;
    }
    const reason = member ? `${member}: ${msg}` : msg;
    const before = events.get(index);
    events.set(index, before === undefined ? reason : `${before}; ${reason}`);
  }
  return isOfEvents ? { events } : { whole: all.join('; ') };
}
