import { storedInstantSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { shortIdSchema } from './entities.schema.ts';

const name = { type: 'string', minLength: 1, maxLength: 200, description: 'Name for people.' } as const;
const schema = {
  type: 'object',
  description: 'JSON Schema (2020-12) of the attributes of events of this type.',
} as const;

/** Body of POST /blueprints. */
export const createBlueprintSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['shortId', 'name', 'schema'],
  properties: { shortId: shortIdSchema, name, schema },
} as const;

export type CreateBlueprintBody = FromSchema<typeof createBlueprintSchema>;

/** A blueprint as it is answered. Built-in ones have neither account nor date. */
export const blueprintSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'shortId', 'name', 'schema'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    shortId: shortIdSchema,
    name,
    schema,
    accountId: { type: 'string', format: 'uuid', description: 'Absent on a built-in blueprint.' },
    createdAt: { ...storedInstantSchema, description: 'Absent on a built-in blueprint.' },
  },
} as const;
