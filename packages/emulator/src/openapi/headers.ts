/** Headers of answers, for `components`. Those without `required` come only when the description says so. */
export const headers = {
  'x-request-id': {
    required: true,
    description:
      "The caller's `x-request-id` when it sent a sane one, ours otherwise. It is in the log, too.",
    schema: { type: 'string', pattern: '^[A-Za-z0-9_.:@/+=-]{1,128}$' },
    example: '5f0c2f64-0d0c-4a52-9f3c-5f3d6f0a2a11',
  },
  'RateLimit-Policy': {
    description:
      'The limits of the credential: `q` requests in `w` seconds (spec, section 8; draft-ietf-httpapi-ratelimit-headers). Absent when the limits are switched off, and when a request was refused before it was counted.',
    schema: { type: 'string' },
    example: '"minute";q=100;w=60, "hour";q=1500;w=3600',
  },
  RateLimit: {
    description:
      'What is left of each limit: `r` requests in the next `t` seconds. Absent when RateLimit-Policy is.',
    schema: { type: 'string' },
    example: '"minute";r=99;t=60, "hour";r=1499;t=3600',
  },
  'Retry-After': {
    required: true,
    description: 'Whole seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: 42,
  },
  Deprecation: {
    description:
      'Only for requests made with an API key: since when these are deprecated (spec, section 9; RFC 9745).',
    schema: { type: 'string', pattern: '^@\\d+$' },
    example: '@1767225600',
  },
  Link: {
    description: 'Only for requests made with an API key: the page that says how to move to bearer tokens.',
    schema: { type: 'string' },
    example: '<http://127.0.0.1:4010/docs#migration>; rel="deprecation"; type="text/html"',
  },
  'WWW-Authenticate': {
    required: true,
    description:
      'The scheme to use; `error="invalid_token"` when a token was sent that is expired, tampered with or not for this service (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer error="invalid_token"',
  },
  'WWW-Authenticate-Basic': {
    description: 'Only for a client that named itself by HTTP Basic (RFC 6749, section 5.2).',
    schema: { type: 'string' },
    example: 'Basic realm="milepost"',
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the first answer to the same Idempotency-Key again (ext).',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: 'The `handling` that the request preferred (ext; RFC 7240). Absent when it preferred none.',
    schema: { type: 'string', enum: ['handling=strict', 'handling=lenient'] },
  },
  'Cache-Control': {
    required: true,
    description: 'Whether the answer may be kept.',
    schema: { type: 'string' },
    example: 'no-store',
  },
  ETag: {
    required: true,
    description: 'Send it as `If-None-Match` to hear only whether there is another.',
    schema: { type: 'string' },
  },
} as const;

export type HeaderName = keyof typeof headers;

/** On answers to requests with a credential that is on its way out. */
export const CREDENTIAL_HEADERS = ['Deprecation', 'Link'] as const;
/** On answers to requests that were counted. */
export const RATE_LIMIT_HEADERS = ['RateLimit-Policy', 'RateLimit'] as const;
