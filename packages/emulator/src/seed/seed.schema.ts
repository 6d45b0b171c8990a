import { eventSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { createBlueprintSchema } from '../routes/blueprints.schema.ts';
import { createEntitySchema } from '../routes/entities.schema.ts';

/** Most bytes of a seed that is sent. */
export const MAX_SEED_BYTES = 16 * 1024 * 1024;

/** Levels that a seed may nest: the file, a list, an event, and those of its attributes. */
export const SEED_DEPTH = 35;

/** A seed file: what an emulator begins with, in the words of the API. */
export const seedSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    entities: { type: 'array', items: createEntitySchema },
    blueprints: { type: 'array', items: createBlueprintSchema },
    events: { type: 'array', items: eventSchema },
  },
} as const;

export type SeedFile = FromSchema<typeof seedSchema>;
