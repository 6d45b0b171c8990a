import { blueprints } from '@milepost/shared';
import { createProblems, formatTimestamp } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { identityOf } from '../auth/identity.ts';
import type { Clocks } from '../clock.ts';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { bodyProblems, HttpError } from '../http/http-errors.ts';
import { pageOfAll, pageRequest, pagingParameters } from '../http/paging.ts';
import { parseQuery } from '../http/query.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import type { BlueprintRecord, Store } from '../store/store.ts';
import { checkCustomBlueprint, MAX_SCHEMA_DEPTH } from '../validation/custom-blueprint.ts';
import { type CreateBlueprintBody, createBlueprintSchema } from './blueprints.schema.ts';

const listParameters = pagingParameters('blueprints');

export interface BlueprintDeps {
  store: Pick<Store, 'listBlueprints' | 'createBlueprint'>;
  clocks: Clocks;
  guard: readonly RequestHandler[];
}

/** /blueprints: the event types there are, built in first, and an account's own. */
export function blueprintRoutes({ store, clocks, guard }: BlueprintDeps): Router {
  const router = createRouter();
  const check = createBodyCheck<CreateBlueprintBody>(createBlueprintSchema, MAX_SCHEMA_DEPTH + 1);

  const list: RequestHandler = async (req, res) => {
    const page = pageRequest('blueprints', parseQuery(req, listParameters));
    const own = await store.listBlueprints(identityOf(res).accountId);
    sendJson(res, 200, pageOfAll([...blueprints, ...own.map(toBody)], page));
  };

  const create: RequestHandler = async (req, res) => {
    const { accountId, entityIds } = identityOf(res);
    if (entityIds !== null) {
      throw new HttpError(403, 'This API key is limited to certain entities and cannot add blueprints.', {
        rule: 'entity-scope',
      });
    }
    const { shortId, name, schema } = await check(req);
    const problems = createProblems();
    await checkCustomBlueprint({ shortId, schema }, problems);
    if (problems.list.length > 0) throw bodyProblems(problems);
    const record: BlueprintRecord = {
      accountId,
      id: uuidv7(),
      shortId,
      name,
      schema: JSON.stringify(schema),
      createdAt: clocks.of(accountId).now(),
    };
    const builtIn = blueprints.some((blueprint) => blueprint.shortId === shortId);
    if (builtIn || (await store.createBlueprint(record)) === 'short-id-taken') {
      throw new HttpError(409, `A blueprint with the shortId '${shortId}' exists already; choose another.`, {
        refusals: [{ rule: 'short-id-taken', path: '/shortId', nearest: null }],
      });
    }
    sendJson(res, 201, toBody(record));
  };

  defineRoute(router, '/blueprints', { get: [...guard, list], post: [...guard, readJson, create] });
  return router;
}

function toBody({ id, shortId, name, schema, accountId, createdAt }: BlueprintRecord) {
  return { id, shortId, name, schema: JSON.parse(schema), accountId, createdAt: formatTimestamp(createdAt) };
}
