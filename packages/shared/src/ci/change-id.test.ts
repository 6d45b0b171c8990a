import { expect, test } from 'vitest';
import { findChangeId } from './change-id.ts';

const text = (value: string, source = 'title') => ({ value, source });
const idIn = (pattern: string, ...values: string[]) =>
  findChangeId(
    pattern,
    values.map((value) => text(value)),
  ).found?.value;

test.each([
  ['CHG\\d+', ['Fix CHG0042 and CHG1'], 'CHG0042'],
  ['\\[(\\w+-\\d+)\\]', ['[SHOP-7] carts'], 'SHOP-7'],
  ['(?:chg|CHG)-?(\\d+)', ['chg-12'], '12'],
  ['(a)|b', ['b'], 'b'],
  ['CHG\\d+', ['nothing', 'CHG1'], 'CHG1'],
  ['CHG\\d+', [], undefined],
  ['x*', ['yyy'], undefined],
  ['CHG(\\d*)', ['CHG'], 'CHG'],
  ['🦊\\d', ['x 🦊7'], '🦊7'],
  ['CHG\\d+|INC\\d+', ['INC7 before CHG1'], 'INC7'],
  ['x*', ['yyy', 'xx'], 'xx'],
  ['()CHG\\d', ['CHG1'], 'CHG1'],
  ['CHG( *)', ['CHG  '], 'CHG'],
  ['#(\\d+) for (\\w+)', ['#1 for CHG2'], '1'],
  ['(?<id>CHG\\d)', ['x CHG1'], 'CHG1'],
  ['chg\\d', ['CHG1'], undefined],
  ['^CHG\\d', ['first\nCHG1'], undefined],
])('%s in %j finds %s', (pattern, values, expected) => {
  expect(idIn(pattern, ...values)).toBe(expected);
});

test('the first text that has one is the source', () => {
  const texts = [text('none', 'title'), text('CHG1', 'body'), text('CHG2', 'branch')];
  expect(findChangeId('CHG\\d', texts)).toEqual({
    found: { value: 'CHG1', source: 'body, change-id-pattern' },
    gaveUp: false,
  });
});

test('a pattern that goes back for ever is given up', () => {
  expect(findChangeId('(a+)+$', [text(`${'a'.repeat(60)}!`), text('CHG1')])).toEqual({ gaveUp: true });
});

test('of a very long text only the beginning is searched', () => {
  expect(idIn('CHG\\d', `${'x'.repeat(19_990)}CHG1`)).toBe('CHG1');
  expect(idIn('CHG\\d', `${'x'.repeat(20_000)}CHG1`)).toBeUndefined();
});

test('many texts share the time of one', () => {
  const endless = Array.from({ length: 20 }, () => text(`${'a'.repeat(60)}!`));
  const started = performance.now();
  expect(findChangeId('(a+)+$', endless)).toEqual({ gaveUp: true });
  expect(performance.now() - started).toBeLessThan(3000);
});

test('texts that each end in time do not all together take longer', () => {
  const slow = Array.from({ length: 40 }, () => text(`${'a'.repeat(22)}!`));
  expect(findChangeId('(a+)+$', slow)).toEqual({ gaveUp: true });
});

test('what is no regular expression is refused', () => {
  expect(() => findChangeId('(', [])).toThrow(
    expect.objectContaining({
      input: 'changeIdPattern',
      message: expect.stringMatching(/^is not a regular expression: /),
    }),
  );
});
