import { expect, test } from 'vitest';
import { matchFailures } from './match-failures.ts';

test.each([
  [['a', 'b', 'c'], [], 3, ['s0', 's1', 's2']],
  [['a', 'b', 'c'], ['b'], 2, ['s0', 'f0', 's1']],
  [['a', 'b', 'c'], ['c', 'a'], 1, ['f1', 's0', 'f0']],
  [['a', 'b'], ['a', 'b'], 0, ['f0', 'f1']],
  [['a', 'b'], ['b', 'a'], 0, ['f1', 'f0']],
  [['a', 'a'], ['a'], 1, ['f0', 's0']],
  [['a', 'b', 'a', 'a'], ['a', 'a'], 2, ['f0', 's0', 'f1', 's1']],
  [['a', 'b'], ['x'], 1, undefined],
  [['a', 'b', 'c'], ['a', 'a'], 1, undefined],
  [['a', 'b'], [], 1, undefined],
  [['a', 'b'], [], 3, undefined],
  [['a'], ['a'], 1, undefined],
])('matches %j with failures %j and %s successes', (sent, failed, succeeded, expected) => {
  const places = matchFailures(
    sent.map((n) => ({ n })),
    failed.map((n) => ({ n })),
    succeeded,
  );
  expect(places?.map(({ list, index }) => `${list.charAt(0)}${index}`)).toEqual(expected);
});

const stored = { type: 'stored' };

test('the order of members does not matter, that of lists does', () => {
  const sent = [stored, { type: 't', attributes: { a: 1, b: [1, 2] } }];
  expect(matchFailures(sent, [{ attributes: { b: [1, 2], a: 1 }, type: 't' }], 1)).toHaveLength(2);
  expect(matchFailures(sent, [{ type: 't', attributes: { a: 1, b: [2, 1] } }], 1)).toBeUndefined();
});

test('a member named __proto__ is one like any other', () => {
  const sent: unknown = JSON.parse('{"type":"t","attributes":{"__proto__":{"a":1}}}');
  const other: unknown = JSON.parse('{"type":"t","attributes":{}}');
  expect(matchFailures([stored, sent], [other], 1)).toBeUndefined();
  expect(matchFailures([stored, sent], [JSON.parse(JSON.stringify(sent))], 1)).toHaveLength(2);
});
