import type { FromSchema } from 'json-schema-to-ts';
import { storedInstantSchema, timestampSchema } from './dates.ts';
import { MAX_EVENTS_PER_REQUEST } from './limits.ts';

/** One event as a caller submits it (spec, section 2.1). */
export const eventSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['type'],
  properties: {
    type: {
      type: 'string',
      description: 'shortId of a blueprint, such as event-deploy.',
    },
    timestamp: timestampSchema,
    entityId: {
      type: 'string',
      minLength: 1,
      description: 'UUID (any case) or shortId of an application or service of the account.',
    },
    attributes: {
      type: 'object',
      description: 'Attributes of the event, as the blueprint of its type describes them.',
    },
  },
} as const;

export type Event = FromSchema<typeof eventSchema>;

/** Body of POST /events (spec, section 4.1). */
export const sendEventsRequestSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['events'],
  properties: {
    events: {
      type: 'array',
      minItems: 1,
      maxItems: MAX_EVENTS_PER_REQUEST,
      items: eventSchema,
      description: `1 to ${MAX_EVENTS_PER_REQUEST} events.`,
    },
  },
} as const;

export type SendEventsRequest = FromSchema<typeof sendEventsRequestSchema>;

/** One event as the service stored it (spec, section 2.2). `entityId` is absent when none was given. */
export const storedEventSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'type', 'blueprintId', 'timestamp', 'accountId', 'attributes', 'createdAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    type: { type: 'string' },
    entityId: { type: 'string', format: 'uuid', description: 'UUID of the entity; absent without one.' },
    blueprintId: { type: 'string', format: 'uuid' },
    timestamp: storedInstantSchema,
    accountId: { type: 'string', format: 'uuid' },
    attributes: { type: 'object' },
    createdAt: storedInstantSchema,
  },
} as const;

export type StoredEvent = FromSchema<typeof storedEventSchema>;

/** An event that was not stored, and why (spec, section 2.3). */
export const failureSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['event', 'reason'],
  properties: {
    event: { type: 'object', description: 'The event exactly as submitted.' },
    reason: { type: 'string', description: "Why it was not stored, such as Entity 'x' not found." },
  },
} as const;

export type Failure = FromSchema<typeof failureSchema>;

/** Body of a 201 of POST /events. A caller must look at both lists. */
export const sendEventsResponseSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['success', 'failures'],
  properties: {
    success: { type: 'array', items: storedEventSchema },
    failures: { type: 'array', items: failureSchema },
  },
} as const;

export type SendEventsResponse = FromSchema<typeof sendEventsResponseSchema>;
