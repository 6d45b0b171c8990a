import { expect, test } from 'vitest';
import type { ControlFrom } from '../config.ts';
import { parseControlFrom } from '../config-values.ts';
import { createCallerCheck } from './caller-check.ts';

test.each<[ControlFrom, string | undefined, boolean]>([
  [[], '127.0.0.1', true],
  [[], '127.3.2.1', true],
  [[], '::1', true],
  [[], '::ffff:127.0.0.1', true],
  [[], '10.1.2.3', false],
  [[], '::ffff:10.1.2.3', false],
  [[], '2001:db8::1', false],
  [[], 'fe80::1%eth0', false],
  [[], undefined, false],
  ['any', '10.1.2.3', true],
  [parseControlFrom('10.1.2.3'), '10.1.2.3', true],
  [parseControlFrom('10.1.2.3'), '10.1.2.4', false],
  [parseControlFrom('10.1.2.3'), '127.0.0.1', true],
  [parseControlFrom('10.0.0.0/8, 2001:db8::/32'), '::ffff:10.1.2.3', true],
  [parseControlFrom('10.0.0.0/8, 2001:db8::/32'), '2001:db8:7::1', true],
  [parseControlFrom('10.0.0.0/8, 2001:db8::/32'), '11.0.0.1', false],
  [parseControlFrom('fe80::/10'), 'fe80::1%eth0', true],
  [parseControlFrom('0.0.0.0/0'), '203.0.113.9', true],
])('with %j a caller at %s may use the controls: %j', (from, address, allowed) => {
  expect(createCallerCheck(from)(address)).toBe(allowed);
});

test.each([
  '',
  'all',
  'localhost',
  '10.0.0.0/33',
  '::1/129',
  '10.0.0/8',
  '10.0.0.1,',
  'any,10.0.0.1',
  '1.2.3.4/-1',
])('--control-from %j is refused', (text) => {
  expect(() => parseControlFrom(text)).toThrow(/^--control-from: expected any, or addresses and subnets/);
});
