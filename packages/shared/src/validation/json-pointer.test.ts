import { expect, test } from 'vitest';
import { pathOf } from './json-path.ts';
import { pointerOf, pointerOfPath } from './json-pointer.ts';

test.each<[steps: (string | number)[], pointer: string]>([
  [[], ''],
  [['events', 0, 'attributes', 'env'], '/events/0/attributes/env'],
  [['a', 'b/c', '~d', '~1'], '/a/b~1c/~0d/~01'],
  [['a', '', 'b'], '/a//b'],
  [['a', 'b.c', '10', '["x"]', '"'], '/a/b.c/10/["x"]/"'],
  [['$schema', 'x-y'], '/$schema/x-y'],
])('%j is %s, and so is its path', (steps, pointer) => {
  expect(pointerOf('', steps)).toBe(pointer);
  expect(pointerOfPath(pathOf('', steps))).toBe(pointer);
});
