import {
  MAX_BODY_BYTES,
  type MessageBody,
  type ValidationError,
  type ValidationErrorsBody,
} from '@milepost/shared';

/**
 * An answer other than success, thrown where it is decided and written by `handle-errors.ts`.
 * `headers` go with it.
 */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly body: MessageBody | ValidationErrorsBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: string | readonly ValidationError[],
    options: { headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(typeof body === 'string' ? body : body.map(({ msg }) => msg).join('; '), { cause: options.cause });
    this.status = status;
    this.body = typeof body === 'string' ? { message: body } : { errors: [...body] };
    this.headers = options.headers ?? {};
  }
}

/** The 413 of a body that has too many bytes. */
export function bodyTooLarge(limit: number = MAX_BODY_BYTES): HttpError {
  const most = `${limit / 1024 / 1024} MiB (${limit} bytes)`;
  return new HttpError(413, `The body is larger than ${most} after inflating; send fewer events.`);
}

/** The 400 of a Content-Encoding that nobody here can undo. */
export function unknownEncoding(): HttpError {
  return new HttpError(400, 'Content-Encoding is not supported; send gzip, deflate, br or none.');
}
