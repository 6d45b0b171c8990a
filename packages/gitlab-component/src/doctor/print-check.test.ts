import { expect, test } from 'vitest';
import type { Check } from './finding.ts';
import { linesOf, summaryOf } from './print-check.ts';

const plain = (_: Check['state'], text: string) => text;
const check = (state: Check['state']): Check => ({ name: 'proxy', state, found: 'a thing' });

test('the remedy stands under what was found; only the symbol has a colour', () => {
  const paint = (state: Check['state'], text: string) => `<${state}>${text}</>`;
  expect(linesOf({ ...check('failed'), remedy: 'Mend it.' }, paint)).toEqual([
    '<failed>✖</> proxy        a thing',
    '               Mend it.',
  ]);
  expect(linesOf({ ...check('ok'), name: 'credentials' }, plain)).toEqual(['✔ credentials  a thing']);
});

test('what a terminal would obey does not reach it', () => {
  const lines = linesOf({ ...check('warning'), found: 'a\u001b[2Jb\n::error::c', remedy: '\u0007d' }, plain);
  expect(lines).toEqual(['! proxy        a [2Jb ::error::c', '                d']);
});

test.each([
  [['ok', 'skipped'], 'Everything is in order.'],
  [['ok', 'warning'], '1 warning.'],
  [['failed', 'warning', 'warning'], '1 problem, 2 warnings.'],
  [['failed', 'failed'], '2 problems.'],
] as const)('%j end in: %s', (states, line) => {
  expect(summaryOf(states.map(check))).toBe(line);
});
