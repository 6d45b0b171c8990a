import type { RequestHandler, Router } from 'express';
import { createBodyCheck } from '../http/check-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { HttpError } from '../http/http-errors.ts';
import { readJson } from '../http/read-json.ts';
import { sendJson } from '../http/send-json.ts';
import { controlScope } from './control-scope.ts';
import { type CreateFaultBody, createFaultSchema } from './fault.schema.ts';
import { type FaultStore, resolveFaultCredential } from './fault-credential.ts';
import { type Faults, MAX_FAULTS } from './faults.ts';

export interface FaultDeps {
  faults: Faults;
  store: FaultStore;
  guard: readonly RequestHandler[];
}

/** /_control/faults: what is to go wrong, and for whom. */
export function faultRoutes({ faults, store, guard }: FaultDeps): Router {
  const router = createRouter();
  const check = createBodyCheck<CreateFaultBody>(createFaultSchema);

  const create: RequestHandler = async (req, res) => {
    const { match: { credential: text, ...match } = {}, ...wish } = await check(req);
    const scope = controlScope(res);
    const credential = text === undefined ? undefined : await resolveFaultCredential(store, scope, text);
    const id = faults.add({ ...wish, scope, match, credential });
    if (id === undefined) {
      throw new HttpError(
        409,
        `There are ${MAX_FAULTS} faults already; remove some with DELETE /_control/faults/{id}, or all with DELETE /_control/faults.`,
      );
    }
    sendJson(res, 201, { id });
  };

  const list: RequestHandler = (_req, res) => sendJson(res, 200, { items: faults.list(controlScope(res)) });

  const clear: RequestHandler = (_req, res) => {
    faults.clear(controlScope(res));
    res.status(204).end();
  };

  const remove: RequestHandler = (req, res) => {
    if (!faults.remove(String(req.params['id']), controlScope(res))) {
      throw new HttpError(404, 'There is no fault with this id; it may have expired.');
    }
    res.status(204).end();
  };

  defineRoute(router, '/_control/faults', {
    get: [...guard, list],
    post: [...guard, readJson, create],
    delete: [...guard, clear],
  });
  defineRoute(router, '/_control/faults/:id', { delete: [...guard, remove] });
  return router;
}
