import { isUuid, quote } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { type Identity, identityOf } from '../auth/identity.ts';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import type { Clocks } from '../clock.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { changeIncident, changesOf, newIncident } from '../incidents/change-incident.ts';
import {
  type CreateIncidentBody,
  createIncidentSchema,
  type UpdateIncidentBody,
  updateIncidentSchema,
} from '../incidents/incident.schema.ts';
import { incidentBody } from '../incidents/incident-body.ts';
import { entityRefusals } from '../ingest/nearest-entities.ts';
import type { IncidentRecord, IncidentStore } from '../store/incident-port.ts';
import type { Store } from '../store/store.ts';
import { listIncidents } from './list-incidents.ts';

export interface IncidentDeps {
  store: Pick<Store, 'findEntities' | 'listEntities'> & Omit<IncidentStore, 'findExternalIncident'>;
  clocks: Clocks;
  guard: readonly RequestHandler[];
}

/** /incidents: what went wrong in the caller's account, and which change caused it. */
export function incidentRoutes(deps: IncidentDeps): Router {
  const { guard } = deps;
  const router = createRouter();
  defineRoute(router, '/incidents', {
    get: [...guard, listIncidents(deps.store)],
    post: [...guard, readJson, createIncident(deps)],
  });
  defineRoute(router, '/incidents/:id', {
    get: [...guard, getIncident(deps)],
    patch: [...guard, readJson, updateIncident(deps)],
    delete: [...guard, deleteIncident(deps)],
  });
  return router;
}

function getIncident({ store }: IncidentDeps): RequestHandler {
  return async (req, res) => {
    sendJson(res, 200, incidentBody(await findIncident(store, identityOf(res), req.params['id'])));
  };
}

function createIncident({ store, clocks }: IncidentDeps): RequestHandler {
  const check = createBodyCheck<CreateIncidentBody>(createIncidentSchema);
  return async (req, res) => {
    const identity = wholeAccount(identityOf(res));
    const { accountId } = identity;
    const body = await check(req);
    const now = clocks.of(accountId).now();
    const changes = changesOf(body, await entitiesOf(store, identity, body));
    const incident = changeIncident(newIncident(accountId, now), changes, now);
    if ((await store.createIncident(incident)) === 'external-taken') throw externalTaken(incident);
    sendJson(res, 201, incidentBody(incident));
  };
}

function updateIncident({ store, clocks }: IncidentDeps): RequestHandler {
  const check = createBodyCheck<UpdateIncidentBody>(updateIncidentSchema);
  return async (req, res) => {
    const identity = wholeAccount(identityOf(res));
    const body = await check(req);
    const before = await findIncident(store, identity, req.params['id']);
    const changes = changesOf(body, await entitiesOf(store, identity, body));
    const incident = changeIncident(before, changes, clocks.of(before.accountId).now());
    const outcome = await store.updateIncident(incident);
    if (outcome === 'external-taken') throw externalTaken(incident);
    if (outcome === 'not-found') throw incidentNotFound(incident.id);
    sendJson(res, 200, incidentBody(incident));
  };
}

function deleteIncident({ store }: IncidentDeps): RequestHandler {
  return async (req, res) => {
    const { accountId } = wholeAccount(identityOf(res));
    const id = String(req.params['id']).toLowerCase();
    const outcome = isUuid(id) ? await store.deleteIncident(accountId, id) : 'not-found';
    if (outcome === 'not-found') throw incidentNotFound(id);
    res.status(204).end();
  };
}

async function findIncident(
  store: Pick<IncidentStore, 'getIncident'>,
  { accountId, entityIds }: Identity,
  name: unknown,
): Promise<IncidentRecord> {
  const id = String(name).toLowerCase();
  const incident = isUuid(id) ? await store.getIncident(accountId, id) : undefined;
  const affected = incident?.affectedEntityIds ?? [];
  const hidden =
    entityIds !== null && affected.length > 0 && !affected.some((one) => entityIds.includes(one));
  if (!incident || hidden) throw incidentNotFound(id);
  return incident;
}

/** The ids of the entities that a body names. */
async function entitiesOf(
  store: Pick<Store, 'findEntities' | 'listEntities'>,
  identity: Identity,
  { affectedEntityIds }: UpdateIncidentBody,
): Promise<string[]> {
  const references = affectedEntityIds ?? [];
  const { ids, missing } = await resolveEntityScope(store, identity.accountId, references);
  if (missing.length === 0) return ids;
  const named = { member: 'affectedEntityIds', references, missing };
  throw new HttpError(
    400,
    missing.map((index) => ({
      type: 'field',
      msg: `Entity ${quote(references[index] ?? '')} not found`,
      path: `affectedEntityIds[${index}]`,
      location: 'body',
    })),
    { refusals: await entityRefusals(store, identity, named) },
  );
}

/** A key that is limited to some entities sends their events; it does not say what went wrong. */
function wholeAccount(identity: Identity): Identity {
  if (identity.entityIds === null) return identity;
  throw new HttpError(403, 'This API key is limited to certain entities and cannot change incidents.', {
    rule: 'entity-scope',
  });
}

function incidentNotFound(id: string): HttpError {
  return new HttpError(404, `Incident '${id}' not found`);
}

function externalTaken({ externalSystem, externalIncidentNumber }: IncidentRecord): HttpError {
  return new HttpError(
    409,
    `There is an incident '${externalIncidentNumber}' of '${externalSystem}' already; change that one.`,
    { refusals: [{ rule: 'external-taken', path: '/externalIncidentNumber', nearest: null }] },
  );
}
