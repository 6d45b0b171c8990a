import { expect, test } from 'vitest';
import { isCalendarDate } from './calendar-date.ts';
import { nearestCalendarDate, nearestDateTime, nearestDay, nearestTimestamp } from './nearest-timestamp.ts';
import { parseTimestamp } from './timestamp.ts';

test.each<[sent: string | number, nearest: string]>([
  ['2026-01-31T09:30:00+02:00', '2026-01-31T07:30:00Z'],
  ['2026-01-31T23:30:00-0130', '2026-02-01T01:00:00Z'],
  ['2026-01-31T09:30:00+02', '2026-01-31T07:30:00Z'],
  ['2026-01-31', '2026-01-31T00:00:00Z'],
  ['2026-01-31t09:30:00z', '2026-01-31T09:30:00Z'],
  ['2026-01-31T09:30:00', '2026-01-31T09:30:00Z'],
  ['2026-01-31 09:30:00 UTC', '2026-01-31T09:30:00Z'],
  ['2026-01-31T09:30Z', '2026-01-31T09:30:00Z'],
  ['2026-1-3T9:30:00Z', '2026-01-03T09:30:00Z'],
  [' 2026-01-31T09:30:00Z\n', '2026-01-31T09:30:00Z'],
  ['2026-01-31T09:30:00.1234567891Z', '2026-01-31T09:30:00.123456789Z'],
  ['2026-01-31T09:30:00,5Z', '2026-01-31T09:30:00.5Z'],
  ['2026-02-30T09:30:00Z', '2026-02-28T09:30:00Z'],
  ['2028-02-30', '2028-02-29T00:00:00Z'],
  ['2026-04-31T00:00:00Z', '2026-04-30T00:00:00Z'],
  ['2026-12-31T24:00:00Z', '2027-01-01T00:00:00Z'],
  ['2016-12-31T23:59:60.7Z', '2016-12-31T23:59:59Z'],
  ['1969-12-31T23:59:59Z', '1970-01-01T00:00:00Z'],
  ['0070-01-01T00:00:00Z', '1970-01-01T00:00:00Z'],
  [1767225600, '2026-01-01T00:00:00.000Z'],
  [1767225600123, '2026-01-01T00:00:00.123Z'],
  ['1767225600', '2026-01-01T00:00:00.000Z'],
])('the timestamp nearest to %j is %s', (sent, nearest) => {
  expect(nearestTimestamp(sent)).toBe(nearest);
  expect(parseTimestamp(nearest)).toBeDefined();
});

test.each([
  'soon',
  '',
  '2026-13-01T00:00:00Z',
  '2026-00-10',
  '2026-01-00',
  '2026-01-31T25:00:00Z',
  '2026-01-31T24:30:00Z',
  '2026-01-31T09:60:00Z',
  '2026-01-31T09:30:61Z',
  '2026-01-31T09:30:00+24:00',
  '31/01/2026',
  '9999-12-31T24:00:00Z',
  '9999-12-31T23:59:59-01:00',
  5,
  1e300,
  `2026-01-31${' '.repeat(1_000_000)}x`,
])('there is none near to %.40s', (sent) => {
  expect(nearestTimestamp(sent)).toBeUndefined();
});

test.each([
  ['2026-02-30', '2026-02-28'],
  ['2026-2-3', '2026-02-03'],
  ['2026-01-31t09:30z', '2026-01-31T09:30Z'],
  ['2026-01-31 09:30:00+0200', '2026-01-31T09:30:00+02:00'],
  ['2026-01-31T24:00', '2026-02-01T00:00'],
  ['0099-02-29', '0099-02-28'],
])('the date nearest to %s keeps what was said: %s', (sent, nearest) => {
  expect(nearestCalendarDate(sent)).toBe(nearest);
  expect(isCalendarDate(nearest)).toBe(true);
});

test('a day has no time, and a date with a time has all of it', () => {
  expect(nearestDay('2026-01-31T09:30:00Z')).toBe('2026-01-31');
  expect(nearestDateTime('2026-01-31 09:30')).toBe('2026-01-31T09:30:00Z');
  expect(nearestDateTime('2026-02-30T09:30:00-05:00')).toBe('2026-02-28T09:30:00-05:00');
  expect([nearestDay('x'), nearestDateTime('x'), nearestCalendarDate('x')]).toEqual(Array(3).fill(undefined));
});
