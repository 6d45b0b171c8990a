import { v7 as uuidv7 } from 'uuid';
import type { EntityRecord } from '../store/store.ts';
import { findEntitiesInParts } from './find-entities-in-parts.ts';
import { reportRepeated } from './report-repeated.ts';
import type { SeedSection } from './seed.schema.ts';
import type { DraftContext } from './seed-draft.ts';

/** The entities of a seed whose shortIds the account does not have yet. */
export async function draftEntities(
  { store, accountId, now, problems }: DraftContext,
  entities: SeedSection<'entities'>,
): Promise<EntityRecord[]> {
  const shortIds = entities.map(({ shortId }) => shortId);
  reportRepeated(problems, { list: 'entities', member: 'shortId' }, shortIds);
  const there = await findEntitiesInParts(
    store,
    accountId,
    shortIds.map((shortId) => ({ shortId })),
  );
  const taken = new Set(there.map(({ shortId }) => shortId));
  return entities
    .filter(({ shortId }) => !taken.has(shortId))
    .map(({ shortId, name, type, description, attributes }) => ({
      accountId,
      id: uuidv7(),
      shortId,
      name: name ?? shortId,
      type: type ?? 'application',
      description: description ?? null,
      attributes: JSON.stringify(attributes ?? {}),
      createdAt: now,
      updatedAt: now,
    }));
}
