import { storedInstantSchema, timestampSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { DURATION_PATTERN } from './duration.ts';

/** Days that the clock goes forward in one call at most: about ten years, each day of them a calculation. */
export const MAX_DAYS_FORWARD = 3660;

const modeSchema = {
  type: 'string',
  enum: ['system', 'frozen', 'offset'],
  description:
    "system: the machine's time. frozen: the clock stands. offset: it runs, some time apart from the machine's.",
} as const;

/** Body of PUT /_control/clock. That system excludes now, and offset needs it, is checked beside it. */
export const setClockSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mode'],
  properties: {
    mode: modeSchema,
    now: {
      ...timestampSchema,
      description:
        'What the clock shows at once: an ISO 8601 datetime in UTC, such as 2026-01-31T09:30:00Z, in the years 1970 to 9999. Required with offset; with frozen, where it is when left out; not allowed with system.',
    },
  },
} as const;

export type SetClockBody = FromSchema<typeof setClockSchema>;

/** Body of POST /_control/clock/advance. */
export const advanceClockSchema = {
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  dependentSchemas: { by: { properties: { to: false } } },
  properties: {
    by: {
      type: 'string',
      maxLength: 100,
      pattern: DURATION_PATTERN,
      description:
        'An ISO 8601 duration that is not negative, such as P1D, PT36H, P1M2DT3H, P2W or PT0.5S. Years and months are those of the calendar in UTC.',
    },
    to: {
      ...timestampSchema,
      description:
        'An instant that is not past: an ISO 8601 datetime in UTC, such as 2026-01-31T09:30:00Z, in the years 1970 to 9999.',
    },
  },
  description: 'Either by or to.',
} as const;

export type AdvanceClockBody = FromSchema<typeof advanceClockSchema>;

/** Body of GET and PUT /_control/clock. */
export const clockSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['mode', 'now'],
  properties: { mode: modeSchema, now: storedInstantSchema },
} as const;

export type ClockBody = FromSchema<typeof clockSchema>;

/** Body of the 200 of POST /_control/clock/advance. */
export const advancedClockSchema = {
  ...clockSchema,
  required: [...clockSchema.required, 'midnights'],
  properties: {
    ...clockSchema.properties,
    midnights: { type: 'integer', minimum: 0, description: 'How many UTC midnights fell due, and were run.' },
  },
} as const;

export type AdvancedClockBody = FromSchema<typeof advancedClockSchema>;
