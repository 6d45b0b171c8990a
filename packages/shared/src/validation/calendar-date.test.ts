import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isCalendarDate } from './calendar-date.ts';

test.each([
  '2026-01-31',
  '2024-02-29',
  '0000-02-29',
  '0099-12-31',
  '2011-12-30',
  '2026-01-31T09:30',
  '2026-01-31T09:30Z',
  '2026-01-31T09:30:15',
  '2026-01-31T09:30:15.1234567890123',
  '2026-01-31T23:59:59Z',
  '2026-01-31T09:30+14:00',
  '2026-01-31T09:30:15-23:59',
  '2026-01-31T09:30:15.5-00:00',
])('accepts %s', (text) => {
  expect(isCalendarDate(text)).toBe(true);
});

test.each([
  ['30 February', '2026-02-30'],
  ['29 February of a common year', '2025-02-29T09:30Z'],
  ['29 February of a century', '1900-02-29'],
  ['31 June', '2026-06-31'],
  ['month 13', '2026-13-01'],
  ['month 0', '2026-00-01'],
  ['day 0', '2026-01-00'],
  ['day 32', '2026-01-32'],
  ['24:00', '2026-01-31T24:00'],
  ['minute 60', '2026-01-31T09:60'],
  ['second 60', '2026-01-31T09:30:60Z'],
  ['an hour alone', '2026-01-31T09'],
  ['a zone after a date', '2026-01-31Z'],
  ['an offset after a date', '2026-01-31+01:00'],
  ['offset hour 24', '2026-01-31T09:30+24:00'],
  ['offset minute 60', '2026-01-31T09:30+01:60'],
  ['an offset without a colon', '2026-01-31T09:30+0100'],
  ['an offset of hours', '2026-01-31T09:30+01'],
  ['a true minus sign', '2026-01-31T09:30−01:00'],
  ['an empty fraction', '2026-01-31T09:30:15.'],
  ['a comma', '2026-01-31T09:30:15,5'],
  ['a fraction of a minute', '2026-01-31T09:30.5'],
  ['lower case', '2026-01-31t09:30z'],
  ['a space', '2026-01-31 09:30'],
  ['a week date', '2026-W05-6'],
  ['an ordinal date', '2026-031'],
  ['basic form', '20260131'],
  ['a year and a month', '2026-01'],
  ['a signed year', '+02026-01-31'],
  ['full-width digits', '2026-０１-31'],
  ['a line feed after', '2026-01-31\n'],
  ['nothing', ''],
])('refuses %s', (_what, text) => {
  expect(isCalendarDate(text)).toBe(false);
});

test('accepts the day of every instant, and never throws', () => {
  const noInvalidDate = true;
  const min = new Date('0000-01-01');
  const max = new Date('9999-12-31');
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate }), fc.string(), (date, text) => {
      expect(isCalendarDate(date.toISOString().slice(0, 10))).toBe(true);
      expect(isCalendarDate(date.toISOString())).toBe(true);
      expect(typeof isCalendarDate(text)).toBe('boolean');
    }),
  );
});
