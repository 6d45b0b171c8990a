import { describe, expect, test } from 'vitest';
import { factAt, listAt, numberAt, textAt, valueAt } from './payload.ts';

const payload: unknown = JSON.parse(
  '{"a":{"b":{"c":"x"},"blank":" \\n","n":7,"list":[1,{"d":2}],"nothing":null,"__proto__":{"own":"y"}}}',
);

describe('valueAt', () => {
  test.each([
    ['a.b.c', 'x'],
    ['a.nothing', null],
    ['a.list.1.d', 2],
    ['a.__proto__.own', 'y'],
    ['a.nothing.c', undefined],
    ['a.b.c.length', undefined],
    ['a.missing', undefined],
    ['a.b.', undefined],
    ['', undefined],
    // What every object has from its prototype is not in the JSON.
    ['a.b.__proto__', undefined],
    ['constructor.name', undefined],
    ['a.toString', undefined],
  ])('%j has %j', (path, expected) => {
    expect(valueAt(payload, path)).toEqual(expected);
  });

  test.each([[undefined], [null], ['text'], [7], [[]]])('in %j there is nothing', (value) => {
    expect(valueAt(value, 'a.b')).toBeUndefined();
  });
});

test.each([
  ['a.b.c', 'x'],
  ['a.blank', undefined],
  ['a.n', undefined],
  ['a.b', undefined],
])('the text at %s is %j', (path, expected) => {
  expect(textAt(payload, path)).toBe(expected);
});

test.each([
  [7, 7],
  [1, 1],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  [2 ** 53, undefined],
  ['7', undefined],
  [null, undefined],
])('of %j the positive whole number is %j', (value, expected) => {
  expect(numberAt({ value }, 'value')).toBe(expected);
});

test('what is no list has no elements', () => {
  expect(listAt(payload, 'a.list')).toEqual([1, { d: 2 }]);
  for (const path of ['a.b', 'a.b.c', 'a.nothing', 'missing']) expect(listAt(payload, path)).toEqual([]);
});

test('a fact is the first text, and says where it stood', () => {
  expect(factAt(payload, 'missing', 'a.blank', 'a.n', 'a.b.c', 'a.__proto__.own')).toEqual({
    value: 'x',
    source: 'payload:a.b.c',
  });
  expect(factAt(payload, 'missing')).toBeUndefined();
  expect(factAt(payload)).toBeUndefined();
});
