import { expect, test } from 'vitest';
import { bandOf } from './bands.ts';
import { percentile } from './percentile.ts';

test.each([
  [[], 0.5, null],
  [[7], 0.9, 7],
  [[1, 3], 0.5, 2],
  [[1, 2, 4], 0.5, 2],
  [[1, 2, 3, 4], 0.5, 2.5],
  [[10, 20, 30, 40, 50], 0.9, 46],
])('of %j the percentile %d is %d, as a spreadsheet has it', (sorted, fraction, expected) => {
  expect(percentile(sorted, fraction)).toBe(expected);
});

test.each([
  ['deploymentFrequency', 1, 'elite'],
  ['deploymentFrequency', 0.99, 'high'],
  ['deploymentFrequency', 1 / 7, 'high'],
  ['deploymentFrequency', 1 / 30, 'medium'],
  ['deploymentFrequency', 0, 'low'],
  ['leadTimeForChange', 86_399, 'elite'],
  ['leadTimeForChange', 86_400, 'high'],
  ['leadTimeForChange', 30 * 86_400, 'low'],
  ['changeFailureRate', 0.05, 'elite'],
  ['changeFailureRate', 0.051, 'high'],
  ['changeFailureRate', 0.151, 'low'],
  ['failedDeploymentRecoveryTime', 3600, 'high'],
] as const)('%s of %d is %s in 2023', (metric, value, level) => {
  expect(bandOf(metric, value)).toEqual({ level, year: 2023 });
});

test('without a value there is no band', () => {
  expect(bandOf('leadTimeForChange', null)).toBeNull();
});
