/** An API could not be asked; the message says why, in a clause for a person. It never shows a secret. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  /** 403 and 404: what a token may not see is hidden. */
  readonly forbidden: boolean;

  constructor(message: string, options: ErrorOptions & { status?: number | undefined } = {}) {
    super(message, options);
    this.status = options.status;
    this.forbidden = options.status === 403 || options.status === 404;
  }
}
