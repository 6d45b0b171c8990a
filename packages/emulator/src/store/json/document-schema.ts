import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type {
  AccountRecord,
  ApiKeyRecord,
  BlueprintRecord,
  EntityRecord,
  EventRecord,
  UserRecord,
} from '../store.ts';
import type { IdempotencyRecord, SecretRecord } from './store-contents.ts';

/** The file: the store's records as they are, so that reading it is checking it. */
export interface JsonDocument {
  milepostFormat: number;
  accounts: AccountRecord[];
  users: UserRecord[];
  apiKeys: ApiKeyRecord[];
  blueprints: BlueprintRecord[];
  entities: EntityRecord[];
  secrets: SecretRecord[];
  idempotencyKeys: IdempotencyRecord[];
  events: EventRecord[];
}

// Unknown members are refused everywhere: the next write would lose them.
const closed = { type: 'object', additionalProperties: false } as const;
const text = { type: 'string' } as const;
const none = { type: 'null', nullable: true } as const;
const textOrNull = { anyOf: [text, none] } as const;
/** What a Date can hold. */
const instant = { type: 'integer', minimum: -8.64e15, maximum: 8.64e15 } as const;
const instantOrNull = { anyOf: [instant, none] } as const;
const limitOrNull = { anyOf: [{ type: 'integer', minimum: 0 }, none] } as const;
/** A slash would make keys in an account ambiguous. */
const id = { type: 'string', pattern: '^[^/]+$' } as const;
const idOrNull = { anyOf: [id, none] } as const;

const account: JSONSchemaType<AccountRecord> = {
  ...closed,
  properties: { id, name: text, createdAt: instant },
  required: ['id', 'name', 'createdAt'],
};

const user: JSONSchemaType<UserRecord> = {
  ...closed,
  properties: { accountId: id, id, email: text, passwordHash: text, createdAt: instant },
  required: ['accountId', 'id', 'email', 'passwordHash', 'createdAt'],
};

const apiKey: JSONSchemaType<ApiKeyRecord> = {
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

const blueprint: JSONSchemaType<BlueprintRecord> = {
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

const entity: JSONSchemaType<EntityRecord> = {
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

const secret: JSONSchemaType<SecretRecord> = {
  ...closed,
  properties: { name: text, value: text },
  required: ['name', 'value'],
};

const idempotencyKey: JSONSchemaType<IdempotencyRecord> = {
  ...closed,
  properties: { accountId: id, key: text, digest: text, response: text, createdAt: instant },
  required: ['accountId', 'key', 'digest', 'response', 'createdAt'],
};

const event: JSONSchemaType<EventRecord> = {
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

export const documentSchema: JSONSchemaType<JsonDocument> = {
  ...closed,
  properties: {
    milepostFormat: { type: 'integer' },
    accounts: { type: 'array', items: account },
    users: { type: 'array', items: user },
    apiKeys: { type: 'array', items: apiKey },
    blueprints: { type: 'array', items: blueprint },
    entities: { type: 'array', items: entity },
    secrets: { type: 'array', items: secret },
    idempotencyKeys: { type: 'array', items: idempotencyKey },
    events: { type: 'array', items: event },
  },
  required: [
    'milepostFormat',
    'accounts',
    'users',
    'apiKeys',
    'blueprints',
    'entities',
    'secrets',
    'idempotencyKeys',
    'events',
  ],
};
