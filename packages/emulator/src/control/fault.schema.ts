import type { FromSchema } from 'json-schema-to-ts';
import { faultActionSchema } from './fault-action.schema.ts';
import { faultMatchSchema } from './fault-match.schema.ts';

/** A day, in milliseconds. */
const MAX_TTL = 86_400_000;
const MAX_COUNT = 1_000_000_000;

/** Body of POST /_control/faults. */
export const createFaultSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['do'],
  properties: {
    match: faultMatchSchema,
    do: faultActionSchema,
    times: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_COUNT,
      description: 'How often it fires at most. Without it, until it is removed.',
    },
    ttlMs: {
      type: 'integer',
      minimum: 1,
      maximum: MAX_TTL,
      description: 'Milliseconds of real time after which it is gone by itself.',
    },
  },
} as const;

export type CreateFaultBody = FromSchema<typeof createFaultSchema>;

/** Body of the 201. */
export const createdFaultSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id'],
  properties: { id: { type: 'string' } },
} as const;

/** A fault as it is listed. */
export const faultSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'match', 'do', 'matched', 'fired', 'left', 'expiresInMs'],
  properties: {
    id: { type: 'string' },
    match: faultMatchSchema,
    do: faultActionSchema,
    matched: { type: 'integer', description: 'Requests that matched.' },
    fired: { type: 'integer', description: 'How often it fired.' },
    left: {
      type: ['integer', 'null'],
      description: 'How often it can still fire, by times, nth and first; null when nothing limits it.',
    },
    expiresInMs: {
      type: ['integer', 'null'],
      description: 'Milliseconds of real time until it is gone; null without ttlMs.',
    },
  },
} as const;

export type FaultBody = FromSchema<typeof faultSchema>;

/** Body of GET /_control/faults: all of them, the oldest first. */
export const faultListSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: { items: { type: 'array', items: faultSchema } },
} as const;
