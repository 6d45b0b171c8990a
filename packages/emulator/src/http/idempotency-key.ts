import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { Request } from 'express';
import { fieldError } from './http-errors.ts';

const HEADER = 'idempotency-key';
// Printable ASCII.
const SANE = /^[\x20-\x7e]{1,255}$/;

/** The request's Idempotency-Key, with a digest of its body by which an equal one is known. */
export function idempotencyOf(req: Request, body: unknown): { key: string; digest: string } | undefined {
  const key = req.headers[HEADER];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !SANE.test(key)) {
    const msg = 'must be 1 to 255 printable ASCII characters';
    throw fieldError('headers', 'Idempotency-Key', msg, { rule: 'idempotency-key' });
  }
  // Equal as JSON, whatever the order of its members (RFC 8785).
  const canonical = canonicalize(body) ?? '';
  return { key, digest: createHash('sha256').update(canonical).digest('hex') };
}
