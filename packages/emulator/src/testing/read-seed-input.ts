import { readSeed } from '../seed/read-seed.ts';
import type { Seed } from '../seed/seed.schema.ts';
import type { SeedInput } from './emulator.ts';

/** @throws SeedError when it is the path of a file that holds no seed. An object is left to the service to judge. */
export function readSeedInput(seed: SeedInput): Seed | Promise<Seed> {
  return typeof seed === 'string' ? readSeed(seed) : seed;
}
