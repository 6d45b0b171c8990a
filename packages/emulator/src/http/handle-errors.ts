import type { ErrorRequestHandler, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { AccountGoneError, StoreUnavailableError } from '../store/store.ts';
import { bodyTooLarge, HttpError, unknownEncoding } from './http-errors.ts';
import { nearestRoute } from './nearest-route.ts';
import { requestIdOf } from './request-id.ts';
import { sendJson } from './send-json.ts';

/** Seconds after which a caller may try a store again that could not take its write. */
const STORE_RETRY_AFTER = '5';
const NOTHING_STORED = 'The store cannot take writes now; nothing of this request was stored. Try again.';
const ACCOUNT_GONE = 'The account of this credential has been removed; nothing of this request was stored.';
const MAYBE_STORED =
  'The store went away, and it is not known whether this request was stored. Try again, with the same Idempotency-Key.';

export function notFound(basePath: string): RequestHandler {
  return (req) => {
    throw new HttpError(404, `There is no ${req.path} here; ${basePath}/openapi.json lists what there is.`, {
      refusals: [{ rule: 'unknown-route', path: null, nearest: nearestRoute(basePath, req.path) }],
    });
  };
}

/** The one place where errors become answers. */
export function handleErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, _next) => {
    const requestId = requestIdOf(res);
    if (res.headersSent || res.destroyed) {
      log.error({ requestId, err: error }, 'an answer broke off');
      res.destroy();
      return;
    }
    const answer = toHttpError(error, requestId);
    if (answer.status >= 500) log.error({ requestId, err: error }, 'request failed');
    res.locals.refused = answer.refusals;
    for (const [name, value] of Object.entries(answer.headers)) res.setHeader(name, value);
    sendJson(res, answer.status, answer.body);
  };
}

function toHttpError(error: unknown, requestId: string): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof StoreUnavailableError) {
    const message = error.maybeStored ? MAYBE_STORED : NOTHING_STORED;
    return new HttpError(503, message, { headers: { 'Retry-After': STORE_RETRY_AFTER }, cause: error });
  }
  // It was there when the credential was looked at.
  if (error instanceof AccountGoneError) {
    const headers = { 'WWW-Authenticate': 'Bearer' };
    return new HttpError(401, ACCOUNT_GONE, { headers, rule: 'account-gone', cause: error });
  }
  return bodyError(error) ?? new HttpError(500, `Internal error. Tell us the request id: ${requestId}.`);
}

/** Errors of body-parser and of Express itself, known by `type` and `status`. */
function bodyError(error: unknown): HttpError | undefined {
  if (!(error instanceof Error)) return undefined;
  const type = 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return bodyTooLarge();
    case 'encoding.unsupported':
      return unknownEncoding();
  }
  if ('status' in error && typeof error.status === 'number' && error.status >= 400 && error.status < 500) {
    return new HttpError(
      400,
      'The request could not be read: check its path, Content-Length and Content-Encoding.',
      { rule: 'unreadable' },
    );
  }
  return undefined;
}
