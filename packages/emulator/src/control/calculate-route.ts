import type { RequestHandler, Router } from 'express';
import { identityOf } from '../auth/identity.ts';
import { runBody } from '../calculation/run-body.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { sendJson } from '../http/send-json.ts';
import type { RunRecord } from '../store/metric-port.ts';

export interface CalculateDeps {
  /** Calculates all finished days of the account, and answers the run when it has finished or failed. */
  calculate(accountId: string): Promise<RunRecord>;
  guard: readonly RequestHandler[];
}

/** POST /_control/calculate: the metric calculation, now and not at midnight. It takes no body. */
export function calculateRoute({ calculate, guard }: CalculateDeps): Router {
  const router = createRouter();
  const run: RequestHandler = async (_req, res) => {
    sendJson(res, 200, runBody(await calculate(identityOf(res).accountId)));
  };
  defineRoute(router, '/_control/calculate', { post: [...guard, run] });
  return router;
}
