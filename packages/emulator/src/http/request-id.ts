import { randomUUID } from 'node:crypto';
import type { RequestHandler, Response } from 'express';

const HEADER = 'x-request-id';
const SANE = /^[\w.:@/+=-]{1,128}$/;

/** Gives every answer an `x-request-id`: the caller's, when it sent a sane one. */
export const assignRequestId: RequestHandler = (req, res, next) => {
  const sent = req.headers[HEADER];
  res.setHeader(HEADER, typeof sent === 'string' && SANE.test(sent) ? sent : randomUUID());
  next();
};

export function requestIdOf(res: Response): string {
  return String(res.getHeader(HEADER) ?? '');
}
