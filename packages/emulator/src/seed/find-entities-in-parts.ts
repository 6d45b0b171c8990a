import type { EntityRecord, EntityReference, Store } from '../store/store.ts';

/** References that one question has; each is a parameter of SQL. */
const AT_ONCE = 500;

/** The entities that any number of references name. */
export async function findEntitiesInParts(
  store: Pick<Store, 'findEntities'>,
  accountId: string,
  references: readonly EntityReference[],
): Promise<EntityRecord[]> {
  const found: EntityRecord[] = [];
  for (let start = 0; start < references.length; start += AT_ONCE)
    found.push(...(await store.findEntities(accountId, references.slice(start, start + AT_ONCE))));
  return found;
}
