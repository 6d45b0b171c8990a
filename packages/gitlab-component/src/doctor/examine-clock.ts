import type { Reached } from './examine-reach.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

/** Beyond it, timestamps are noticeably wrong. */
const NOTICEABLE_MS = 30_000;
/** Beyond it, no leeway that is usual for tokens helps. */
const HARMFUL_MS = 5 * 60_000;

const REMEDY =
  'Have the clock of this machine set by NTP (or that of the service): deployments are stored with wrong times, and ' +
  'tokens count as expired or not yet valid.';

/** How far this machine's clock and the service's are apart. `skewMs` is what the service's is ahead. */
export function examineClock({ answer, sentAt, receivedAt }: Reached): { finding: Finding; skewMs?: number } {
  const date = Date.parse(answer.headers['date'] ?? '');
  if (Number.isNaN(date)) return { finding: skipped('the service does not tell its time (no header Date)') };
  // The answer was made half of the way ago, and in the middle of the second that it tells.
  const skewMs = Math.round(date + 500 - (sentAt + receivedAt) / 2);
  const apart = Math.abs(skewMs);
  if (apart <= NOTICEABLE_MS) {
    const about = apart < 1500 ? 'no more than a second' : `${Math.round(apart / 1000)} s`;
    return { finding: ok(`this clock and the service's are ${about} apart`), skewMs };
  }
  const found = `this clock is ${lengthOf(apart)} ${skewMs > 0 ? 'behind' : 'ahead of'} the service's`;
  return { finding: apart > HARMFUL_MS ? failed(found, REMEDY) : warning(found, REMEDY), skewMs };
}

/** `45 s`, `12 min`, `3 h`, `2 days`. */
export function lengthOf(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}
