import { eventSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { createBlueprintSchema } from '../routes/blueprints.schema.ts';
import { createEntitySchema } from '../routes/entities.schema.ts';

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
