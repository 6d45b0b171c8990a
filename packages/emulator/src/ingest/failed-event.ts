import type { ValidationError } from '@milepost/shared';
import type { Identity } from '../auth/identity.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { ValidEvent } from '../validation/validate-events.ts';
import { nearestEntity, visibleShortIds } from './nearest-entities.ts';

/** A valid event that is not stored. */
export interface FailedEvent {
  event: ValidEvent;
  index: number;
  reason: string;
  /** By a fault, and not for what it is. */
  injected: boolean;
}

/** Why the caller may not send the event; undefined when it may. `entityId` is that of the entity it names. */
export function failureOf(
  event: ValidEvent,
  entityId: string | undefined,
  identity: Identity,
): string | undefined {
  if (event.entityId !== undefined) {
    return entityId === undefined ? `Entity '${event.entityId}' not found` : undefined;
  }
  if (identity.entityIds === null) return undefined;
  return 'This API key is limited to certain entities; give the entityId of one of them';
}

/** The failure as a problem with the request. */
export function entityError({ index, reason }: FailedEvent): ValidationError {
  return { type: 'field', msg: reason, path: `events[${index}].entityId`, location: 'body' };
}

/** Why events failed, for the journal. With a store, the entities are named that were meant. */
export async function refusalsOf(
  failed: readonly FailedEvent[],
  identity: Identity,
  store: Pick<Store, 'listEntities'> | undefined,
): Promise<Refusal[]> {
  const shortIds =
    store && failed.some(({ injected }) => !injected) ? await visibleShortIds(store, identity) : [];
  return failed.map(({ event: { entityId }, index, injected }) => {
    if (injected) return { rule: 'fault', path: `/events/${index}`, nearest: null };
    const path = `/events/${index}/entityId`;
    if (entityId !== undefined) return { rule: 'entity', path, nearest: nearestEntity(entityId, shortIds) };
    const [only = null, ...others] = shortIds;
    return { rule: 'entity-scope', path, nearest: others.length === 0 ? only : null };
  });
}
