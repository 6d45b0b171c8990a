import { isDeepStrictEqual } from 'node:util';
import type { Event, StoredEvent } from '../event/event.ts';

/** What a 201 says of each event sent, in the order of sending. */
export type Verdict = { stored: StoredEvent } | { reason: string };

const LONGEST_QUOTE = 300;

/** The JSON of an answer; undefined when it is none. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a refusal says for a person: `message`, or the first of `errors`; else the beginning of the text. */
export function messageOf(text: string): string {
  const body = parseBody(text);
  if (isObject(body)) {
    for (const name of ['message', 'error_description', 'error']) {
      const value = body[name];
      if (typeof value === 'string' && value !== '') return shorten(value);
    }
    const [first] = errorsOf(body);
    if (first) return shorten(`${first.path}: ${first.msg}`);
  }
  return (
    shorten(
      text
        .replace(/<[^>]*>/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    ) || 'no message'
  );
}

/**
 * The events at which a 400 points, each with its problems; undefined when it points elsewhere, too, so that sending
 * the others again would fail again.
 */
export function blamedEvents(text: string, count: number): Map<number, string> | undefined {
  const body = parseBody(text);
  const errors = isObject(body) ? errorsOf(body) : [];
  const blamed = new Map<number, string>();
  for (const { path, msg } of errors) {
    const [, index, rest] = /^events\[(\d+)\]\.?(.*)$/s.exec(path) ?? [];
    if (index === undefined || Number(index) >= count) return undefined;
    const before = blamed.get(Number(index));
    const problem = rest ? `${rest}: ${msg}` : msg;
    blamed.set(Number(index), before === undefined ? problem : `${before}; ${problem}`);
  }
  return blamed.size === 0 ? undefined : blamed;
}

/**
 * Tells the fate of each event by the body of a 201. `failures` name their events as submitted, `success` keeps the
 * order of the rest. Of events that are alike, the earlier ones count as failed: nobody can tell them apart.
 * Undefined when the body does not account for every event.
 */
export function verdictsOf(text: string, sent: readonly Event[]): Verdict[] | undefined {
  const body = parseBody(text);
  if (!isObject(body) || !isStoredList(body['success']) || !isFailureList(body['failures'])) return undefined;
  const stored = [...body['success']];
  const failures = [...body['failures']];
  if (stored.length + failures.length !== sent.length) return undefined;
  const verdicts: Verdict[] = [];
  for (const event of sent) {
    const asSent: unknown = JSON.parse(JSON.stringify(event));
    const index = failures.findIndex((failure) => isDeepStrictEqual(failure.event, asSent));
    const [failure] = index === -1 ? [] : failures.splice(index, 1);
    const next = failure ? undefined : stored.shift();
    if (failure) verdicts.push({ reason: failure.reason });
    else if (next) verdicts.push({ stored: next });
  }
  return verdicts.length === sent.length ? verdicts : undefined;
}

function errorsOf(body: Record<string, unknown>): { path: string; msg: string }[] {
  const { errors } = body;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) =>
    isObject(error) && typeof error['path'] === 'string' && typeof error['msg'] === 'string'
      ? [{ path: error['path'], msg: error['msg'] }]
      : [],
  );
}

function isStoredList(value: unknown): value is StoredEvent[] {
  return Array.isArray(value) && value.every((one) => isObject(one) && typeof one['id'] === 'string');
}

function isFailureList(value: unknown): value is { event: unknown; reason: string }[] {
  return Array.isArray(value) && value.every((one) => isObject(one) && typeof one['reason'] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shorten(text: string): string {
  return text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;
}
