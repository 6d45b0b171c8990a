import { hash } from 'node:crypto';
import { v7 } from 'uuid';
import { createSeededRandom } from '../../src/control/seeded-random.ts';

/** What is drawn is the same for the same seed. */
export interface Random {
  /** From 0 up to, but not including, 1. */
  next(): number;
  chance(probability: number): boolean;
  /** A whole number, both ends included. */
  whole(from: number, to: number): number;
  between(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
}

export function createRandom(seed: number): Random {
  const next = createSeededRandom(seed);
  const between = (from: number, to: number) => from + (to - from) * next();
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    whole: (from, to) => Math.floor(between(from, to + 1)),
    pick(values) {
      const value = values[Math.floor(next() * values.length)];
      if (value === undefined) throw new Error('nothing to pick from');
      return value;
    },
  };
}

/** A seed of its own for the nth of something. */
export function seedOf(seed: number, what: number, index: number): number {
  return Math.imul(seed + what, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
}

/** 40 hex digits that only this name has: a draw of 32 bits would repeat among millions. */
export function shaOf(name: string): string {
  return hash('sha1', name);
}

/** A UUIDv7 of that time that only this name has. */
export function idOf(name: string, at: number): string {
  return v7({ msecs: at, random: hash('sha1', name, 'buffer') });
}
