import { messageOf } from './read-answer.ts';
import { retryAfterMs, type Try } from './retry.ts';
import type { Answer } from './transport.ts';
import type { Setting } from './types.ts';

/** Worth another try; every other refusal would be repeated. */
const PASSING = new Set([408, 429, 500, 502, 503, 504]);

/** What to make of an answer that is no success: whose fault it is, and whether to try again. */
export function judgeRefusal(
  { status, headers, text }: Answer,
  { now, credential, url }: { now: number; credential: Setting; url: 'baseUrl' | 'authUrl' },
): Extract<Try<never>, { problem: unknown }> {
  const said = `${status} ${messageOf(text)}`;
  if (PASSING.has(status) || status > 500) {
    const problem = { fault: 'outage' as const, status, message: `the service answered ${said}` };
    const header = headers['retry-after'];
    return { problem, retry: PASSING.has(status), retryAfterMs: retryAfterMs(header, now) };
  }
  if (status === 401 || status === 403) {
    return refusal(status, credential, `the service refused it: ${said}`);
  }
  if (status >= 300 && status < 400) {
    return refusal(status, url, `the service is not there: ${status} leads to ${placeOf(headers.location)}`);
  }
  if (status === 404 || status === 405) {
    return refusal(status, url, `no event ingestion service is there: ${said}`);
  }
  if (status < 300) {
    return refusal(status, url, `what answers there is no event ingestion service: ${said}`);
  }
  return refusal(status, undefined, `the service answered ${said}`);
}

function refusal(status: number, setting: Setting | undefined, message: string) {
  return { problem: { fault: 'configuration' as const, setting, status, message }, retry: false };
}

/** Where a redirection leads, without its query, which may hold a secret. */
function placeOf(location: string | undefined): string {
  return location === undefined ? 'nowhere' : (location.split(/[?#]/)[0] ?? '');
}
