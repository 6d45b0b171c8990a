import { MAX_EVENTS_PER_REQUEST } from '@milepost/shared';
import { isUuid } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import { identityOf } from '../auth/identity.ts';
import { visibleEntities } from '../auth/visible-entities.ts';
import type { Clocks } from '../clock.ts';
import type { Config } from '../config.ts';
import { environmentSpellings } from '../environment.ts';
import { NO_OBJECT } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { bodyProblems, fieldError, HttpError } from '../http/http-errors.ts';
import { idempotencyOf } from '../http/idempotency-key.ts';
import { pageInfo, pageOf, pageRequest, pagingParameters } from '../http/paging.ts';
import { preferredHandling } from '../http/prefer.ts';
import { anyText, oneOf, parseQuery, utcInstant } from '../http/query.ts';
import { jsonBodyOf, readJson } from '../http/read-json.ts';
import { requestIdOf } from '../http/request-id.ts';
import { sendJsonText } from '../http/send-json.ts';
import { createEventIds } from '../ingest/event-id.ts';
import { createEventWriter } from '../ingest/event-json.ts';
import { ingestEvents } from '../ingest/ingest-events.ts';
import type { ServiceMetrics } from '../metrics.ts';
import type { EventQuery, Store } from '../store/store.ts';
import { createEventValidator } from '../validation/validate-events.ts';

export interface EventDeps {
  config: Pick<Config, 'entityErrors' | 'autoEntities' | 'loose' | 'calculation' | 'controlFrom'>;
  store: Store;
  clocks: Clocks;
  log: Logger;
  metrics: ServiceMetrics;
  /** Authentication and rate limit. */
  guard: readonly RequestHandler[];
}

/** POST /events, and the events that are stored. */
export function eventRoutes(deps: EventDeps): Router {
  const router = createRouter();
  defineRoute(router, '/events', {
    get: [...deps.guard, listEvents(deps)],
    post: [...deps.guard, readJson, sendEvents(deps)],
  });
  defineRoute(router, '/events/:id', { get: [...deps.guard, getEvent(deps)] });
  return router;
}

function sendEvents({ config, store, clocks, log, metrics }: EventDeps): RequestHandler {
  const validate = createEventValidator({ loose: config.loose });
  const newEventId = createEventIds();

  return async (req, res) => {
    const identity = identityOf(res);
    const { text, value } = jsonBodyOf(req);
    refuseTooMany(value);
    const find = (shortId: string) => store.findBlueprint(identity.accountId, shortId);
    const { events, errors, causes, loosened, loosenedCauses } = await validate(value, text, find);
    if (errors.length > 0) throw bodyProblems({ list: errors, causes });
    if (loosened.length > 0) {
      log.warn({ requestId: requestIdOf(res), loosened }, 'strict would have refused this');
      res.locals.loosened = loosenedCauses;
    }

    const handling = preferredHandling(req);
    if (handling) res.setHeader('Preference-Applied', `handling=${handling}`);
    const now = clocks.of(identity.accountId).now();
    const outcome = await ingestEvents(store, identity, events, {
      entityErrors: handling ? ENTITY_ERRORS[handling] : config.entityErrors,
      autoEntities: config.autoEntities,
      now,
      newId: () => newEventId(now),
      idempotency: idempotencyOf(req, value),
      failIndexes: res.locals.fault?.failIndexes,
      // Nobody reads it where there is no journal.
      known: config.controlFrom === null ? undefined : store,
    });
    switch (outcome.state) {
      case 'rejected':
        throw new HttpError(400, outcome.errors, { refusals: outcome.refusals });
      case 'key-reused':
        throw new HttpError(422, 'This Idempotency-Key came before with another body; take a new key.');
      case 'replayed':
        res.setHeader('Idempotency-Replayed', 'true');
        break;
      case 'stored':
        for (const type of outcome.stored) metrics.countStored(type);
        for (const type of outcome.failed) metrics.countFailed(type);
        if (outcome.refusals.length > 0) res.locals.refused = outcome.refusals;
    }
    sendJsonText(res, 201, outcome.response);
  };
}

const ENTITY_ERRORS = { strict: 'reject', lenient: 'report' } as const;

/** Checks what is decided before the members are looked at: an object, and not too many events. */
function refuseTooMany(body: unknown): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new HttpError(400, 'The body must be a JSON object: {"events": [...]}.', { refusals: [NO_OBJECT] });
  }
  const count = 'events' in body && Array.isArray(body.events) ? body.events.length : 0;
  if (count > MAX_EVENTS_PER_REQUEST) {
    throw new HttpError(
      413,
      `A request takes at most ${MAX_EVENTS_PER_REQUEST} events, this one has ${count}; send them in batches.`,
      { refusals: [{ rule: 'max-events', path: '/events', nearest: MAX_EVENTS_PER_REQUEST }] },
    );
  }
}

const listParameters = {
  ...pagingParameters('events'),
  type: { read: anyText },
  entityId: { read: anyText, repeatable: true },
  env: { read: anyText },
  status: { read: oneOf('success', 'failed') },
  from: { read: utcInstant },
  to: { read: utcInstant },
};

function listEvents({ config, store }: EventDeps): RequestHandler {
  return async (req, res) => {
    const identity = identityOf(res);
    const query = parseQuery(req, listParameters);
    const page = pageRequest('events', query);
    const env = query.env?.[0];
    const found = await store.listEvents({
      accountId: identity.accountId,
      type: query.type?.[0],
      entityIds: await visibleEntities(store, identity, query.entityId),
      envs: env === undefined ? undefined : environmentSpellings(env, config.calculation.environmentAliases),
      status: query.status?.[0],
      from: query.from?.[0],
      to: query.to?.[0],
      limit: page.limit + 1,
      offset: page.offset,
      after: page.cursor && afterOf(page.cursor.key),
    });
    const { items, more } = pageOf(found.items, page.limit);
    const last = more ? items.at(-1) : undefined;
    const info = pageInfo(page, found.itemCount, items.length, last && [last.timestamp, last.seq]);
    const texts = items.map(createEventWriter(identity.accountId));
    sendJsonText(res, 200, `{"items":[${texts.join(',')}],"pageInfo":${JSON.stringify(info)}}`);
  };
}

function afterOf([timestamp, seq]: (string | number)[]): EventQuery['after'] {
  if (typeof timestamp === 'number' && typeof seq === 'number') return { timestamp, seq };
  const msg = 'is the cursor of another list';
  throw fieldError('query', 'cursor', msg, { rule: 'cursor' });
}

function getEvent({ store }: EventDeps): RequestHandler {
  return async (req, res) => {
    const { accountId, entityIds } = identityOf(res);
    const id = String(req.params['id']).toLowerCase();
    const event = isUuid(id) ? await store.getEvent(accountId, id) : undefined;
    const visible = event && (entityIds === null || (event.entityId && entityIds.includes(event.entityId)));
    if (!visible) throw new HttpError(404, `Event '${id}' not found`);
    sendJsonText(res, 200, createEventWriter(accountId)(event));
  };
}
