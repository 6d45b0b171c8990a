import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { bodyTooLarge, HttpError, unknownEncoding } from './http-errors.ts';

type Done = (error: unknown, bytes?: Buffer) => void;

/**
 * Makes what reads a body of at most so many bytes (inflated). What is refused is drained first: a caller that is
 * still sending would not read the answer.
 */
export function createBodyReader(limit: number): (req: Request, res: Response, done: Done) => void {
  // Whatever the type says, since a body that is too large is 413 before a wrong type is 400.
  const inflate = express.raw({ type: () => true, limit, inflate: true });

  return (req, res, done) => {
    // Nearly every body comes as it is; for those, Express's reader costs more than the rest of the reading.
    const encoding = req.headers['content-encoding'];
    if (encoding === undefined) readBytes(req, limit, done);
    // Express inflates more than the contract knows.
    else if (!/^(identity|gzip|deflate|br)$/i.test(encoding))
      readBytes(req, limit, (error) => done(error ?? unknownEncoding()));
    else
      inflate(req, res, (error?: unknown) => {
        const body: unknown = req.body;
        done(isTooLarge(error) ? bodyTooLarge(limit) : error, Buffer.isBuffer(body) ? body : undefined);
      });
  };
}

/**
 * The text of a body that was read.
 *
 * @param wanted what is to be sent, in words.
 * @throws HttpError 400 when there is none, or it is not UTF-8.
 */
export function textOf(bytes: Buffer | undefined, wanted: string): string {
  if (!bytes || bytes.length === 0)
    throw new HttpError(400, `The body is empty; send ${wanted}.`, { rule: 'empty-body' });
  if (!isUtf8(bytes)) throw new HttpError(400, 'The body is not UTF-8.', { rule: 'utf-8' });
  return bytes.toString('utf8');
}

function readBytes(req: Request, limit: number, done: Done): void {
  let chunks: Buffer[] = [];
  let size = 0;
  req.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks = [];
  });
  req.once('end', () => {
    const [first, ...others] = chunks;
    if (size > limit) done(bodyTooLarge(limit));
    else done(undefined, first && others.length === 0 ? first : Buffer.concat(chunks));
  });
  req.once('error', done);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'type' in error && error.type === 'entity.too.large';
}
