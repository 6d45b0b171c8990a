import type { EntityRecord, Store } from '../store.ts';
import { copyEntity } from './copy-record.ts';
import { keyInAccount } from './key-in-account.ts';
import { requireAccount } from './require-account.ts';
import type { Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

type EntityMethods = Pick<
  Store,
  'findEntities' | 'listEntities' | 'createEntity' | 'updateEntity' | 'deleteEntity'
>;

/** The port's methods about entities. */
export function createJsonEntities({ entities }: Tables, { write }: WriteQueue): EntityMethods {
  return {
    async findEntities(accountId, references) {
      const found = new Set<EntityRecord>();
      for (const reference of references) {
        const entity =
          'id' in reference
            ? entities.get(keyInAccount(accountId, reference.id))
            : entities.getByAlias(keyInAccount(accountId, reference.shortId));
        if (entity) found.add(entity);
      }
      return Array.from(found, copyEntity);
    },

    async listEntities({ accountId, type, ids, limit, offset, after }) {
      const wanted = ids && new Set(ids);
      const matching = Array.from(entities)
        .filter(
          (entity) =>
            entity.accountId === accountId &&
            (type === undefined || entity.type === type) &&
            (!wanted || wanted.has(entity.id)),
        )
        .sort((a, b) => (a.shortId < b.shortId ? -1 : 1));
      const behind = after
        ? matching.filter(({ shortId }) => shortId > after.shortId)
        : matching.slice(offset);
      return { items: behind.slice(0, limit).map(copyEntity), itemCount: matching.length };
    },

    createEntity(entity) {
      const record = copyEntity(entity);
      return write((draft) => {
        requireAccount(draft, record.accountId);
        if (draft.entities.getByAlias(keyInAccount(record.accountId, record.shortId)))
          return 'short-id-taken';
        draft.entities.insert(record);
        return 'created';
      });
    },

    updateEntity(changes) {
      return write((draft) => {
        const current = draft.entities.get(keyInAccount(changes.accountId, changes.id));
        if (!current) return 'not-found';
        const record = copyEntity({ ...current, ...changes });
        const owner = draft.entities.getByAlias(keyInAccount(record.accountId, record.shortId));
        if (owner && owner.id !== record.id) return 'short-id-taken';
        draft.entities.put(record);
        return 'updated';
      });
    },

    deleteEntity(accountId, id) {
      return write((draft) => {
        const key = keyInAccount(accountId, id);
        if (!draft.entities.get(key)) return 'not-found';
        if (draft.events.hasEventsOf(accountId, id)) return 'has-events';
        draft.entities.remove(key);
        return 'deleted';
      });
    },
  };
}
