import { expect, it } from 'vitest';
import { parseInstant } from './parse-instant.ts';

it.each([
  ['2026-01-31T09:30:00Z', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00.169Z', '2026-01-31T09:30:00.169Z'],
  ['2026-01-31 09:30:00', '2026-01-31T09:30:00.000Z'],
  ['2026-01-31T09:30:00+01:00', '2026-01-31T08:30:00.000Z'],
])('%s is %s', (text, expected) => {
  expect(new Date(parseInstant(text) ?? Number.NaN).toISOString()).toBe(expected);
});

it.each([
  '',
  '31.01.2026 09:30',
  '2026-02-30 09:30:00',
  '2026-02-30T09:30:00+01:00',
  '2026-01-31',
  '1769851800',
])('%j is none', (text) => expect(parseInstant(text)).toBeUndefined());
