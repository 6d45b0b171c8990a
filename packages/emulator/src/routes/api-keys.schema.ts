import { timestampSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';

/** Body of POST /api-keys. */
export const createApiKeyBodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: {
      type: 'string',
      maxLength: 100,
      // Something to read, and nothing that a database refuses or mangles: control characters, lone surrogates.
      pattern: '^(?=.*\\S)[^\\p{Cc}\\p{Cs}]+$',
      description: 'What the key is for, such as "checkout, production": not blank, no control characters.',
    },
    expiresAt: {
      ...timestampSchema,
      description: 'When the key stops working; an instant in the future. Never when left out.',
    },
    entityIds: {
      type: 'array',
      minItems: 1,
      maxItems: 1000,
      items: { type: 'string' },
      description:
        'Ids or shortIds of the entities that the key is limited to. All of the account when left out.',
    },
  },
} as const;

export type CreateApiKeyBody = FromSchema<typeof createApiKeyBodySchema>;

const nullableInstant = { type: ['string', 'null'] } as const;

/** An API key as it is listed: without its secret. */
export const apiKeySchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'prefix',
    'name',
    'entityIds',
    'createdBy',
    'createdAt',
    'expiresAt',
    'revokedAt',
    'lastUsedAt',
    'rateLimits',
  ],
  properties: {
    id: { type: 'string' },
    prefix: { type: 'string', description: 'The first characters of the key, to know it by.' },
    name: { type: 'string' },
    entityIds: { type: ['array', 'null'], items: { type: 'string' } },
    createdBy: { type: 'string', description: 'User id, or "cli", or "emulator".' },
    createdAt: { type: 'string' },
    expiresAt: nullableInstant,
    revokedAt: nullableInstant,
    lastUsedAt: { ...nullableInstant, description: 'To the minute.' },
    rateLimits: {
      type: 'object',
      additionalProperties: false,
      required: ['minute', 'hour'],
      properties: { minute: { type: ['integer', 'null'] }, hour: { type: ['integer', 'null'] } },
      description: "Requests that the key may make; null for the server's limit.",
    },
  },
} as const;

export type ApiKeyBody = FromSchema<typeof apiKeySchema>;

/** Body of the 201: the only time that the key itself is shown. */
export const createdApiKeySchema = {
  ...apiKeySchema,
  required: [...apiKeySchema.required, 'key'],
  properties: { ...apiKeySchema.properties, key: { type: 'string' } },
} as const;

export type CreatedApiKeyBody = FromSchema<typeof createdApiKeySchema>;
