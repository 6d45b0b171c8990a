import type { IncomingHttpHeaders } from 'node:http';

const BASE_MS = 500;
const CAP_MS = 10_000;

/** Statuses that may be gone at the next try. */
export const PASSING_STATUSES: readonly number[] = [408, 429, 500, 502, 503, 504];

/**
 * Milliseconds to wait before the next try: exponential backoff with full jitter, so that many clients do not come
 * back at the same moment, and at least what `Retry-After` asks for.
 *
 * @param failed tries so far, 1 or more.
 */
export function retryDelay(failed: number, random: number, retryAfterMs = 0): number {
  const backoff = random * Math.min(CAP_MS, BASE_MS * 2 ** (failed - 1));
  return Math.max(Math.round(backoff), retryAfterMs);
}

/**
 * Milliseconds that `Retry-After` asks to wait, given in seconds or as a date; undefined without one.
 *
 * @param now milliseconds since 1970.
 */
export function readRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers['retry-after']?.trim();
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Date.parse takes nearly anything, `-1` included; a date of HTTP ends in GMT.
  const at = /GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
