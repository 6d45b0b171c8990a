import { expect, test } from 'vitest';
import { readPause } from './rate-limit-header.ts';

test.each([
  ['"minute";r=0;t=34, "hour";r=10;t=900', 34_000],
  ['"minute";r=0;t=34, "hour";r=0;t=900', 900_000],
  ['"hour";r=0;t=900, "minute";r=0;t=34', 900_000],
  ['"minute";t=34;r=0', 34_000],
  ['"minute"; r=0; t=34', 34_000],
  ['"minute";r=3;t=34', 0],
  ['"minute";r=0', 0],
  ['"minute";r=00x;t=34', 0],
  ['"minute";r=-1;t=34', 0],
  ['limit=100, remaining=0, reset=34', 0],
  ['rubbish', 0],
  ['', 0],
])('RateLimit %s asks for %s ms', (ratelimit, ms) => expect(readPause({ ratelimit })).toBe(ms));

test('without the header nothing is asked for', () => expect(readPause({})).toBe(0));
