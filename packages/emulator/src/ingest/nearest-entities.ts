import { nearestName } from '@milepost/shared/validation';
import type { Identity } from '../auth/identity.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';

/** Most entities that a name is compared with. */
const MOST_COMPARED = 500;

/** The shortIds of entities that a caller may see. Never fails: what is refused, is refused without it. */
export async function visibleShortIds(
  store: Pick<Store, 'listEntities'>,
  { accountId, entityIds }: Pick<Identity, 'accountId' | 'entityIds'>,
): Promise<string[]> {
  const query = { accountId, ids: entityIds ?? undefined, limit: MOST_COMPARED, offset: 0 };
  const { items } = await store.listEntities(query).catch(() => ({ items: [] }));
  return items.map(({ shortId }) => shortId);
}

/** The refusals of references in a list of a body that name no entity, each with the one that was meant. */
export async function entityRefusals(
  store: Pick<Store, 'listEntities'>,
  identity: Pick<Identity, 'accountId' | 'entityIds'>,
  {
    member,
    references,
    missing,
  }: { member: string; references: readonly string[]; missing: readonly number[] },
): Promise<Refusal[]> {
  if (missing.length === 0) return [];
  const known = await visibleShortIds(store, identity);
  return missing.map((index) => ({
    rule: 'entity',
    path: `/${member}/${index}`,
    nearest: nearestEntity(references[index] ?? '', known),
  }));
}

/** The shortId that was meant by a text that names no entity; null without a guess. */
export function nearestEntity(text: string, shortIds: readonly string[]): string | null {
  return nearestName(text, shortIds, MOST_COMPARED) ?? null;
}
