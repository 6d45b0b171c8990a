import type { EntityReference, Store } from '../store/store.ts';
import { entityReference } from '../validation/entity-reference.ts';
import { findEntitiesInParts } from './find-entities-in-parts.ts';
import type { Seed } from './seed.schema.ts';
import type { SeedDraft, SeededAccount } from './seed-draft.ts';

/**
 * The account with what is drafted for it. All that the seed names is looked up in a few questions, since a seed may
 * have ten thousand events.
 */
export async function createSeededAccount(
  store: Pick<Store, 'findEntities' | 'findBlueprint'>,
  accountId: string,
  seed: Seed,
  drafted: Pick<SeedDraft, 'entities' | 'blueprints'>,
): Promise<SeededAccount> {
  const there = await findEntitiesInParts(store, accountId, referencesIn(seed));
  const entities = new Map(
    [...drafted.entities, ...there].flatMap((entity) => [
      [entity.id, entity],
      [entity.shortId, entity],
    ]),
  );
  const blueprints = new Map<string, ReturnType<Store['findBlueprint']>>();
  for (const blueprint of drafted.blueprints) blueprints.set(blueprint.shortId, Promise.resolve(blueprint));
  return {
    async findEntities(_accountId, references) {
      return references.flatMap((one) => entities.get('id' in one ? one.id : one.shortId) ?? []);
    },
    findBlueprint(_accountId, shortId) {
      const found = blueprints.get(shortId) ?? store.findBlueprint(accountId, shortId);
      blueprints.set(shortId, found);
      return found;
    },
  };
}

function referencesIn({ repos = [], incidents = [], events = [] }: Seed): EntityReference[] {
  const names = new Set([
    ...repos.flatMap(({ entityIds }) => entityIds),
    ...incidents.flatMap(({ affectedEntityIds = [] }) => affectedEntityIds),
    ...events.flatMap(({ entityId = [] }) => entityId),
  ]);
  return [...names].flatMap((name) => entityReference(name) ?? []);
}
