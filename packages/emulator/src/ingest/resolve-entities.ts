import { v7 as uuidv7 } from 'uuid';
import type { Identity } from '../auth/identity.ts';
import type { EntityRecord, EntityReference, Store } from '../store/store.ts';

/** Answers the UUID of the entity that a reference names, or undefined when there is none for this caller. */
export type ResolveEntity = (reference: EntityReference) => string | undefined;

type EntityStore = Pick<Store, 'findEntities' | 'createEntity'>;

/**
 * Looks up the entities of a batch, all at once.
 *
 * @param options.create makes an entity of each unknown shortId (`--auto-entities`); an unknown UUID stays unknown,
 * since ids are the service's to give.
 */
export async function resolveEntities(
  store: EntityStore,
  { accountId, entityIds }: Pick<Identity, 'accountId' | 'entityIds'>,
  references: readonly EntityReference[],
  options: { create: boolean; allOrNothing: boolean; now: number },
): Promise<ResolveEntity> {
  const byName = new Map<string, string>();
  const distinct = [...new Map(references.map((reference) => [nameOf(reference), reference])).values()];
  await look(distinct);
  const hopeless = distinct.some((reference) => 'id' in reference && !byName.has(reference.id));
  // A request that will be refused as a whole must leave nothing behind.
  if (options.create && entityIds === null && !(options.allOrNothing && hopeless)) {
    const missing = distinct.flatMap((reference) =>
      'shortId' in reference && !byName.has(reference.shortId) ? [reference] : [],
    );
    for (const { shortId } of missing) {
      await store.createEntity(newEntity({ accountId, shortId, now: options.now }));
    }
    await look(missing);
  }

  async function look(wanted: EntityReference[]): Promise<void> {
    if (wanted.length === 0) return;
    for (const { id, shortId } of await store.findEntities(accountId, wanted)) {
      // A key that is limited to some entities sees no other.
      if (entityIds !== null && !entityIds.includes(id)) continue;
      byName.set(id, id);
      byName.set(shortId, id);
    }
  }

  return (reference) => byName.get(nameOf(reference));
}

function nameOf(reference: EntityReference): string {
  return 'id' in reference ? reference.id : reference.shortId;
}

function newEntity({
  accountId,
  shortId,
  now,
}: {
  accountId: string;
  shortId: string;
  now: number;
}): EntityRecord {
  return {
    accountId,
    id: uuidv7(),
    shortId,
    name: shortId,
    type: 'application',
    description: null,
    attributes: '{}',
    createdAt: now,
    updatedAt: now,
  };
}
