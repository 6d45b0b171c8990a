import { expect, test } from 'vitest';
import { parseDuration } from '../control/duration.ts';
import { type DurationInput, durationText } from './duration-text.ts';

test.each<[DurationInput, string]>([
  ['P1D', 'P1D'],
  [{ days: 1 }, 'P1D'],
  [{ hours: 36, seconds: 1.5 }, 'PT36H1.5S'],
  [{ years: 1, months: 2, weeks: 3, days: 4, hours: 5, minutes: 6, seconds: 7 }, 'P1Y2M3W4DT5H6M7S'],
  [{}, 'PT0S'],
])('%j is %s', (input, text) => {
  expect(durationText(input)).toBe(text);
  expect(parseDuration(text)).toBeDefined();
});
