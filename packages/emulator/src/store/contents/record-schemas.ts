import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type { AccountRecord, ApiKeyRecord, BlueprintRecord, EntityRecord, UserRecord } from '../store.ts';
import { closed, id, instant, instantOrNull, limitOrNull, none, text, textOrNull } from './schema-parts.ts';
import type { SecretRecord } from './store-contents.ts';

export const account: JSONSchemaType<AccountRecord> = {
  ...closed,
  properties: { id, name: text, createdAt: instant },
  required: ['id', 'name', 'createdAt'],
};

export const user: JSONSchemaType<UserRecord> = {
  ...closed,
  properties: { accountId: id, id, email: text, passwordHash: text, createdAt: instant },
  required: ['accountId', 'id', 'email', 'passwordHash', 'createdAt'],
};

export const apiKey: JSONSchemaType<ApiKeyRecord> = {
  ...closed,
  properties: {
    accountId: id,
    id,
    prefix: text,
    digest: text,
    name: text,
    entityIds: { anyOf: [{ type: 'array', items: id }, none] },
    createdBy: text,
    createdAt: instant,
    expiresAt: instantOrNull,
    revokedAt: instantOrNull,
    lastUsedAt: instantOrNull,
    rateLimitMinute: limitOrNull,
    rateLimitHour: limitOrNull,
  },
  required: [
    'accountId',
    'id',
    'prefix',
    'digest',
    'name',
    'entityIds',
    'createdBy',
    'createdAt',
    'expiresAt',
    'revokedAt',
    'lastUsedAt',
    'rateLimitMinute',
    'rateLimitHour',
  ],
};

export const blueprint: JSONSchemaType<BlueprintRecord> = {
  ...closed,
  properties: {
    accountId: id,
    id,
    shortId: text,
    name: text,
    schema: { type: 'string', format: 'json' },
    createdAt: instant,
  },
  required: ['accountId', 'id', 'shortId', 'name', 'schema', 'createdAt'],
};

export const entity: JSONSchemaType<EntityRecord> = {
  ...closed,
  properties: {
    accountId: id,
    id,
    shortId: text,
    name: text,
    type: { type: 'string', enum: ['application', 'service', 'component'] },
    description: textOrNull,
    attributes: { type: 'string', format: 'json' },
    createdAt: instant,
    updatedAt: instant,
  },
  required: [
    'accountId',
    'id',
    'shortId',
    'name',
    'type',
    'description',
    'attributes',
    'createdAt',
    'updatedAt',
  ],
};

export const secret: JSONSchemaType<SecretRecord> = {
  ...closed,
  properties: { name: text, value: text },
  required: ['name', 'value'],
};
