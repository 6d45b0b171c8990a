/** The part of the store port that keeps incidents. Instants are milliseconds since 1970. */
export interface IncidentStore {
  getIncident(accountId: string, id: string): Promise<IncidentRecord | undefined>;
  /** By the name that another system gave it. */
  findExternalIncident(
    accountId: string,
    externalSystem: string,
    externalIncidentNumber: string,
  ): Promise<IncidentRecord | undefined>;
  /** Newest first by `startedAt`; among equals by id, descending. */
  listIncidents(query: IncidentQuery): Promise<IncidentPage>;
  /** What the calculator needs of all incidents that are not canceled, in no particular order. */
  listIncidentCauses(accountId: string): Promise<IncidentCause[]>;
  /** `external-taken`: another incident of the account has the same external system and number (both given). */
  createIncident(incident: IncidentRecord): Promise<'created' | 'external-taken'>;
  /** Replaces the incident with its account and id. */
  updateIncident(incident: IncidentRecord): Promise<'updated' | 'not-found' | 'external-taken'>;
  deleteIncident(accountId: string, id: string): Promise<'deleted' | 'not-found'>;
}

export const INCIDENT_STATES = [
  'new',
  'in_progress',
  'on_hold',
  'resolved',
  'closed',
  'canceled',
  'reopened',
] as const;

export type IncidentState = (typeof INCIDENT_STATES)[number];

export const SEVERITIES = ['P0', 'P1', 'P2', 'P3', 'P4', 'P5'] as const;

export type Severity = (typeof SEVERITIES)[number];

export interface IncidentRecord {
  accountId: string;
  id: string;
  title: string;
  description: string | null;
  externalSystem: string | null;
  externalIncidentNumber: string | null;
  state: IncidentState;
  severity: Severity | null;
  detectedAt: number | null;
  reportedAt: number | null;
  resolvedAt: number | null;
  closedAt: number | null;
  /** `change_id` of the deployment that caused it. */
  changeId: string | null;
  /** Trimmed and lower-cased, as with events; aliases are applied when asked. */
  env: string;
  /** None for all of the account. */
  affectedEntityIds: readonly string[];
  /** JSON text of an object. */
  customFields: string;
  createdAt: number;
  updatedAt: number;
  /** detectedAt, else reportedAt, else createdAt: kept for sorting and filtering (`incidentSpan`). */
  startedAt: number;
}

/** When an incident was, and what it is laid to. */
export type IncidentCause = Pick<
  IncidentRecord,
  | 'id'
  | 'state'
  | 'detectedAt'
  | 'reportedAt'
  | 'resolvedAt'
  | 'closedAt'
  | 'createdAt'
  | 'changeId'
  | 'env'
  | 'affectedEntityIds'
>;

export interface IncidentQuery {
  accountId: string;
  states?: readonly IncidentState[] | undefined;
  changeId?: string | undefined;
  /** Only those whose `env` is one of these. */
  envs?: readonly string[] | undefined;
  /** Only those that affect one of these entities, or all of the account. */
  entityIds?: readonly string[] | undefined;
  /** from ≤ startedAt < to */
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  /** Either skips `offset` items or begins behind `after`. */
  offset: number;
  after?: { startedAt: number; id: string } | undefined;
}

export interface IncidentPage {
  items: IncidentRecord[];
  itemCount: number | undefined;
}
