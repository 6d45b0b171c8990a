import { CREDENTIAL_HEADERS, type HeaderName, RATE_LIMIT_HEADERS } from './headers.ts';
import { headerReference, type MediaType, type Response, schemaReference } from './openapi-types.ts';
import type { SchemaName } from './schemas.ts';

/** One answer of an operation, in short. */
export interface Answer {
  description: string;
  /** None for an answer without a body; several when the body has one of several shapes. */
  schema?: SchemaName | readonly SchemaName[];
  /** The type of a body that is not JSON, instead of one that is or beside it. */
  text?: 'text/plain' | 'text/html' | 'text/csv';
  textExample?: string;
  headers?: readonly HeaderName[];
  example?: unknown;
  examples?: MediaType['examples'];
}

export type Answers = Readonly<Record<number, Answer>>;

/** Answers of a route that asks for no credential. */
export function openAnswers(answers: Answers): Record<string, Response> {
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer)]));
}

/** Answers of a route that asks for a credential, and counts the request. */
export function guardedAnswers(answers: Answers): Record<string, Response> {
  return withCredential({ ...answers, 429: TOO_MANY_REQUESTS }, [
    ...CREDENTIAL_HEADERS,
    ...RATE_LIMIT_HEADERS,
  ]);
}

/** Answers of a route that asks for a credential, and does not count. */
export function uncountedAnswers(answers: Answers): Record<string, Response> {
  return withCredential(answers, CREDENTIAL_HEADERS);
}

function withCredential(answers: Answers, headers: readonly HeaderName[]): Record<string, Response> {
  const all = Object.entries({ ...answers, 401: UNAUTHORIZED, ...storeTrouble });
  const entries = all.map(([status, answer]) => [
    status,
    { ...answer, headers: [...headers, ...(answer.headers ?? [])] },
  ]);
  return openAnswers(Object.fromEntries(entries));
}

/** A refusal with a sentence. */
export function refusal(description: string, message: string, headers: readonly HeaderName[] = []): Answer {
  return { description, schema: 'MessageBody', headers, example: { message } };
}

/** The 400 of a route that reads a body: a list when something in it is wrong, a sentence when it cannot be read. */
export function invalidBody(path: string, msg: string): Answer {
  return {
    description:
      'The request is invalid, and nothing was stored. `errors` lists all that is wrong with the body; `message` says why it cannot be read at all (not JSON, not UTF-8, another Content-Type, an unknown Content-Encoding).',
    schema: ['MessageBody', 'ValidationErrorsBody'],
    examples: {
      errors: {
        summary: 'Something wrong in the body',
        value: { errors: [{ type: 'field', msg, path, location: 'body' }] },
      },
      message: {
        summary: 'A body that cannot be read',
        value: { message: 'The body is not valid JSON.' },
      },
    },
  };
}

/** The 400 of a list. */
export function invalidQuery(path: string, msg: string): Answer {
  return {
    description:
      'A query parameter is wrong, unknown, or there twice: a misspelt filter must not look like none.',
    schema: 'ValidationErrorsBody',
    example: { errors: [{ type: 'field', msg, path, location: 'query' }] },
  };
}

/** The 400 of a route with an id. */
export const INVALID_PATH = refusal(
  'The path cannot be decoded.',
  'The request could not be read: check its path, Content-Length and Content-Encoding.',
);

export const TOO_LARGE = refusal(
  'The body is larger than 1 MiB (after inflating).',
  'The body is larger than 1 MiB (1048576 bytes) after inflating; send fewer events.',
);

const UNAUTHORIZED = refusal(
  'The credential is missing or invalid (spec, section 5).',
  'A credential is required: Authorization: Bearer <access token>, or x-api-key: <API key>',
  ['WWW-Authenticate'],
);

const TOO_MANY_REQUESTS = refusal(
  'The rate limit of the credential is exceeded (spec, section 8).',
  'Rate limit exceeded: 100 requests per minute. Try again in 42 s.',
  ['Retry-After'],
);

const INTERNAL_ERROR = refusal(
  'Something went wrong here; the log has it under the request id.',
  'Internal error. Tell us the request id: 5f0c2f64-0d0c-4a52-9f3c-5f3d6f0a2a11.',
);

/** What any route that asks the store may answer. */
export const storeTrouble = {
  500: INTERNAL_ERROR,
  503: refusal(
    'The store cannot be used now. Nothing of the request was stored, unless the message says that this is not known.',
    'The store cannot take writes now; nothing of this request was stored. Try again.',
    ['Retry-After'],
  ),
} as const;

function response(answer: Answer): Response {
  const { description, headers = [] } = answer;
  const documented: readonly HeaderName[] = ['x-request-id', ...headers];
  const content = { ...jsonContent(answer), ...textContent(answer) };
  return {
    description,
    headers: Object.fromEntries(
      documented.map((name) => [name.replace('-Basic', ''), headerReference(name)]),
    ),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

function jsonContent({ schema, example, examples }: Answer): Response['content'] {
  if (schema === undefined) return {};
  const body = {
    schema: typeof schema === 'string' ? schemaReference(schema) : { oneOf: schema.map(schemaReference) },
    ...(example !== undefined && { example }),
    ...(examples && { examples }),
  };
  return { 'application/json': body };
}

function textContent({ text, textExample: example }: Answer): Response['content'] {
  if (text === undefined) return {};
  return { [text]: { schema: { type: 'string' }, ...(example !== undefined && { example }) } };
}
