import type { ContentTables } from './content-table.ts';

const byCreation = ['accountId', 'createdAt', 'id'] as const;
const account = { accountId: 'account_id uuid' } as const;

/** Where incidents, repositories and metrics lie; `content-tables.ts` has the others. */
export const metricContentTables = {
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
} satisfies ContentTables<
  | 'incidents'
  | 'repos'
  | 'commits'
  | 'metricStates'
  | 'metricChains'
  | 'metricDays'
  | 'metricChanges'
  | 'metricLinks'
  | 'metricRuns'
>;
