import type { Store } from '../store.ts';
import { copyBlueprint } from './copy-record.ts';
import { keyInAccount } from './key-in-account.ts';
import { requireAccount } from './require-account.ts';
import type { Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

type BlueprintMethods = Pick<Store, 'findBlueprint' | 'listBlueprints' | 'createBlueprint'>;

/** The port's methods about blueprints. */
export function createJsonBlueprints({ blueprints }: Tables, { write }: WriteQueue): BlueprintMethods {
  return {
    async findBlueprint(accountId, shortId) {
      const blueprint = blueprints.getByAlias(keyInAccount(accountId, shortId));
      return blueprint && copyBlueprint(blueprint);
    },

    async listBlueprints(accountId) {
      return Array.from(blueprints)
        .filter((blueprint) => blueprint.accountId === accountId)
        .sort((a, b) => (a.shortId < b.shortId ? -1 : 1))
        .map(copyBlueprint);
    },

    createBlueprint(blueprint) {
      const record = copyBlueprint(blueprint);
      return write((draft) => {
        requireAccount(draft, record.accountId);
        if (draft.blueprints.getByAlias(keyInAccount(record.accountId, record.shortId))) {
          return 'short-id-taken';
        }
        draft.blueprints.insert(record);
        return 'created';
      });
    },
  };
}
