import type { StoreContents } from '../contents/store-contents.ts';
import type { Database } from './schema.ts';

/** A column and how it is cast. `json` is JSON text, to the letter; `list` an array of the record, JSON in the column. */
export type Column = `${string} ${'uuid' | 'bigint' | 'text' | 'json' | 'list'}`;

/** The columns of a record's members, all of them. */
type ColumnsOf<T> = {
  readonly [Member in keyof T]-?: T[Member] extends string | number | null | readonly string[]
    ? Column
    : ColumnsOf<T[Member]>;
};

interface ContentTableOf<T> {
  table: keyof Database;
  columns: ColumnsOf<T>;
  /** Members by which the records are ordered. */
  order: readonly (keyof T & string)[];
  /** Whether there may be rows of chains that a run has not published yet. */
  mayBeStaged?: boolean;
  /** A member that lies in another table, with the same key. */
  apart?: { table: keyof Database; key: readonly (keyof T & string)[]; member: keyof T & string };
}

export interface ColumnTree {
  readonly [member: string]: Column | ColumnTree;
}

export type ContentTable = Omit<ContentTableOf<Record<string, unknown>>, 'columns'> & { columns: ColumnTree };

type RecordOf<Collection extends keyof StoreContents> =
  StoreContents[Collection] extends Iterable<infer T> ? T : never;

type Collection = Exclude<keyof StoreContents, 'secrets'>;

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
  incidents: {
    table: 'incidents',
    columns: {
      ...account,
      id: 'id uuid',
      title: 'title text',
      description: 'description text',
      externalSystem: 'external_system text',
      externalIncidentNumber: 'external_incident_number text',
      state: 'state text',
      severity: 'severity text',
      detectedAt: 'detected_at bigint',
      reportedAt: 'reported_at bigint',
      resolvedAt: 'resolved_at bigint',
      closedAt: 'closed_at bigint',
      changeId: 'change_id text',
      env: 'env text',
      affectedEntityIds: 'affected_entity_ids list',
      customFields: 'custom_fields json',
      createdAt: 'created_at bigint',
      updatedAt: 'updated_at bigint',
      startedAt: 'started_at bigint',
    },
    order: byCreation,
  },
  repos: {
    table: 'repos',
    columns: {
      ...account,
      id: 'id uuid',
      name: 'name text',
      kind: 'kind text',
      url: 'url text',
      path: 'path text',
      entityIds: 'entity_ids list',
      createdAt: 'created_at bigint',
      lastSeq: 'last_seq bigint',
      readAt: 'read_at bigint',
      readError: 'read_error text',
    },
    order: byCreation,
  },
  commits: {
    table: 'commits',
    columns: {
      ...account,
      repoId: 'repo_id uuid',
      seq: 'seq bigint',
      sha: 'sha text',
      parents: 'parents list',
      authoredAt: 'authored_at bigint',
      committedAt: 'committed_at bigint',
      message: 'message text',
      author: 'author text',
    },
    order: ['accountId', 'repoId', 'seq'],
  },
  metricStates: {
    table: 'metric_states',
    columns: {
      ...account,
      version: 'version bigint',
      watermark: 'watermark bigint',
      throughDay: 'through_day bigint',
      calculatedAt: 'calculated_at bigint',
      settings: 'settings text',
      histories: 'histories text',
    },
    order: ['accountId'],
  },
  metricChains: {
    table: 'metric_chains',
    columns: {
      ...account,
      id: 'id bigint',
      entityId: 'entity_id uuid',
      env: 'env text',
      firstDay: 'first_day bigint',
    },
    order: ['accountId', 'id'],
  },
  metricDays: {
    table: 'metric_days',
    columns: {
      ...account,
      chainId: 'chain_id bigint',
      day: 'day bigint',
      facts: 'facts text',
      detail: 'detail text',
      state: 'state text',
    },
    order: ['accountId', 'chainId', 'day'],
    mayBeStaged: true,
    apart: { table: 'metric_details', key: ['accountId', 'chainId', 'day'], member: 'detail' },
  },
  metricChanges: {
    table: 'metric_changes',
    columns: {
      ...account,
      changeId: 'change_id text',
      chainId: 'chain_id bigint',
      t: 't bigint',
      seq: 'seq bigint',
    },
    order: ['accountId', 'chainId', 't', 'seq', 'changeId'],
    mayBeStaged: true,
  },
  metricLinks: {
    table: 'metric_links',
    columns: {
      ...account,
      incidentId: 'incident_id uuid',
      chainId: 'chain_id bigint',
      t: 't bigint',
      start: 'started_at bigint',
      end: 'ended_at bigint',
      digest: 'digest text',
    },
    order: ['accountId', 'incidentId', 'chainId'],
  },
  metricRuns: {
    table: 'metric_runs',
    columns: {
      ...account,
      id: 'id uuid',
      startedAt: 'started_at bigint',
      finishedAt: 'finished_at bigint',
      state: 'state text',
      throughDay: 'through_day bigint',
      dirtyChains: 'dirty_chains bigint',
      deployments: 'deployments bigint',
      error: 'error text',
    },
    order: ['accountId', 'startedAt', 'id'],
  },
} satisfies { [Name in Collection]: ContentTableOf<RecordOf<Name>> };
