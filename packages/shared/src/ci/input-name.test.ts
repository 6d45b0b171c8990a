import { expect, test } from 'vitest';
import { inputName } from './input-name.ts';

test.each([
  ['baseUrl', 'base-url'],
  ['build_commit_sha', 'commit-sha'],
  ['build_id', 'build-id'],
  ['change_window_start', 'change-window-start'],
  ['entityId', 'entity-id'],
  ['changeIdPattern', 'change-id-pattern'],
  ['env', 'env'],
  ['on-cancelled', 'on-cancelled'],
])('of %s is %s', (name, input) => {
  expect(inputName(name)).toBe(input);
});
