import { randomInt } from 'node:crypto';

/** Random values that a seed repeats. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  fraction(): number;
  /** From `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** `length` characters of hexadecimal digits. */
  hex(length: number): string;
}

/** The seed of this run: that of the environment, to repeat a failure, or a new one. */
export function seedOf(env: string | undefined): number {
  return env === undefined ? randomInt(2 ** 32) : Number(env);
}

/** mulberry32: small, and good enough to vary a test. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  function int(min: number, max: number): number {
    return min + Math.floor(fraction() * (max - min + 1));
  }

  return {
    fraction,
    int,
    chance: (probability) => fraction() < probability,
    pick(choices) {
      const choice = choices[int(0, choices.length - 1)];
      if (choice === undefined) throw new Error('nothing to pick from');
      return choice;
    },
    hex: (length) => Array.from({ length }, () => int(0, 15).toString(16)).join(''),
  };
}
