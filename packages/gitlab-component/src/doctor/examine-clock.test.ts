import { expect, test } from 'vitest';
import { examineClock, lengthOf } from './examine-clock.ts';

/** 10:00:00.500, in the middle of the second that the service tells. */
const NOW = Date.parse('2026-03-01T10:00:00.500Z');

function reached(date: string | undefined, rttMs = 0) {
  const answer = { status: 401, headers: date === undefined ? {} : { date }, text: '' };
  return { answer, sentAt: NOW - rttMs / 2, receivedAt: NOW + rttMs / 2 };
}

test.each([
  [
    'Sun, 01 Mar 2026 10:00:00 GMT',
    0,
    'ok',
    "this clock and the service's are no more than a second apart",
    0,
  ],
  // A slow way is no skew.
  [
    'Sun, 01 Mar 2026 10:00:00 GMT',
    8000,
    'ok',
    "this clock and the service's are no more than a second apart",
    0,
  ],
  ['Sun, 01 Mar 2026 10:00:30 GMT', 0, 'ok', "this clock and the service's are 30 s apart", 30_000],
  ['Sun, 01 Mar 2026 10:00:31 GMT', 0, 'warning', "this clock is 31 s behind the service's", 31_000],
  ['Sun, 01 Mar 2026 09:55:00 GMT', 0, 'warning', "this clock is 5 min ahead of the service's", -300_000],
  ['Sun, 01 Mar 2026 09:54:59 GMT', 0, 'failed', "this clock is 5 min ahead of the service's", -301_000],
  ['Mon, 02 Mar 2026 10:00:00 GMT', 0, 'failed', "this clock is 24 h behind the service's", 86_400_000],
])('Date: %s after a way of %i ms', (date, rttMs, state, found, skewMs) => {
  expect(examineClock(reached(date, rttMs))).toMatchObject({ finding: { state, found }, skewMs });
});

test.each([[undefined], ['yesterday']])('Date: %s tells nothing', (date) => {
  const { finding, skewMs } = examineClock(reached(date));
  expect({ state: finding.state, skewMs }).toEqual({ state: 'skipped', skewMs: undefined });
});

test.each([
  [0, '0 s'],
  [119_000, '119 s'],
  [120_000, '2 min'],
  [7_199_000, '2 h'],
  [172_800_000, '2 days'],
])('%i ms are %s', (ms, text) => {
  expect(lengthOf(ms)).toBe(text);
});
