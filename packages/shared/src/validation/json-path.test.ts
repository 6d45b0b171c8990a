import { expect, test } from 'vitest';
import { memberPath, pathOf, pathOfPointer } from './json-path.ts';

test.each([
  ['', 'events', 'events'],
  ['events[0]', 'entityID', 'events[0].entityID'],
  ['a', 'build-id', 'a.build-id'],
  ['a', 'b.c', 'a["b.c"]'],
  ['a', '', 'a[""]'],
  ['a', '10', 'a["10"]'],
  ['a', '"\n', 'a["\\"\\n"]'],
  ['a', '\ud800', 'a["\ufffd"]'],
  ['', 'b c', '["b c"]'],
])('in %j, the member %j is at %s', (base, name, path) => {
  expect(memberPath(base, name)).toBe(path);
});

test('cuts long names', () => {
  expect(memberPath('a', 'x'.repeat(1_000_000)).length).toBeLessThan(120);
});

test('writes indexes of elements in brackets', () => {
  expect(pathOf('events', [0, 'attributes', 'a', 1])).toBe('events[0].attributes.a[1]');
});

test('tells an index from a name of digits when it follows a JSON Pointer', () => {
  const root = { list: [{ '0': { 'a/b~c': 1 } }] };
  expect(pathOfPointer('x', '/list/0/0/a~1b~0c', root)).toBe('x.list[0]["0"]["a/b~c"]');
});
