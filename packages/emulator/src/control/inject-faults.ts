import { clearTimeout, setTimeout } from 'node:timers';
import type { Request, RequestHandler, Response } from 'express';
import type { InjectedFault } from '../http/injected-fault.ts';
import { readTokenBody } from '../http/read-token-body.ts';
import type { FindClaimedSender } from './claimed-sender.ts';
import type { FaultAction } from './fault-action.schema.ts';
import { senderDigest } from './fault-credential.ts';
import type { Faults } from './faults.ts';
import { holdAnswer } from './hold-answer.ts';

/**
 * Does to requests what the faults say; belongs before authentication. Requests to /_control are left alone,
 * so that a fault can always be removed.
 *
 * @param senderOf tells whose a request claims to be.
 * @param stopping aborted when the server stops: requests that wait are then handled at once.
 */
export function injectFaults(
  faults: Faults,
  senderOf: FindClaimedSender,
  stopping: AbortSignal,
): RequestHandler {
  return (req, res, next) => {
    if (faults.isEmpty() || /^\/_control(\/|$)/.test(req.path)) {
      next();
      return;
    }
    return inject(faults, senderOf, stopping, req, res, next);
  };
}

async function inject(
  faults: Faults,
  senderOf: FindClaimedSender,
  stopping: AbortSignal,
  req: Request,
  res: Response,
  next: () => void,
): Promise<void> {
  if (faults.areScoped() && req.path === '/oauth/token') await readUsername(req, res);
  const sent = faults.areScoped() ? await senderOf(req) : undefined;
  const { method, path } = req;
  const fired = faults.fire({ method, path, accountId: sent?.accountId, sender: () => senderDigest(req) });
  if (fired.length === 0) {
    next();
    return;
  }
  const fault: InjectedFault = { ids: fired.map(({ id }) => id) };
  res.locals.fault = fault;

  const latency = fired.reduce((sum, { action }) => sum + (action.latencyMs ?? 0), 0);
  if (latency > 0) await pause(latency, res, stopping);
  // The caller has left meanwhile.
  if (res.destroyed) return;

  const action = fired.find(({ action }) => action.latencyMs === undefined)?.action ?? {};
  if (action.status !== undefined) {
    answerInstead(res, action.status, action);
    return;
  }
  if (action.reset === 'before') {
    resetConnection(req, fault);
    return;
  }
  if (action.reset === 'after-commit') holdAnswer(res, () => resetConnection(req, fault));
  if (action.truncate !== undefined) truncateAnswer(req, res, fault, action.truncate);
  if (action.partial) fault.failIndexes = action.partial;
  next();
}

/** Such a request tells whose it is in its body. What cannot be read is refused by its route. */
function readUsername(req: Request, res: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    readTokenBody(req, res, (error?: unknown) => (error === undefined ? resolve() : reject(error)));
  });
}

/** Ends early when the caller leaves or the server stops. */
function pause(ms: number, res: Response, stopping: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    function end(): void {
      clearTimeout(timer);
      res.off('close', end);
      stopping.removeEventListener('abort', end);
      resolve();
    }
    const timer = setTimeout(end, ms);
    res.once('close', end);
    stopping.addEventListener('abort', end);
    if (stopping.aborted) end();
  });
}

function answerInstead(res: Response, status: number, { body, headers = {} }: FaultAction): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  res.statusCode = status;
  if (status >= 400) res.locals.refused = [{ rule: 'fault', path: null, nearest: null }];
  if (text !== undefined) {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json';
    res.setHeader('Content-Type', `${type}; charset=utf-8`);
  }
  for (const [name, value] of Object.entries(headers)) {
    if (!NOT_TAKEN.test(name)) res.setHeader(name, value);
  }
  if (text !== undefined) res.locals.answered = text;
  res.end(text);
}

/**
 * Node knows best where the answer ends: a wrong word of it would spoil the next one, and a Trailer makes Node
 * throw. By its id the log knows the request.
 */
const NOT_TAKEN = /^(content-length|transfer-encoding|trailer|x-request-id)$/i;

function resetConnection(req: Request, fault: InjectedFault): void {
  fault.cut = true;
  req.socket.resetAndDestroy();
}

function truncateAnswer(req: Request, res: Response, fault: InjectedFault, bytes: number): void {
  holdAnswer(res, (body, send) => {
    if (!res.headersSent && body.length > 0) res.setHeader('Content-Length', body.length);
    // By themselves, since an answer without a body has nothing that takes them along.
    res.flushHeaders();
    send(body.subarray(0, bytes));
    fault.cut = true;
    req.socket.destroySoon();
  });
}
