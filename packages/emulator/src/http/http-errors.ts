import {
  MAX_BODY_BYTES,
  type MessageBody,
  type ValidationError,
  type ValidationErrorsBody,
} from '@milepost/shared';
import { type Problems, pointerOfPath } from '@milepost/shared/validation';
import type { Refusal } from './refusal.ts';

/** What an HttpError may have besides its body. */
export interface HttpErrorOptions {
  /** Go with the answer. */
  headers?: Record<string, string>;
  cause?: unknown;
  /** Why, for the journal; said by `rule` alone when it is not about the body. */
  refusals?: readonly Refusal[];
  rule?: string;
}

/** Of a status whose errors need not say more. */
const RULES: Readonly<Record<number, string>> = {
  400: 'bad-request',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not-found',
  405: 'method',
  409: 'conflict',
  413: 'max-bytes',
  422: 'idempotency-key',
  429: 'rate-limit',
  500: 'internal',
  503: 'store-unavailable',
};

/**
 * An answer other than success, thrown where it is decided and written by `handle-errors.ts`.
 * `refusals` are for the journal and are not answered; each error of the body has one.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: MessageBody | ValidationErrorsBody;
  readonly headers: Readonly<Record<string, string>>;
  readonly refusals: readonly Refusal[];

  constructor(status: number, body: string | readonly ValidationError[], options: HttpErrorOptions = {}) {
    super(typeof body === 'string' ? body : body.map(({ msg }) => msg).join('; '), { cause: options.cause });
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : { errors: [...body] };
    this.headers = options.headers ?? {};
    const { rule = RULES[status] ?? `status-${status}` } = options;
    this.refusals = options.refusals ?? refusalsOf(body, rule);
  }
}

function refusalsOf(body: string | readonly ValidationError[], rule: string): Refusal[] {
  if (typeof body === 'string') return [{ rule, path: null, nearest: null }];
  return body.map(({ path, location }) => ({
    rule,
    path: location === 'body' ? pointerOfPath(path) : null,
    nearest: null,
  }));
}

/** The 400 of one field, wherever it is. */
export function fieldError(
  location: ValidationError['location'],
  path: string,
  msg: string,
  { rule, nearest = null }: { rule: string; nearest?: unknown },
): HttpError {
  const refusals = [{ rule, path: location === 'body' ? pointerOfPath(path) : null, nearest }];
  return new HttpError(400, [{ type: 'field', msg, path, location }], { refusals });
}

/** The 400 of all problems with a body. */
export function bodyProblems({ list, causes }: Pick<Problems, 'list' | 'causes'>): HttpError {
  return new HttpError(400, list, { refusals: causes });
}

/** The 413 of a body that has too many bytes. */
export function bodyTooLarge(limit: number = MAX_BODY_BYTES): HttpError {
  const most = `${limit / 1024 / 1024} MiB (${limit} bytes)`;
  return new HttpError(413, `The body is larger than ${most} after inflating; send fewer events.`, {
    refusals: [{ rule: 'max-bytes', path: null, nearest: MAX_BODY_BYTES }],
  });
}

/** The 400 of a Content-Encoding that nobody here can undo. */
export function unknownEncoding(): HttpError {
  return new HttpError(400, 'Content-Encoding is not supported; send gzip, deflate, br or none.', {
    rule: 'content-encoding',
  });
}
