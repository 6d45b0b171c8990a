import { isUtf8 } from 'node:buffer';
import { MAX_BODY_BYTES } from '@milepost/shared';
import express, { type Request, type RequestHandler } from 'express';
import { bodyTooLarge, HttpError, unknownEncoding } from './http-errors.ts';

/** A parsed body, with its text: what the parser cannot keep (the order of some keys) can be had from there. */
export interface JsonBody {
  text: string;
  value: unknown;
}

const bodies = new WeakMap<Request, JsonBody>();

// Whatever the type says, since a body that is too large is 413 before a wrong type is 400.
const inflate = express.raw({ type: () => true, limit: MAX_BODY_BYTES, inflate: true });

/** Reads a JSON body of at most 1 MiB (inflated), for `jsonBodyOf`. What is refused is drained first. */
export const readJson: RequestHandler = (req, res, next) => {
  const done = (error: unknown, bytes?: unknown): void => {
    try {
      if (error) throw error;
      bodies.set(req, parse(req, bytes));
    } catch (problem) {
      next(problem);
      return;
    }
    next();
  };
  // Nearly every body comes as it is; for those, Express's reader costs more than the rest of the reading.
  const encoding = req.headers['content-encoding'];
  if (encoding === undefined) readBytes(req, done);
  // Express inflates more than the contract knows.
  else if (!/^(identity|gzip|deflate|br)$/i.test(encoding))
    readBytes(req, (error) => done(error ?? unknownEncoding()));
  else inflate(req, res, (error?: unknown) => done(error, req.body));
};

/** To the end, also when it is too large: a caller that is still sending would not read the answer. */
function readBytes(req: Request, done: (error: unknown, bytes?: Buffer) => void): void {
  let chunks: Buffer[] = [];
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks = [];
  });
  req.once('end', () => {
    const [first, ...others] = chunks;
    if (size > MAX_BODY_BYTES) done(bodyTooLarge());
    else done(undefined, first && others.length === 0 ? first : Buffer.concat(chunks));
  });
  req.once('error', done);
}

/** The body that `readJson` read. */
export function jsonBodyOf(req: Request): JsonBody {
  const body = bodies.get(req);
  if (!body) throw new Error(`${req.path} is served without readJson`);
  return body;
}

function parse(req: Request, bytes: unknown): JsonBody {
  requireJsonType(req.headers['content-type']);
  if (!Buffer.isBuffer(bytes) || bytes.length === 0)
    throw new HttpError(400, 'The body is empty; send JSON.');
  if (!isUtf8(bytes)) throw new HttpError(400, 'The body is not UTF-8.');
  const text = bytes.toString('utf8');
  try {
    return { text, value: JSON.parse(text) };
  } catch (cause) {
    throw new HttpError(400, 'The body is not valid JSON.', { cause });
  }
}

function requireJsonType(contentType = ''): void {
  if (contentType === 'application/json') return;
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const charset = parameters.map((parameter) => parameter.trim()).find((one) => one.startsWith('charset='));
  const utf8 = charset === undefined || /^charset="?utf-8"?$/.test(charset);
  if (type.trim() === 'application/json' && utf8) return;
  const sent = contentType === '' ? 'missing' : `'${contentType.slice(0, 100)}'`;
  throw new HttpError(400, `Content-Type is ${sent}; send application/json (charset utf-8).`);
}
