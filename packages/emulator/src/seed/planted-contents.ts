import type { StoreContents } from '../store/contents/store-contents.ts';
import { openStore } from '../store/open-store.ts';
import { plantSeed, type Seed } from './plant-seed.ts';

/** What an account has when a seed is planted in it, for a store that is to get all of it at once. */
export async function plantedContents(
  contents: StoreContents,
  seed: Seed,
  options: { accountId: string; now: number },
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
