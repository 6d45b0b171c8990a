import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const known = ['env', 'status', 'build_id', 'build_commit_sha', 'constructor'];

test.each([
  ['Env', 'env'],
  ['ENV', 'env'],
  ['en', 'env'],
  ['buildId', 'build_id'],
  ['build-id', 'build_id'],
  ['build_commit_hash', 'build_commit_sha'],
  ['statu', 'status'],
])('takes %s for %s', (name, meant) => {
  expect(nearestName(name, known)).toBe(meant);
});

test.each(['x', '', 'version', 'toString', '__proto__', 'e'.repeat(100_000)])(
  'has no guess for %.20s',
  (name) => {
    expect(nearestName(name, known)).toBeUndefined();
  },
);
