import { performance } from 'node:perf_hooks';
import type { RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ServiceMetrics } from '../metrics.ts';
import { createTextRedaction, redactPath } from './redact-text.ts';
import { requestIdOf } from './request-id.ts';

/** In nginx's words, for requests that got no whole answer: we cut the connection, or the caller did. */
export const CUT_OFF = 444;
export const CALLER_GONE = 499;
/** Asked every second in a container. */
const PROBES = ['/livez', '/readyz'];

/** Without one of these there is no API key in a path, and no JWT: nearly all paths need not be looked at closer. */
const MAY_HOLD_SECRET = /[.%]|mp_/i;

/**
 * One line and one measurement a request, when its answer is out (or its caller gone). The path goes without its
 * query and what looks like a credential in it, and no header is logged: no secret can reach the log. Probes that
 * found all well are of no interest.
 */
export function logRequests(log: Logger, metrics: ServiceMetrics): RequestHandler {
  const redact = createTextRedaction();
  return (req, res, next) => {
    const start = performance.now();
    const path = req.path;
    res.once('close', () => {
      const seconds = (performance.now() - start) / 1000;
      const { identity, fault } = res.locals;
      const status = outcomeOf(res);
      const route = routeOf(req.route);
      metrics.observeRequest(req.method, route, status, seconds);
      const level = PROBES.includes(route) && status < 400 ? 'debug' : 'info';
      log[level](
        {
          requestId: requestIdOf(res),
          method: req.method,
          path: MAY_HOLD_SECRET.test(path) ? redactPath(path, redact) : path,
          status,
          ms: Math.round(seconds * 1e5) / 100,
          ...(identity && { account: identity.accountId, credential: identity.id }),
          ...(fault && { faults: fault.ids }),
        },
        'request',
      );
    });
    next();
  };
}

/** The status of an answer that is out; 444 when a fault cut the connection before, 499 when the caller left. */
export function outcomeOf(res: Response): number {
  if (res.writableFinished) return res.statusCode;
  return res.locals.fault?.cut ? CUT_OFF : CALLER_GONE;
}

/** The route's pattern, not the path: a label of few values. */
function routeOf(route: unknown): string {
  return typeof route === 'object' && route !== null && 'path' in route && typeof route.path === 'string'
    ? route.path
    : 'unmatched';
}
