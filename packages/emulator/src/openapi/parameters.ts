import { timestampSchema } from '@milepost/shared';
import { DEFAULT_PAGE_LIMIT, MAX_PAGE_LIMIT } from '../http/paging.ts';
import type { Parameter } from './openapi-types.ts';

/** Most that a whole number in a query may be: 15 digits are read. */
const MAX_OFFSET = 999_999_999_999_999;

/** The parameters that every list takes, as `http/paging.ts` reads them. */
export const pagingParameters: readonly Parameter[] = [
  {
    name: 'limit',
    in: 'query',
    description: 'Items on a page.',
    schema: { type: 'integer', minimum: 1, maximum: MAX_PAGE_LIMIT, default: DEFAULT_PAGE_LIMIT },
  },
  {
    name: 'offset',
    in: 'query',
    description: 'Items to skip. For long reads, `cursor` stays fast at any depth.',
    schema: { type: 'integer', minimum: 0, maximum: MAX_OFFSET, default: 0 },
  },
  {
    name: 'cursor',
    in: 'query',
    description: 'Where to go on: `pageInfo.endCursor` of the page before. It takes the place of `offset`.',
    schema: { type: 'string', minLength: 1 },
  },
];

export function filter(name: string, description: string, schema: object): Parameter {
  return { name, in: 'query', description, schema };
}

export function textFilter(name: string, description: string): Parameter {
  return filter(name, description, { type: 'string', minLength: 1 });
}

/** An instant to filter by. */
export function instantFilter(name: string, description: string): Parameter {
  return filter(name, description, timestampSchema);
}

export function pathId(description: string, example?: string): Parameter {
  const schema = { type: 'string', minLength: 1 };
  return { name: 'id', in: 'path', required: true, description, schema, ...(example && { example }) };
}

/** An extension: a client of the original service needs neither of the two. */
export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '(ext) Any text of your own that is new for each batch. The same key with an equal body within 24 hours gets the first 201 again and stores nothing; with another body it is 422. So a retry never doubles a deployment.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
};

export const prefer: Parameter = {
  name: 'Prefer',
  in: 'header',
  description:
    '(ext) `handling=strict` refuses the whole request with 400 when an entity does not exist; `handling=lenient` reports it in `failures` (RFC 7240). Other preferences are ignored.',
  schema: { type: 'string' },
};
