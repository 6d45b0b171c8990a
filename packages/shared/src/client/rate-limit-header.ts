import type { IncomingHttpHeaders } from 'node:http';

/**
 * Milliseconds until a request may pass again, by the `RateLimit` header: 0 when no window is used up, or there is
 * no such header.
 *
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
 */
export function readPause(headers: IncomingHttpHeaders): number {
  const value = [headers['ratelimit'] ?? []].flat().join(', ');
  let seconds = 0;
  for (const policy of value.split(',')) {
    if (parameterOf(policy, 'r') === 0) seconds = Math.max(seconds, parameterOf(policy, 't') ?? 0);
  }
  return seconds * 1000;
}

function parameterOf(policy: string, name: 'r' | 't'): number | undefined {
  const digits = new RegExp(`;\\s*${name}=(\\d+)\\s*(?:;|$)`).exec(policy)?.[1];
  return digits === undefined ? undefined : Number(digits);
}
