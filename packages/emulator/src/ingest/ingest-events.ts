import type { ValidationError } from '@milepost/shared';
import { millisecondsInHour } from 'date-fns/constants';
import type { Identity } from '../auth/identity.ts';
import type { Refusal } from '../http/refusal.ts';
import type { Idempotency, NewEvent, Store } from '../store/store.ts';
import type { ValidEvent } from '../validation/validate-events.ts';
import { createEventWriter } from './event-json.ts';
import { entityError, type FailedEvent, failureOf, refusalsOf } from './failed-event.ts';
import { type ResolveEntity, resolveEntities } from './resolve-entities.ts';

export interface IngestOptions {
  /** `reject` refuses the whole request when an entity does not exist. */
  entityErrors: 'report' | 'reject';
  /** Create an unknown entity when an event first names it. */
  autoEntities: boolean;
  now: number;
  /** Of the request: its Idempotency-Key and a digest of its body. */
  idempotency: { key: string; digest: string } | undefined;
  /** Events that are to fail, however valid: a fault that somebody asked for. */
  failIndexes?: readonly number[] | undefined;
  /** Asked which entities were meant by those that do not exist, for the refusals. */
  known?: Pick<Store, 'listEntities'> | undefined;
  /** Gives the nth event its id. */
  newId(index: number): string;
}

export type IngestOutcome =
  | { state: 'stored'; response: string; stored: string[]; failed: string[]; refusals: Refusal[] }
  | { state: 'replayed'; response: string }
  | { state: 'key-reused' }
  | { state: 'rejected'; errors: ValidationError[]; refusals: Refusal[] };

/** How long an Idempotency-Key is remembered, in milliseconds. */
export const IDEMPOTENCY_LIFETIME = 24 * millisecondsInHour;

const INJECTED = 'Fault injected by /_control/faults';

/**
 * Stores the valid events of one request, in one transaction, and words the answer: the body of the 201 is
 * made here because it is remembered with the Idempotency-Key in the same transaction.
 */
export async function ingestEvents(
  store: Pick<Store, 'appendEvents' | 'findIdempotencyKey' | 'findEntities' | 'createEntity'>,
  identity: Identity,
  events: readonly ValidEvent[],
  options: IngestOptions,
): Promise<IngestOutcome> {
  // Before anything is made or refused on its behalf; a twin that comes meanwhile is found at the commit.
  const known = await answerOfKey(store, identity.accountId, options);
  if (known) return known;

  // Again when an entity was deleted between the look-up and the commit; rarely, and never for ever.
  for (let tries = 0; tries < 5; tries++) {
    const impossible = events.some(({ entityId, entity }) => entityId !== undefined && !entity);
    const references = events.flatMap(({ entity }) => (entity ? [entity] : []));
    const resolve = await resolveEntities(store, identity, references, {
      create: options.autoEntities && !(impossible && options.entityErrors === 'reject'),
      allOrNothing: options.entityErrors === 'reject',
      now: options.now,
    });
    const sorted = sortOut(events, identity, resolve, options);
    const refused = sorted.failed.filter(({ injected }) => !injected);
    if (options.entityErrors === 'reject' && refused.length > 0) {
      const refusals = await refusalsOf(refused, identity, options.known);
      return { state: 'rejected', errors: refused.map(entityError), refusals };
    }
    const response = responseJson(sorted, identity.accountId);
    const outcome = await store.appendEvents({
      accountId: identity.accountId,
      events: sorted.stored,
      idempotency: options.idempotency && remembered(options.idempotency, response, options.now),
    });
    if (outcome.state === 'stored') {
      return {
        state: 'stored',
        response,
        stored: sorted.stored.map(({ type }) => type),
        failed: sorted.failed.map(({ event }) => event.type),
        refusals: await refusalsOf(sorted.failed, identity, options.known),
      };
    }
    if (outcome.state !== 'entities-gone') return outcome;
  }
  throw new Error('entities of the batch kept being deleted');
}

async function answerOfKey(
  store: Pick<Store, 'findIdempotencyKey'>,
  accountId: string,
  { idempotency, now }: Pick<IngestOptions, 'idempotency' | 'now'>,
): Promise<IngestOutcome | undefined> {
  if (!idempotency) return undefined;
  const { key, digest } = idempotency;
  const known = await store.findIdempotencyKey(accountId, key, now - IDEMPOTENCY_LIFETIME);
  if (!known) return undefined;
  return known.digest === digest ? { state: 'replayed', response: known.response } : { state: 'key-reused' };
}

interface SortedEvents {
  stored: NewEvent[];
  failed: FailedEvent[];
}

function sortOut(
  events: readonly ValidEvent[],
  identity: Identity,
  resolve: ResolveEntity,
  { now, newId, failIndexes }: Pick<IngestOptions, 'now' | 'newId' | 'failIndexes'>,
): SortedEvents {
  const stored: NewEvent[] = [];
  const failed: FailedEvent[] = [];
  for (const [index, event] of events.entries()) {
    const entityId = event.entity && resolve(event.entity);
    const refused = failureOf(event, entityId, identity);
    const injected = refused === undefined && (failIndexes?.includes(index) ?? false);
    const reason = injected ? INJECTED : refused;
    if (reason !== undefined) {
      failed.push({ event, index, reason, injected });
      continue;
    }
    stored.push({
      id: newId(index),
      type: event.type,
      blueprintId: event.blueprintId,
      entityId: entityId ?? null,
      timestamp: event.timestamp ?? now,
      createdAt: now,
      env: event.env,
      status: event.status,
      attributes: event.attributes,
      sender: identity.sender,
    });
  }
  return { stored, failed };
}

function responseJson({ stored, failed }: SortedEvents, accountId: string): string {
  const success = stored.map(createEventWriter(accountId)).join(',');
  const failures = failed
    .map(({ event, reason }) => `{"event":${event.submittedText},"reason":${JSON.stringify(reason)}}`)
    .join(',');
  return `{"success":[${success}],"failures":[${failures}]}`;
}

function remembered(request: { key: string; digest: string }, response: string, now: number): Idempotency {
  return { ...request, response, createdAt: now, expiredBefore: now - IDEMPOTENCY_LIFETIME };
}
