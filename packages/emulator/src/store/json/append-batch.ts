import type { AppendOutcome, EventBatch } from '../store.ts';
import { keyInAccount } from './key-in-account.ts';
import { requireAccount } from './require-account.ts';
import type { Draft } from './tables.ts';

/** Adds a batch to the draft, or says why not. Throws, and changes nothing, when an event's id is taken. */
export function appendBatch(draft: Draft, batch: EventBatch): AppendOutcome {
  const { accountId, events, idempotency } = batch;
  requireAccount(draft, accountId);

  if (idempotency) {
    const known = draft.idempotencyKeys.get(keyInAccount(accountId, idempotency.key));
    if (known && known.createdAt >= idempotency.expiredBefore) {
      return known.digest === idempotency.digest
        ? { state: 'replayed', response: known.response }
        : { state: 'key-reused' };
    }
  }

  const isGone = (entityId: string | null) =>
    entityId !== null && !draft.entities.get(keyInAccount(accountId, entityId));
  if (events.some(({ entityId }) => isGone(entityId))) return { state: 'entities-gone' };

  const ids = new Set<string>();
  for (const { id } of events) {
    if (ids.has(id) || draft.events.has(accountId, id)) throw new Error(`there is an event ${id} already`);
    ids.add(id);
  }

  let seq = draft.events.lastSeq(accountId);
  for (const event of events) {
    seq++;
    draft.events.append({ accountId, seq, ...event });
  }
  if (idempotency) {
    const { key, digest, response, createdAt } = idempotency;
    draft.idempotencyKeys.put({ accountId, key, digest, response, createdAt });
  }
  return { state: 'stored' };
}
