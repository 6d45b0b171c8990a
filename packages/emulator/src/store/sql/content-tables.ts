import type { StoreContents } from '../contents/store-contents.ts';
import type { ContentTables } from './content-table.ts';
import { metricContentTables } from './metric-content-tables.ts';

const byCreation = ['accountId', 'createdAt', 'id'] as const;
const account = { accountId: 'account_id uuid' } as const;

/** How the records of contents lie in the tables; those that others refer to come first. */
export const contentTables = {
  accounts: {
    table: 'accounts',
    columns: { id: 'id uuid', name: 'name text', createdAt: 'created_at bigint' },
    order: ['createdAt', 'id'],
  },
  users: {
    table: 'users',
    columns: {
      ...account,
      id: 'id uuid',
      email: 'email text',
      passwordHash: 'password_hash text',
      createdAt: 'created_at bigint',
    },
    order: byCreation,
  },
  apiKeys: {
    table: 'api_keys',
    columns: {
      ...account,
      id: 'id uuid',
      prefix: 'prefix text',
      digest: 'digest text',
      name: 'name text',
      entityIds: 'entity_ids list',
      createdBy: 'created_by text',
      createdAt: 'created_at bigint',
      expiresAt: 'expires_at bigint',
      revokedAt: 'revoked_at bigint',
      lastUsedAt: 'last_used_at bigint',
      rateLimitMinute: 'rate_limit_minute bigint',
      rateLimitHour: 'rate_limit_hour bigint',
    },
    order: byCreation,
  },
  blueprints: {
    table: 'blueprints',
    columns: {
      ...account,
      id: 'id uuid',
      shortId: 'short_id text',
      name: 'name text',
      schema: 'schema json',
      createdAt: 'created_at bigint',
    },
    order: byCreation,
  },
  entities: {
    table: 'entities',
    columns: {
      ...account,
      id: 'id uuid',
      shortId: 'short_id text',
      name: 'name text',
      type: 'type text',
      description: 'description text',
      attributes: 'attributes json',
      createdAt: 'created_at bigint',
      updatedAt: 'updated_at bigint',
    },
    order: byCreation,
  },
  idempotencyKeys: {
    table: 'idempotency_keys',
    columns: {
      ...account,
      key: 'key text',
      digest: 'digest text',
      response: 'response text',
      createdAt: 'created_at bigint',
    },
    order: ['accountId', 'createdAt', 'key'],
  },
  events: {
    table: 'events',
    columns: {
      ...account,
      seq: 'seq bigint',
      id: 'id uuid',
      type: 'type text',
      blueprintId: 'blueprint_id uuid',
      entityId: 'entity_id uuid',
      timestamp: 'timestamp bigint',
      createdAt: 'created_at bigint',
      env: 'env text',
      status: 'status text',
      attributes: 'attributes json',
      sender: { kind: 'sender_kind text', id: 'sender_id uuid' },
    },
    order: ['accountId', 'seq'],
  },
  ...metricContentTables,
} satisfies ContentTables<Exclude<keyof StoreContents, 'secrets'>>;
