import { storedInstantSchema } from '@milepost/shared';
import { SHORT_ID_PATTERN } from '@milepost/shared/validation';
import type { FromSchema } from 'json-schema-to-ts';

export const shortIdSchema = {
  type: 'string',
  pattern: SHORT_ID_PATTERN,
  description:
    '1 to 63 lower-case letters, digits and hyphens, not beginning with a hyphen and not shaped like a UUID; unique in the account.',
} as const;

const name = { type: 'string', minLength: 1, maxLength: 200, description: 'Name for people.' } as const;
const type = {
  type: 'string',
  enum: ['application', 'service', 'component'],
  description: 'What kind of thing it is.',
} as const;
const description = { type: 'string', maxLength: 10_000 } as const;
const attributes = { type: 'object', description: 'Anything else worth knowing of it.' } as const;

/** Body of POST /entities. */
export const createEntitySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['shortId'],
  properties: {
    shortId: shortIdSchema,
    name: { ...name, description: 'Name for people; the shortId when left out.' },
    type: { ...type, description: 'What kind of thing it is; application when left out.' },
    description,
    attributes,
  },
} as const;

export type CreateEntityBody = FromSchema<typeof createEntitySchema>;

/** Body of PATCH /entities/{id}: what is left out stays, null clears. */
export const updateEntitySchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    shortId: shortIdSchema,
    name,
    type,
    description: { ...description, type: ['string', 'null'] },
    attributes: { ...attributes, type: ['object', 'null'] },
  },
} as const;

export type UpdateEntityBody = FromSchema<typeof updateEntitySchema>;

/** An entity as it is answered. */
export const entitySchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'shortId',
    'name',
    'type',
    'description',
    'attributes',
    'accountId',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    id: { type: 'string', format: 'uuid' },
    shortId: shortIdSchema,
    name,
    type,
    description: { ...description, type: ['string', 'null'] },
    attributes,
    accountId: { type: 'string', format: 'uuid' },
    createdAt: storedInstantSchema,
    updatedAt: storedInstantSchema,
  },
} as const;

export type EntityBody = FromSchema<typeof entitySchema>;
