import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type { EventRecord } from '../store.ts';
import { closed, instant, jsonObject, ordinal, text, textOrNull, uuid, uuidOrNull } from './schema-parts.ts';
import type { IdempotencyRecord } from './store-contents.ts';

export const idempotencyKey: JSONSchemaType<IdempotencyRecord> = {
  ...closed,
  properties: { accountId: uuid, key: text, digest: text, response: text, createdAt: instant },
  required: ['accountId', 'key', 'digest', 'response', 'createdAt'],
};

export const event: JSONSchemaType<EventRecord> = {
  ...closed,
  properties: {
    accountId: uuid,
    seq: ordinal,
    id: uuid,
    type: text,
    blueprintId: uuid,
    entityId: uuidOrNull,
    timestamp: instant,
    createdAt: instant,
    env: textOrNull,
    status: textOrNull,
    attributes: jsonObject,
    sender: {
      ...closed,
      properties: { kind: { type: 'string', enum: ['api-key', 'user'] }, id: uuid },
      required: ['kind', 'id'],
    },
  },
  required: [
    'accountId',
    'seq',
    'id',
    'type',
    'blueprintId',
    'entityId',
    'timestamp',
    'createdAt',
    'env',
    'status',
    'attributes',
    'sender',
  ],
};
