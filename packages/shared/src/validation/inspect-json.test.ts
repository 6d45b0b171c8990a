import { expect, test } from 'vitest';
import { inspectJson } from './inspect-json.ts';
import { createProblems } from './problems.ts';

function inspect(value: unknown) {
  const problems = createProblems();
  const size = inspectJson(value, 'a', problems);
  return { size, paths: problems.list.map(({ path }) => path) };
}

function nested(levels: number): unknown {
  return JSON.parse('{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2));
}

test.each([
  ['U+0000 in a text', { b: ['x\0'] }, ['a.b[0]']],
  ['U+0000 in a name', { 'b\0': 1 }, ['a["b\\u0000"]']],
  ['a high surrogate alone', { b: 'x\ud83dy' }, ['a.b']],
  ['a low surrogate alone', { b: '\udc00' }, ['a.b']],
  ['surrogates in the wrong order', { b: '\udc00\ud83d' }, ['a.b']],
  ['half a character in a name', { '\ud83d': 1 }, ['a["\ufffd"]']],
  ['a number beyond a double', JSON.parse('{"b":[1e999,-1e999]}'), ['a.b[0]', 'a.b[1]']],
])('finds %s', (_what, value, paths) => {
  expect(inspect(value).paths).toEqual(paths);
});

test('finds nothing wrong with whole characters, other control characters and large numbers', () => {
  expect(inspect({ '😀': '😀\u0001\uffff', b: [1e308, -0, null, true] }).paths).toEqual([]);
});

test('takes 32 levels and refuses 33, at the path of the whole', () => {
  expect(inspect(nested(32))).toMatchObject({ size: { tooDeep: false }, paths: [] });
  expect(inspect({ x: nested(32) })).toMatchObject({ size: { tooDeep: true }, paths: ['a'] });
});

test('survives 500,000 levels', () => {
  expect(inspect(JSON.parse('['.repeat(500_000) + ']'.repeat(500_000))).paths).toEqual(['a']);
});

test('counts what there is', () => {
  expect(inspect({ ab: ['cde', { f: null }] }).size).toMatchObject({
    values: 5,
    members: 2,
    characters: 6,
    longestName: 2,
  });
});

test.each([
  ['texts under names', { a: 'x', b: [null, true, {}] }, false],
  ['a number', { a: [1] }, true],
  ['an integer-like name', { b: { '10': 'x' } }, true],
])('knows whether JSON.stringify can be trusted with %s', (_what, value, needsSource) => {
  expect(inspect(value).size.needsSource).toBe(needsSource);
});
