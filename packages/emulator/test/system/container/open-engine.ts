import { inject } from 'vitest';
import { type Engine, startEngine } from './start-engine.ts';
import { unpackPackages } from './unpack-packages.ts';

/**
 * Starts an engine that has the images of this run: `milepost`, and what stands in for PostgreSQL's.
 *
 * @param network as `startEngine` has it.
 */
export async function openEngine(network: 'host' | 'own'): Promise<Engine> {
  return startEngine(await unpackPackages(), { directory: inject('engineDirectory'), network });
}
