import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type { EventRecord } from '../store.ts';
import { closed, id, idOrNull, instant, text, textOrNull } from './schema-parts.ts';
import type { IdempotencyRecord } from './store-contents.ts';

export const idempotencyKey: JSONSchemaType<IdempotencyRecord> = {
  ...closed,
  properties: { accountId: id, key: text, digest: text, response: text, createdAt: instant },
  required: ['accountId', 'key', 'digest', 'response', 'createdAt'],
};

export const event: JSONSchemaType<EventRecord> = {
  ...closed,
  properties: {
    accountId: id,
    seq: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
    id,
    type: text,
    blueprintId: id,
    entityId: idOrNull,
    timestamp: instant,
    createdAt: instant,
    env: textOrNull,
    status: textOrNull,
    attributes: { type: 'string', format: 'json-object' },
    sender: {
      ...closed,
      properties: { kind: { type: 'string', enum: ['api-key', 'user'] }, id },
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
