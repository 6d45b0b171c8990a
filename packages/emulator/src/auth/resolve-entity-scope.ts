import type { Store } from '../store/store.ts';
import { entityReference } from '../validation/entity-reference.ts';

/** What the references of a key's scope turned out to be. */
export interface EntityScope {
  /** Each entity once. */
  ids: string[];
  /** The index of each reference that names nothing. */
  missing: number[];
}

/** Looks up the entities that a key is to be limited to, by id (any case) or shortId. */
export async function resolveEntityScope(
  store: Pick<Store, 'findEntities'>,
  accountId: string,
  references: readonly string[],
): Promise<EntityScope> {
  const parsed = references.map(entityReference);
  const entities = await store.findEntities(
    accountId,
    parsed.filter((reference) => reference !== undefined),
  );
  const idOf = new Map(entities.flatMap(({ id, shortId }) => [[id, id] as const, [shortId, id] as const]));
  const resolved = parsed.map(
    (reference) => reference && idOf.get('id' in reference ? reference.id : reference.shortId),
  );
  return {
    ids: [...new Set(resolved.filter((id) => id !== undefined))],
    missing: resolved.flatMap((id, index) => (id === undefined ? [index] : [])),
  };
}
