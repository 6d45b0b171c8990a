import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response } from 'express';

const HEADER = 'x-request-id';
const SANE = /^[\w.:@/+=-]{1,128}$/;

/** The id of a request: the caller's, when it sent a sane one, or else a new one. */
export function requestIdFor({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const sent = headers[HEADER];
  return typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID();
}

/** Gives every answer an `x-request-id`. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  res.setHeader(HEADER, requestIdFor(req));
  next();
};

export function requestIdOf(res: Response): string {
  return String(res.getHeader(HEADER) ?? '');
}
