import type { StoreContents } from '../store/contents/store-contents.ts';
import { openStore } from '../store/open-store.ts';
import { plantSeed } from './plant-seed.ts';
import type { Seed } from './seed.schema.ts';
import type { PlantOptions } from './seed-draft.ts';

/** What an account has when a seed is planted in it, for a store that is to get all of it at once. */
export async function plantedContents(
  contents: StoreContents,
  seed: Seed,
  options: PlantOptions,
): Promise<StoreContents> {
  const scratch = await openStore({ engine: 'memory' }, { warn: () => {} });
  try {
    await scratch.replaceContents(contents);
    await plantSeed(scratch, seed, options);
    return await scratch.readContents();
  } finally {
    await scratch.close();
  }
}
