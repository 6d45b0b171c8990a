import { createProblems, formatTimestamp, isUuid, parseTimestamp, quote } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { makeApiKey } from '../auth/api-key.ts';
import type { ApiKeyUses } from '../auth/api-key-uses.ts';
import { type Identity, identityOf } from '../auth/identity.ts';
import { resolveEntityScope } from '../auth/resolve-entity-scope.ts';
import type { Clocks } from '../clock.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { bodyProblems, fieldError, HttpError } from '../http/http-errors.ts';
import { pageOfAll, pageRequest, pagingParameters } from '../http/paging.ts';
import { parseQuery } from '../http/query.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { entityRefusals } from '../ingest/nearest-entities.ts';
import type { ApiKeyRecord, Store } from '../store/store.ts';
import {
  type ApiKeyBody,
  type CreateApiKeyBody,
  type CreatedApiKeyBody,
  createApiKeyBodySchema,
} from './api-keys.schema.ts';

type KeyStore = Pick<Store, 'listApiKeys' | 'putApiKey' | 'revokeApiKey' | 'findEntities' | 'listEntities'>;

/** What the routes of API keys need. */
const listParameters = pagingParameters('api-keys');

export interface ApiKeysDeps {
  store: KeyStore;
  clocks: Clocks;
  keyUses: ApiKeyUses;
  /** `bearerOnly`, and the rate limit. */
  guard: readonly RequestHandler[];
}

/** /api-keys: the keys of the caller's account. */
export function apiKeysRoutes({ store, clocks, keyUses, guard }: ApiKeysDeps): Router {
  const router = createRouter();
  const check = createBodyCheck<CreateApiKeyBody>(createApiKeyBodySchema);

  const list: RequestHandler = async (req, res) => {
    const page = pageRequest('api-keys', parseQuery(req, listParameters));
    // So that a key used a moment ago does not look unused.
    await keyUses.flush();
    const keys = await store.listApiKeys(identityOf(res).accountId);
    const { items, pageInfo } = pageOfAll(keys, page);
    sendJson(res, 200, { items: items.map(toBody), pageInfo });
  };

  const create: RequestHandler = async (req, res) => {
    const { id: createdBy, accountId } = identityOf(res);
    const createdAt = clocks.of(accountId).now();
    const { name, entityIds: references, ...body } = await check(req);
    const expiresAt = futureInstant(body.expiresAt, createdAt);
    const entityIds = references ? await existingEntities(store, identityOf(res), references) : null;
    const { key, record } = makeApiKey({ accountId, name, createdBy, createdAt, expiresAt, entityIds });
    await store.putApiKey(record);
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, 201, { ...toBody(record), key } satisfies CreatedApiKeyBody);
  };

  const revoke: RequestHandler = async (req, res) => {
    const id = String(req.params['id']).toLowerCase();
    // No store is asked for what cannot be an id: a database with a type for UUIDs would fail.
    const { accountId } = identityOf(res);
    const outcome = isUuid(id) && (await store.revokeApiKey(accountId, id, clocks.of(accountId).now()));
    if (outcome !== 'revoked') throw new HttpError(404, 'There is no API key with this id.');
    res.status(204).end();
  };

  defineRoute(router, '/api-keys', { get: [...guard, list], post: [...guard, readJson, create] });
  defineRoute(router, '/api-keys/:id', { delete: [...guard, revoke] });
  return router;
}

function futureInstant(text: string | undefined, now: number): number | null {
  if (text === undefined) return null;
  const instant = parseTimestamp(text);
  if (instant !== undefined && instant > now) return instant;
  const msg = 'must be in the future; leave it out for a key that never expires';
  throw fieldError('body', 'expiresAt', msg, { rule: 'future' });
}

async function existingEntities(
  store: KeyStore,
  identity: Identity,
  references: readonly string[],
): Promise<string[]> {
  const { ids, missing } = await resolveEntityScope(store, identity.accountId, references);
  if (missing.length === 0) return ids;
  const refusals = await entityRefusals(store, identity, { member: 'entityIds', references, missing });
  const problems = createProblems();
  for (const [at, index] of missing.entries()) {
    const { rule = 'entity', nearest } = refusals[at] ?? {};
    problems.add(`entityIds[${index}]`, `Entity ${quote(references[index] ?? '')} not found`, {
      rule,
      nearest,
    });
  }
  throw bodyProblems(problems);
}

function toBody(key: ApiKeyRecord): ApiKeyBody {
  return {
    id: key.id,
    prefix: key.prefix,
    name: key.name,
    entityIds: key.entityIds && [...key.entityIds],
    createdBy: key.createdBy,
    createdAt: formatTimestamp(key.createdAt),
    expiresAt: formatOptional(key.expiresAt),
    revokedAt: formatOptional(key.revokedAt),
    lastUsedAt: formatOptional(key.lastUsedAt),
    rateLimits: { minute: key.rateLimitMinute, hour: key.rateLimitHour },
  };
}

function formatOptional(at: number | null): string | null {
  return at === null ? null : formatTimestamp(at);
}
