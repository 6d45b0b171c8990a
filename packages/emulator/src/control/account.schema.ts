import { storedInstantSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { seedSchema } from '../seed/seed.schema.ts';
import { setClockSchema } from './clock.schema.ts';

/** Body of POST /_control/accounts. */
export const createAccountSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Of the account and its key: the name of the test, say.',
    },
    seed: seedSchema,
    clock: setClockSchema,
  },
} as const;

export type CreateAccountBody = FromSchema<typeof createAccountSchema>;

const uuid = { type: 'string', format: 'uuid' } as const;

/** Body of the 201. */
export const createdAccountSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['accountId', 'name', 'key', 'user', 'clientId', 'entities'],
  properties: {
    accountId: uuid,
    name: { type: 'string' },
    key: { type: 'string', description: 'Its API key.' },
    user: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'email', 'password'],
      properties: { id: uuid, email: { type: 'string' }, password: { type: 'string' } },
      description: 'Its user, who gets tokens from POST /oauth/token.',
    },
    clientId: { type: 'string', description: 'The OAuth client for that.' },
    entities: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'shortId'],
        properties: { id: uuid, shortId: { type: 'string' } },
      },
      description: 'The entities that it begins with.',
    },
  },
} as const;

export type CreatedAccountBody = FromSchema<typeof createdAccountSchema>;

/** Body of GET /_control/accounts: the oldest first. */
export const accountListSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['accountId', 'name', 'createdAt'],
        properties: { accountId: uuid, name: { type: 'string' }, createdAt: storedInstantSchema },
      },
    },
  },
} as const;

export type AccountListBody = FromSchema<typeof accountListSchema>;
