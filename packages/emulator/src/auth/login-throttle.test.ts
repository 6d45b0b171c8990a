import { beforeEach, expect, test } from 'vitest';
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts';

const attempt = { username: 'dev@milepost.local', address: '10.0.0.1' };
const minute = 60_000;
let now: number;
let throttle: LoginThrottle;

beforeEach(() => {
  now = 1_000_000_000_000;
  throttle = createLoginThrottle({ now: () => now });
});

function tryWrongly(times: number, who = attempt): void {
  for (let i = 0; i < times; i++) throttle.countWrongTry(who);
}

test('the eleventh try waits until the first is 15 minutes old', () => {
  tryWrongly(9);
  expect(throttle.secondsToWait(attempt)).toBe(0);
  now += minute;
  tryWrongly(1);
  expect(throttle.secondsToWait(attempt)).toBe(14 * 60);
  now += 14 * minute - 1;
  expect(throttle.secondsToWait(attempt)).toBe(1);
  now += 1;
  expect(throttle.secondsToWait(attempt)).toBe(0);
});

test('any 15 minutes count, not those of a fixed window', () => {
  tryWrongly(1);
  now += 14 * minute;
  tryWrongly(8);
  now += 2 * minute;
  tryWrongly(1);
  expect(throttle.secondsToWait(attempt)).toBe(0);
  tryWrongly(1);
  expect(throttle.secondsToWait(attempt)).toBe(13 * 60);
});

test('another user and another address are not held up; the case of a name changes nothing', () => {
  tryWrongly(10);
  expect(throttle.secondsToWait({ ...attempt, address: '10.0.0.2' })).toBe(0);
  expect(throttle.secondsToWait({ ...attempt, username: 'ops@milepost.local' })).toBe(0);
  expect(throttle.secondsToWait({ ...attempt, username: 'DEV@milepost.local' })).toBeGreaterThan(0);
});

test('a right password clears the count', () => {
  tryWrongly(9);
  throttle.clear(attempt);
  tryWrongly(9);
  expect(throttle.secondsToWait(attempt)).toBe(0);
});

test('setting the clock back locks nobody out', () => {
  tryWrongly(10);
  now -= 60 * minute;
  expect(throttle.secondsToWait(attempt)).toBe(0);
});

test('of very many users the longest quiet are forgotten', () => {
  tryWrongly(10);
  for (let i = 0; i < 9_999; i++) tryWrongly(1, { username: `user-${i}`, address: '10.0.0.1' });
  expect(throttle.secondsToWait(attempt)).toBeGreaterThan(0);
  tryWrongly(1, { username: 'one more', address: '10.0.0.1' });
  expect(throttle.secondsToWait(attempt)).toBe(0);
});
