import type { RequestHandler, Router } from 'express';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { sendJson } from '../http/send-json.ts';
import { controlScope } from './control-scope.ts';
import { describeRequest } from './describe-request.ts';
import type { Journal } from './journal.ts';
import { parseJournalQuery } from './journal-filter.ts';
import { waitForRequests } from './wait-for-requests.ts';

export interface JournalDeps {
  journal: Journal;
  guard: readonly RequestHandler[];
  /** Aborted when the server stops. */
  stopping: AbortSignal;
}

/** /_control/requests: what the service was asked, and what it answered. */
export function journalRoutes({ journal, guard, stopping }: JournalDeps): Router {
  const router = createRouter();

  const list: RequestHandler = async (req, res) => {
    const { matches, wait } = parseJournalQuery(req);
    const filter = { scope: controlScope(res), matches };
    await journal.settled();
    if (wait) await waitForRequests(journal, filter, wait, { res, stopping });
    if (res.destroyed) return;
    sendJson(res, 200, { items: journal.list(filter).map(describeRequest) });
  };

  const clear: RequestHandler = (_req, res) => {
    journal.clear(controlScope(res));
    res.status(204).end();
  };

  defineRoute(router, '/_control/requests', { get: [...guard, list], delete: [...guard, clear] });
  return router;
}
