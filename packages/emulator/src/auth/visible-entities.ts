import type { Store } from '../store/store.ts';
import { entityReference } from '../validation/entity-reference.ts';
import type { Identity } from './identity.ts';

/** The ids of the entities asked for, as far as the caller may see them; undefined for all. */
export async function visibleEntities(
  store: Pick<Store, 'findEntities'>,
  { accountId, entityIds: visible }: Pick<Identity, 'accountId' | 'entityIds'>,
  asked: readonly string[] | undefined,
): Promise<readonly string[] | undefined> {
  if (!asked) return visible ?? undefined;
  const references = asked.flatMap((text) => entityReference(text) ?? []);
  const found = await store.findEntities(accountId, references);
  return found.map(({ id }) => id).filter((id) => visible === null || visible.includes(id));
}
