import { describe, expect, it } from 'vitest';
import { addDuration, parseDuration } from './duration.ts';

function after(from: string, text: string): string | undefined {
  const duration = parseDuration(text);
  return duration && new Date(addDuration(Date.parse(from), duration)).toISOString();
}

describe('a duration leads', () => {
  it.each([
    ['2026-03-01T12:00:00.000Z', 'P1D', '2026-03-02T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'PT36H', '2026-03-03T00:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'P2W', '2026-03-15T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'P1M2DT3H', '2026-04-03T15:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'P1Y2M3W4DT5H6M7.5S', '2027-05-26T17:06:07.500Z'],
    ['2026-03-01T12:00:00.000Z', 'P14M', '2027-05-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'PT90M', '2026-03-01T13:30:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'PT0S', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.000Z', 'P0D', '2026-03-01T12:00:00.000Z'],
    // Fractions, cut to milliseconds
    ['2026-03-01T12:00:00.000Z', 'PT0.5S', '2026-03-01T12:00:00.500Z'],
    ['2026-03-01T12:00:00.000Z', 'PT0,05S', '2026-03-01T12:00:00.050Z'],
    ['2026-03-01T12:00:00.000Z', 'PT1.999999999S', '2026-03-01T12:00:01.999Z'],
    // Leap days
    ['2028-02-28T12:00:00.000Z', 'P1D', '2028-02-29T12:00:00.000Z'],
    ['2026-02-28T12:00:00.000Z', 'P1D', '2026-03-01T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 'P1Y', '2029-02-28T12:00:00.000Z'],
    ['2028-02-29T12:00:00.000Z', 'P4Y', '2032-02-29T12:00:00.000Z'],
    ['2096-02-29T12:00:00.000Z', 'P4Y', '2100-02-28T12:00:00.000Z'],
    // Ends of months
    ['2026-01-31T12:00:00.000Z', 'P1M', '2026-02-28T12:00:00.000Z'],
    ['2028-01-31T12:00:00.000Z', 'P1M', '2028-02-29T12:00:00.000Z'],
    ['2026-01-31T12:00:00.000Z', 'P1M1D', '2026-03-01T12:00:00.000Z'],
    ['2026-03-31T23:59:59.999Z', 'P1M', '2026-04-30T23:59:59.999Z'],
    ['2026-12-31T12:00:00.000Z', 'P2M', '2027-02-28T12:00:00.000Z'],
    ['2026-02-28T12:00:00.000Z', 'P1M', '2026-03-28T12:00:00.000Z'],
    // Where clocks change in Europe and America: a month in UTC keeps the time of the day.
    ['2026-03-28T01:30:00.000Z', 'P1M', '2026-04-28T01:30:00.000Z'],
    ['2026-10-31T23:30:00.000Z', 'P1M', '2026-11-30T23:30:00.000Z'],
    ['2026-03-08T00:00:00.000Z', 'P1D', '2026-03-09T00:00:00.000Z'],
  ])('from %s by %s to %s', (from, text, to) => {
    expect(after(from, text)).toBe(to);
  });

  it.each(['P999999999999999Y', 'P999999999999999D', 'PT999999999999999H'])(
    'not to an instant of the calendar when it is %s',
    (text) => {
      const duration = parseDuration(text);
      expect(duration).toBeDefined();
      const to = duration && addDuration(Date.parse('2026-03-01T12:00:00Z'), duration);
      expect(to === undefined || to <= Date.UTC(10_000, 0)).toBe(false);
    },
  );
});

describe('it is no duration:', () => {
  it.each([
    ['nothing', ''],
    ['an empty one', 'P'],
    ['an empty time', 'PT'],
    ['an empty time behind a date', 'P1DT'],
    ['a negative one', '-P1D'],
    ['a negative part', 'P-1D'],
    ['a sign', '+P1D'],
    ['no P', '1D'],
    ['no unit', 'P1'],
    ['hours without T', 'P1H'],
    ['lower case', 'p1d'],
    ['another order', 'P1D1M'],
    ['a part that comes twice', 'P1D1D'],
    ['a fraction of days', 'P0.5D'],
    ['a fraction of hours', 'PT1.5H'],
    ['a fraction without digits', 'PT1.S'],
    ['more than nine digits of a fraction', 'PT0.1234567890S'],
    ['more than fifteen digits', 'P1234567890123456D'],
    ['a space', 'P1D '],
    ['a line feed', 'P1D\n'],
    ['the alternative form', 'P0001-00-00T00:00:00'],
    ['words', 'one day'],
  ])('%s', (_name, text) => {
    expect(parseDuration(text)).toBeUndefined();
  });
});
