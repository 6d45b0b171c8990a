import type { IncidentState, Severity } from '../incident-port.ts';

/** The tables of incidents, repositories and metrics; `schema.ts` has the others. */
export interface IncidentTable {
  account_id: string;
  id: string;
  title: string;
  description: string | null;
  external_system: string | null;
  external_incident_number: string | null;
  state: IncidentState;
  severity: Severity | null;
  detected_at: number | null;
  reported_at: number | null;
  resolved_at: number | null;
  closed_at: number | null;
  change_id: string | null;
  env: string;
  /** JSON array of ids. */
  affected_entity_ids: string;
  custom_fields: string;
  created_at: number;
  updated_at: number;
  started_at: number;
}

export interface RepoTable {
  account_id: string;
  id: string;
  name: string;
  kind: 'connected' | 'events';
  url: string | null;
  path: string | null;
  /** JSON array of ids. */
  entity_ids: string;
  created_at: number;
  last_seq: number;
  read_at: number | null;
  read_error: string | null;
}

export interface CommitTable {
  account_id: string;
  repo_id: string;
  seq: number;
  sha: string;
  /** JSON array of shas; null when they are not known. */
  parents: string | null;
  authored_at: number;
  committed_at: number;
  message: string;
  author: string;
}

export interface CommitGraphTable {
  account_id: string;
  repo_id: string;
  seq: number;
  body: Uint8Array;
}

export interface MetricStateTable {
  account_id: string;
  version: number;
  watermark: number;
  through_day: number;
  calculated_at: number;
  settings: string;
  histories: string;
}

export interface MetricChainTable {
  account_id: string;
  id: number;
  entity_id: string | null;
  env: string | null;
  first_day: number;
}

export interface MetricDayTable {
  account_id: string;
  chain_id: number;
  day: number;
  facts: string;
  state: string | null;
}

export interface MetricDetailTable {
  account_id: string;
  chain_id: number;
  day: number;
  detail: string;
}

export interface MetricChangeTable {
  account_id: string;
  change_id: string;
  chain_id: number;
  t: number;
  seq: number;
}

export interface MetricLinkTable {
  account_id: string;
  incident_id: string;
  chain_id: number;
  t: number;
  started_at: number;
  ended_at: number | null;
  digest: string;
}

export interface MetricRunTable {
  account_id: string;
  id: string;
  started_at: number;
  finished_at: number | null;
  state: 'running' | 'succeeded' | 'failed';
  through_day: number;
  dirty_chains: number;
  deployments: number;
  error: string | null;
}

export interface LeaseTable {
  name: string;
  holder: string;
  expires_at: number;
}
