import type { Store } from '../store/store.ts';
import { draftBlueprints } from './draft-blueprints.ts';
import { draftEntities } from './draft-entities.ts';
import { draftEvents } from './draft-events.ts';
import { draftIncidents } from './draft-incidents.ts';
import { draftRepos } from './draft-repos.ts';
import type { Seed } from './seed.schema.ts';
import type { DraftContext, PlantOptions, SeedDraft } from './seed-draft.ts';
import { SeedError } from './seed-error.ts';
import { createSeedProblems } from './seed-problems.ts';
import { createSeededAccount } from './seeded-account.ts';

/**
 * Makes of a seed what the account does not have yet. Reads the store and writes nothing.
 *
 * @throws SeedError with all that the API would refuse, too.
 */
export async function draftSeed(store: Store, seed: Seed, options: PlantOptions): Promise<SeedDraft> {
  const problems = createSeedProblems();
  const context: DraftContext = { ...options, store, problems };
  const entities = await draftEntities(context, seed.entities ?? []);
  const blueprints = await draftBlueprints(context, seed.blueprints ?? []);
  const account = await createSeededAccount(store, options.accountId, seed, { entities, blueprints });
  const draft: SeedDraft = {
    entities,
    blueprints,
    repos: await draftRepos(context, account, seed.repos ?? []),
    incidents: await draftIncidents(context, account, seed.incidents ?? []),
    events: await draftEvents(context, account, seed.events ?? []),
  };
  if (problems.list.length > 0) throw new SeedError(problems);
  return draft;
}
