import { expect, test } from 'vitest';
import { readRetryAfter, retryDelay } from './retry-delay.ts';

test.each([
  [1, 1, undefined, 500],
  [2, 1, undefined, 1000],
  [5, 1, undefined, 8000],
  [6, 1, undefined, 10_000],
  [100, 1, undefined, 10_000],
  [3, 0.25, undefined, 500],
  [3, 0, undefined, 0],
  [1, 1, 7000, 7000],
  [5, 1, 7000, 8000],
  [1, 1, 0, 500],
])('after %s tries, with chance %s and Retry-After %s: %s ms', (failed, random, asked, ms) => {
  expect(retryDelay(failed, random, asked)).toBe(ms);
});

const now = Date.parse('2026-03-01T10:00:00Z');
test.each([
  ['0', 0],
  ['7', 7000],
  [' 7 ', 7000],
  ['Sun, 01 Mar 2026 10:00:09 GMT', 9000],
  ['Sun, 01 Mar 2026 09:59:00 GMT', 0],
  ['-1', undefined],
  ['1.5', undefined],
  ['soon', undefined],
  ['nonsense GMT', undefined],
  ['', undefined],
])('Retry-After %j is %s ms', (value, ms) => {
  expect(readRetryAfter({ 'retry-after': value }, now)).toBe(ms);
});

test('without the header there is no Retry-After', () => expect(readRetryAfter({}, now)).toBeUndefined());
