import { formatTimestamp } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { type Identity, identityOf } from '../auth/identity.ts';
import type { Clocks } from '../clock.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { pageInfo, pageOf, pageRequest, pagingParameters } from '../http/paging.ts';
import { oneOf, parseQuery } from '../http/query.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import type { EntityRecord, Store } from '../store/store.ts';
import { entityReference } from '../validation/entity-reference.ts';
import {
  type CreateEntityBody,
  createEntitySchema,
  type EntityBody,
  type UpdateEntityBody,
  updateEntitySchema,
} from './entities.schema.ts';

export interface EntityDeps {
  store: Pick<Store, 'findEntities' | 'listEntities' | 'createEntity' | 'updateEntity' | 'deleteEntity'>;
  clocks: Clocks;
  guard: readonly RequestHandler[];
}

/** /entities: the applications and services of the caller's account. The id of the path may be the shortId. */
export function entityRoutes(deps: EntityDeps): Router {
  const { guard } = deps;
  const router = createRouter();
  defineRoute(router, '/entities', {
    get: [...guard, listEntities(deps)],
    post: [...guard, readJson, createEntity(deps)],
  });
  defineRoute(router, '/entities/:id', {
    get: [...guard, getEntity(deps)],
    patch: [...guard, readJson, updateEntity(deps)],
    delete: [...guard, deleteEntity(deps)],
  });
  return router;
}

const listParameters = {
  ...pagingParameters('entities'),
  type: { read: oneOf('application', 'service', 'component') },
};

function listEntities({ store }: EntityDeps): RequestHandler {
  return async (req, res) => {
    const { accountId, entityIds } = identityOf(res);
    const query = parseQuery(req, listParameters);
    const page = pageRequest('entities', query);
    const [shortId] = page.cursor?.key ?? [];
    const found = await store.listEntities({
      accountId,
      type: query.type?.[0],
      ids: entityIds ?? undefined,
      limit: page.limit + 1,
      offset: page.offset,
      after: shortId === undefined ? undefined : { shortId: String(shortId) },
    });
    const { items, more } = pageOf(found.items, page.limit);
    const last = more ? items.at(-1) : undefined;
    sendJson(res, 200, {
      items: items.map(toBody),
      pageInfo: pageInfo(page, found.itemCount, items.length, last && [last.shortId]),
    });
  };
}

function getEntity({ store }: EntityDeps): RequestHandler {
  return async (req, res) => {
    sendJson(res, 200, toBody(await findEntity(store, identityOf(res), req.params['id'])));
  };
}

function createEntity({ store, clocks }: EntityDeps): RequestHandler {
  const check = createBodyCheck<CreateEntityBody>(createEntitySchema);
  return async (req, res) => {
    const { accountId } = wholeAccount(identityOf(res));
    const body = await check(req);
    const now = clocks.of(accountId).now();
    const entity: EntityRecord = {
      accountId,
      id: uuidv7(),
      shortId: body.shortId,
      name: body.name ?? body.shortId,
      type: body.type ?? 'application',
      description: body.description ?? null,
      attributes: JSON.stringify(body.attributes ?? {}),
      createdAt: now,
      updatedAt: now,
    };
    if ((await store.createEntity(entity)) === 'short-id-taken') throw shortIdTaken(entity.shortId);
    sendJson(res, 201, toBody(entity));
  };
}

function updateEntity({ store, clocks }: EntityDeps): RequestHandler {
  const check = createBodyCheck<UpdateEntityBody>(updateEntitySchema);
  return async (req, res) => {
    const identity = wholeAccount(identityOf(res));
    const { attributes, ...changes } = await check(req);
    const { accountId, id } = await findEntity(store, identity, req.params['id']);
    const outcome = await store.updateEntity({
      accountId,
      id,
      ...changes,
      ...(attributes !== undefined && { attributes: JSON.stringify(attributes ?? {}) }),
      updatedAt: clocks.of(accountId).now(),
    });
    if (outcome === 'short-id-taken') throw shortIdTaken(String(changes.shortId));
    if (outcome === 'not-found') throw entityNotFound(id);
    const changed = await findEntity(store, identity, id);
    sendJson(res, 200, toBody(changed));
  };
}

function deleteEntity({ store }: EntityDeps): RequestHandler {
  return async (req, res) => {
    const identity = wholeAccount(identityOf(res));
    const entity = await findEntity(store, identity, req.params['id']);
    const outcome = await store.deleteEntity(identity.accountId, entity.id);
    if (outcome === 'not-found') throw entityNotFound(entity.id);
    if (outcome === 'has-events') {
      throw new HttpError(409, `Entity '${entity.shortId}' has events and cannot be deleted.`, {
        rule: 'has-events',
      });
    }
    res.status(204).end();
  };
}

async function findEntity(
  store: Pick<Store, 'findEntities'>,
  { accountId, entityIds }: Identity,
  name: unknown,
): Promise<EntityRecord> {
  const reference = entityReference(String(name));
  const [entity] = reference ? await store.findEntities(accountId, [reference]) : [];
  if (!entity || (entityIds !== null && !entityIds.includes(entity.id))) throw entityNotFound(String(name));
  return entity;
}

/** A key that is limited to some entities sends their events; it does not change what there is. */
function wholeAccount(identity: Identity): Identity {
  if (identity.entityIds === null) return identity;
  throw new HttpError(403, 'This API key is limited to certain entities and cannot change entities.', {
    rule: 'entity-scope',
  });
}

function entityNotFound(name: string): HttpError {
  return new HttpError(404, `Entity '${name}' not found`);
}

function shortIdTaken(shortId: string): HttpError {
  return new HttpError(409, `An entity with the shortId '${shortId}' exists already; choose another.`, {
    refusals: [{ rule: 'short-id-taken', path: '/shortId', nearest: null }],
  });
}

function toBody(entity: EntityRecord): EntityBody {
  return {
    id: entity.id,
    shortId: entity.shortId,
    name: entity.name,
    type: entity.type,
    description: entity.description,
    attributes: JSON.parse(entity.attributes),
    accountId: entity.accountId,
    createdAt: formatTimestamp(entity.createdAt),
    updatedAt: formatTimestamp(entity.updatedAt),
  };
}
