import type { Store } from '../store.ts';
import { appendBatch } from './append-batch.ts';
import { copyBatch, copyEvent } from './copy-record.ts';
import { keyInAccount } from './key-in-account.ts';
import { selectEvents } from './select-events.ts';
import type { Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

type EventMethods = Pick<
  Store,
  'appendEvents' | 'getEvent' | 'listEvents' | 'findIdempotencyKey' | 'purgeIdempotencyKeys'
>;

/** The port's methods about events. */
export function createJsonEvents(tables: Tables, { write }: WriteQueue): EventMethods {
  return {
    appendEvents(batch) {
      const own = copyBatch(batch);
      return write((draft) => appendBatch(draft, own));
    },
    async getEvent(accountId, id) {
      const event = tables.events.get(accountId, id);
      return event && copyEvent(event);
    },
    async listEvents(query) {
      const { items, itemCount } = selectEvents(tables.events.timeline(query.accountId), query);
      return { items: items.map(copyEvent), itemCount };
    },
    async findIdempotencyKey(accountId, key, since) {
      const known = tables.idempotencyKeys.get(keyInAccount(accountId, key));
      if (!known || known.createdAt < since) return undefined;
      return { digest: known.digest, response: known.response };
    },
    purgeIdempotencyKeys: (before) =>
      write(({ idempotencyKeys }) => {
        const old = Array.from(idempotencyKeys).filter(({ createdAt }) => createdAt < before);
        for (const { accountId, key } of old) idempotencyKeys.remove(keyInAccount(accountId, key));
      }),
  };
}
