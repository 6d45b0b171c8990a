import type { Store } from '../store/store.ts';
import { draftSeed } from './draft-seed.ts';
import type { Seed } from './seed.schema.ts';
import type { PlantOptions } from './seed-draft.ts';
import { writeDraft } from './write-draft.ts';

/** Others may change the account meanwhile, but not for ever. */
const TRIES = 5;

/**
 * Plants a seed in an account. What is there already stays as it is: entities and blueprints by shortId, repositories
 * by name, commits by sha, incidents by the name that another system gave them, events (and incidents without such
 * a name) by what the seed says of them. So the same seed changes nothing the second time.
 *
 * Everything is checked before the first write: nothing is planted of a seed that has a mistake. A process that is
 * killed in between has planted a part, events last and all or none of them; planting again completes it.
 *
 * @throws SeedError with all that the API would refuse, too.
 */
export async function plantSeed(store: Store, seed: Seed, options: PlantOptions): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const draft = await draftSeed(store, seed, options);
    if (await writeDraft(store, options.accountId, draft)) return;
  }
  throw new Error('the account kept changing while a seed was planted in it');
}
