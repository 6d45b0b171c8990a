import { runInNewContext } from 'node:vm';
import type { Clock } from '../clock.ts';

/** The machine's time, also where a test has put another Date in the place of the global one. */
export function createMachineClock(): Clock {
  const now: () => number = runInNewContext('Date.now');
  return { now: () => now() };
}
