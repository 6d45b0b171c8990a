import { MAX_BODY_BYTES } from '@milepost/shared';
import type { Request, RequestHandler } from 'express';
import { HttpError } from './http-errors.ts';
import { createBodyReader, textOf } from './read-body.ts';

/** A parsed body, with its text: what the parser cannot keep (the order of some keys) can be had from there. */
export interface JsonBody {
  text: string;
  value: unknown;
}

const bodies = new WeakMap<Request, JsonBody>();
/** Those that were read and then refused: no JSON, no UTF-8, or of another type. */
const refused = new WeakMap<Request, Buffer>();

/** Reads a JSON body of at most 1 MiB (inflated), for `jsonBodyOf`. */
export const readJson = createJsonReader(MAX_BODY_BYTES);

/** Makes what reads a JSON body of at most so many bytes, for `jsonBodyOf`. What is refused is drained first. */
export function createJsonReader(limit: number): RequestHandler {
  const readBody = createBodyReader(limit);
  return (req, res, next) => {
    readBody(req, res, (error, bytes) => {
      try {
        if (error) throw error;
        bodies.set(req, parse(req, bytes));
      } catch (problem) {
        if (bytes) refused.set(req, bytes);
        next(problem);
        return;
      }
      next();
    });
  };
}

/** The body that `readJson` read. */
export function jsonBodyOf(req: Request): JsonBody {
  const body = bodies.get(req);
  if (!body) throw new Error(`${req.path} is served without readJson`);
  return body;
}

/** The text of a body that was read, also when it was refused; undefined for none, and for one that is too large. */
export function readTextOf(req: Request): string | undefined {
  const read = refused.get(req) ?? req.body;
  return bodies.get(req)?.text ?? (Buffer.isBuffer(read) ? read.toString('utf8') : undefined);
}

function parse(req: Request, bytes: Buffer | undefined): JsonBody {
  requireJsonType(req.headers['content-type']);
  const text = textOf(bytes, 'JSON');
  try {
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new HttpError(400, 'The body is not valid JSON.', { cause, rule: 'json' });
  }
}

function requireJsonType(contentType = ''): void {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() === 'application/json' && utf8) return;
  const sent = contentType === '' ? 'missing' : `'${contentType.slice(0, 100)}'`;
  throw new HttpError(400, `Content-Type is ${sent}; send application/json (charset utf-8).`, {
    refusals: [{ rule: 'content-type', path: null, nearest: 'application/json' }],
  });
}
