import { CREDENTIAL_HEADERS, type HeaderName } from './headers.ts';
import { headerReference, type MediaType, type Response, schemaReference } from './openapi-types.ts';
import type { SchemaName } from './schemas.ts';

/** One answer of an operation, in short. */
export interface Answer {
  description: string;
  /** None for an answer without a body; several when the body has one of several shapes. */
  schema?: SchemaName | readonly SchemaName[];
  headers?: readonly HeaderName[];
  example?: unknown;
  examples?: MediaType['examples'];
}

type Answers = Readonly<Record<number, Answer>>;

/** Answers of a route that asks for no credential. */
export function openAnswers(answers: Answers): Record<string, Response> {
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, response(answer)]));
}

/** Answers of a route that asks for a credential, with those that every such route gives. */
export function guardedAnswers(answers: Answers): Record<string, Response> {
  const all: Answers = { 401: UNAUTHORIZED, 429: TOO_MANY_REQUESTS, ...answers, ...storeTrouble };
  return openAnswers(
    Object.fromEntries(
      Object.entries(all).map(([status, answer]) => [
        status,
        { ...answer, headers: [...CREDENTIAL_HEADERS, ...(answer.headers ?? [])] },
      ]),
    ),
  );
}

/** A refusal with a sentence. */
export function refusal(description: string, message: string, headers: readonly HeaderName[] = []): Answer {
  return { description, schema: 'MessageBody', headers, example: { message } };
}

/** The 400 of a route that reads something: a sentence when it cannot be read, a list when it is wrong. */
export function invalid(path: string, msg: string, location: 'body' | 'query', message: string): Answer {
  return {
    description: `The request is invalid: \`errors\` lists all that is wrong with its ${location}, \`message\` says why it cannot be read at all. Nothing was stored.`,
    schema: ['MessageBody', 'ValidationErrorsBody'],
    examples: {
      errors: {
        summary: `Something wrong in the ${location}`,
        value: { errors: [{ type: 'field', msg, path, location }] },
      },
      message: { summary: 'A request that cannot be read', value: { message } },
    },
  };
}

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

export const INTERNAL_ERROR = refusal(
  'Something went wrong here; the log has it under the request id.',
  'Internal error. Tell us the request id: 5f0c2f64-0d0c-4a52-9f3c-5f3d6f0a2a11.',
);

/** What any route that asks the store may answer. */
export const storeTrouble = {
  500: INTERNAL_ERROR,
  503: refusal(
    'The store cannot be used now. Nothing of the request was stored.',
    'The store cannot take writes now; nothing of this request was stored. Try again.',
    ['Retry-After'],
  ),
} as const;

function response({ description, schema, headers = [], example, examples }: Answer): Response {
  const documented: readonly HeaderName[] = ['x-request-id', ...headers];
  return {
    description,
    headers: Object.fromEntries(
      documented.map((name) => [name.replace('-Basic', ''), headerReference(name)]),
    ),
    ...(schema && {
      content: {
        'application/json': {
          schema:
            typeof schema === 'string' ? schemaReference(schema) : { oneOf: schema.map(schemaReference) },
          ...(example !== undefined && { example }),
          ...(examples && { examples }),
        },
      },
    }),
  };
}
