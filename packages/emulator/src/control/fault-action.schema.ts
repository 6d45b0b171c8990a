import { MAX_EVENTS_PER_REQUEST } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';

/** Ten minutes, in milliseconds. */
const MAX_LATENCY = 600_000;
const MAX_BYTES = 1_000_000_000;

/** What a fault does: one of five kinds. */
export const faultActionSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  dependentRequired: { body: ['status'], headers: ['status'] },
  // Rather than oneOf, whose errors would tell of all the kinds that were not meant.
  dependentSchemas: {
    latencyMs: { properties: { status: false, reset: false, truncate: false, partial: false } },
    status: { properties: { reset: false, truncate: false, partial: false } },
    reset: { properties: { truncate: false, partial: false } },
    truncate: { properties: { partial: false } },
  },
  properties: {
    latencyMs: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_LATENCY,
      description:
        'Milliseconds of real time to wait before the request is handled. A caller that leaves meanwhile is not served; a large body that is not read for more than a minute is a 408.',
    },
    status: {
      type: 'integer',
      minimum: 200,
      maximum: 599,
      description:
        'Status that is answered instead of handling the request; body and headers are those of this answer.',
    },
    body: {
      description:
        'Body of that answer: a string goes as text/plain, anything else as application/json, unless headers say otherwise. Empty when left out.',
    },
    headers: {
      type: 'object',
      maxProperties: 50,
      propertyNames: {
        pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$",
        description: 'A name of a header, such as Retry-After.',
      },
      additionalProperties: {
        type: 'string',
        maxLength: 4000,
        pattern: '^[\\t\\x20-\\x7e]*$',
        description: 'Printable ASCII, in one line.',
      },
      description:
        'Headers of that answer, such as Retry-After. Content-Length, Transfer-Encoding, Trailer and X-Request-Id are not taken.',
    },
    reset: {
      type: 'string',
      enum: ['before', 'after-commit'],
      description:
        'Resets the connection: before the body is read, or when the request has been handled and its outcome is on disk, so that only the answer is lost.',
    },
    truncate: {
      type: 'integer',
      minimum: 0,
      maximum: MAX_BYTES,
      description:
        'Bytes of the body that are sent, under the whole Content-Length, before the connection ends.',
    },
    partial: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_EVENTS_PER_REQUEST,
      items: { type: 'integer', minimum: 0, maximum: MAX_EVENTS_PER_REQUEST - 1 },
      description:
        'Indexes of events that end up in failures; the others are stored. Such a fault is for POST /events only.',
    },
  },
  description: 'One of: latencyMs; status, with body and headers; reset; truncate; partial.',
} as const;

export type FaultAction = FromSchema<typeof faultActionSchema>;
