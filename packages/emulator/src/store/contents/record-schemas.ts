import { SHORT_ID_PATTERN } from '@milepost/shared/validation';
import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type { AccountRecord, ApiKeyRecord, BlueprintRecord, EntityRecord, UserRecord } from '../store.ts';
import {
  closed,
  countOrNull,
  instant,
  instantOrNull,
  jsonObject,
  none,
  text,
  textOrNull,
  uuid,
} from './schema-parts.ts';
import type { SecretRecord } from './store-contents.ts';

const shortId = { type: 'string', pattern: SHORT_ID_PATTERN } as const;

export const account: JSONSchemaType<AccountRecord> = {
  ...closed,
  properties: { id: uuid, name: text, createdAt: instant },
  required: ['id', 'name', 'createdAt'],
};

export const user: JSONSchemaType<UserRecord> = {
  ...closed,
  properties: { accountId: uuid, id: uuid, email: text, passwordHash: text, createdAt: instant },
  required: ['accountId', 'id', 'email', 'passwordHash', 'createdAt'],
};

export const apiKey: JSONSchemaType<ApiKeyRecord> = {
  ...closed,
  properties: {
    accountId: uuid,
    id: uuid,
    prefix: text,
    digest: text,
    name: text,
    entityIds: { anyOf: [{ type: 'array', items: uuid }, none] },
    createdBy: text,
    createdAt: instant,
    expiresAt: instantOrNull,
    revokedAt: instantOrNull,
    lastUsedAt: instantOrNull,
    rateLimitMinute: countOrNull,
    rateLimitHour: countOrNull,
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
    accountId: uuid,
    id: uuid,
    shortId,
    name: text,
    schema: jsonObject,
    createdAt: instant,
  },
  required: ['accountId', 'id', 'shortId', 'name', 'schema', 'createdAt'],
};

export const entity: JSONSchemaType<EntityRecord> = {
  ...closed,
  properties: {
    accountId: uuid,
    id: uuid,
    shortId,
    name: text,
    type: { type: 'string', enum: ['application', 'service', 'component'] },
    description: textOrNull,
    attributes: jsonObject,
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
