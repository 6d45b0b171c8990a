import type { Seed } from '../seed/seed.schema.ts';
import type { SeedInput } from './emulator.ts';

/** @throws SeedError when it is the path of a file that holds no seed. An object is left to the service to judge. */
export async function readSeedInput(seed: SeedInput): Promise<Seed> {
  if (typeof seed !== 'string') return seed;
  // What checks files is large, and most tests read none.
  const { readSeed } = await import('../seed/read-seed.ts');
  return readSeed(seed);
}
