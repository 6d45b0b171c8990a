import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatTimestamp, parseTimestamp } from './timestamp.ts';

describe('parseTimestamp', () => {
  test.each([
    ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00+00:00', '2026-01-31T09:30:00.000Z'],
    ['2026-01-31T09:30:00.5Z', '2026-01-31T09:30:00.500Z'],
    ['2026-01-31T09:30:00.05+00:00', '2026-01-31T09:30:00.050Z'],
    ['2026-01-31T09:30:00.123Z', '2026-01-31T09:30:00.123Z'],
    ['2026-01-31T09:30:00.999999999Z', '2026-01-31T09:30:00.999Z'],
    ['2026-01-31T23:59:59.9999Z', '2026-01-31T23:59:59.999Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2011-12-30T12:00:00Z', '2011-12-30T12:00:00.000Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as %s', (text, instant) => {
    expect(parseTimestamp(text)).toBe(Date.parse(instant));
    expect(formatTimestamp(Date.parse(instant))).toBe(instant);
  });

  test.each([
    ['a day that February lacks', '2026-02-30T00:00:00Z'],
    ['29 February of a common year', '2025-02-29T00:00:00Z'],
    ['29 February of a century', '2100-02-29T00:00:00Z'],
    ['31 April', '2026-04-31T00:00:00Z'],
    ['day 0', '2026-01-00T00:00:00Z'],
    ['month 0', '2026-00-10T00:00:00Z'],
    ['month 13', '2026-13-01T00:00:00Z'],
    ['24:00', '2026-01-31T24:00:00Z'],
    ['minute 60', '2026-01-31T09:60:00Z'],
    ['second 60', '2016-12-31T23:59:60Z'],
    ['1969', '1969-12-31T23:59:59Z'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['the year 70', '0070-01-01T00:00:00Z'],
    ['a year of five digits', '12026-01-31T09:30:00Z'],
    ['a signed year', '+002026-01-31T09:30:00Z'],
    ['no zone', '2026-01-31T09:30:00'],
    ['another offset', '2026-01-31T09:30:00+01:00'],
    ['-00:00', '2026-01-31T09:30:00-00:00'],
    ['+0000', '2026-01-31T09:30:00+0000'],
    ['+00', '2026-01-31T09:30:00+00'],
    ['a lower-case t', '2026-01-31t09:30:00Z'],
    ['a lower-case z', '2026-01-31T09:30:00z'],
    ['a space for T', '2026-01-31 09:30:00Z'],
    ['a date alone', '2026-01-31'],
    ['no seconds', '2026-01-31T09:30Z'],
    ['an empty fraction', '2026-01-31T09:30:00.Z'],
    ['10 digits of fraction', '2026-01-31T09:30:00.1234567890Z'],
    ['a comma', '2026-01-31T09:30:00,5Z'],
    ['basic form', '20260131T093000Z'],
    ['a week date', '2026-W05-6T09:30:00Z'],
    ['an ordinal date', '2026-031T09:30:00Z'],
    ['full-width digits', '２０２６-01-31T09:30:00Z'],
    ['a space before', ' 2026-01-31T09:30:00Z'],
    ['a line feed after', '2026-01-31T09:30:00Z\n'],
    ['nothing', ''],
    ['a number', '1769851800'],
    ['RFC 1123', 'Sat, 31 Jan 2026 09:30:00 GMT'],
  ])('refuses %s', (_what, text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('reads back every instant from 1970 to 9999 that formatTimestamp writes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(10000, 0) - 1 }), (ms) => {
        expect(parseTimestamp(formatTimestamp(ms))).toBe(ms);
      }),
    );
  });
});
