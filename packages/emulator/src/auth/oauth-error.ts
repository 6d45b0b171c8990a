import type { Refusal } from '../http/refusal.ts';

/** What `error` may say: RFC 6749, section 5.2, and one of ours for the 429. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'too_many_requests';

/**
 * An answer of the token endpoint other than success. The message becomes `error_description`, which by the
 * RFC is ASCII without `"` and `\`; it must not repeat what the caller sent.
 */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly status: number;
  readonly code: OAuthErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** Why, for the journal: by default the code alone. */
  readonly refusals: readonly Refusal[];

  constructor(
    status: number,
    code: OAuthErrorCode,
    description: string,
    options: { headers?: Record<string, string>; cause?: unknown; refusals?: readonly Refusal[] } = {},
  ) {
    super(description, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.headers = options.headers ?? {};
    this.refusals = options.refusals ?? [{ rule: code, path: null, nearest: null }];
  }
}
