import type {
  CommitGraphTable,
  CommitTable,
  IncidentTable,
  LeaseTable,
  MetricChainTable,
  MetricChangeTable,
  MetricDayTable,
  MetricDetailTable,
  MetricLinkTable,
  MetricRunTable,
  MetricStateTable,
  RepoTable,
} from './metric-schema.ts';

/**
 * Tables as Kysely sees them, the same in SQLite and PostgreSQL. Instants are integers (milliseconds since
 * 1970), JSON is text. Keys begin with the account, so that PostgreSQL tables can be distributed by it.
 */
export interface Database {
  accounts: AccountTable;
  users: UserTable;
  api_keys: ApiKeyTable;
  entities: EntityTable;
  blueprints: BlueprintTable;
  events: EventTable;
  idempotency_keys: IdempotencyKeyTable;
  secrets: SecretTable;
  incidents: IncidentTable;
  repos: RepoTable;
  commits: CommitTable;
  commit_graphs: CommitGraphTable;
  metric_states: MetricStateTable;
  metric_chains: MetricChainTable;
  metric_days: MetricDayTable;
  metric_details: MetricDetailTable;
  metric_changes: MetricChangeTable;
  metric_links: MetricLinkTable;
  metric_runs: MetricRunTable;
  leases: LeaseTable;
  staged_chains: MetricChainTable & { run_id: string; from_day: number };
  staged_days: MetricDayTable & MetricDetailTable & { run_id: string };
  staged_changes: MetricChangeTable & { run_id: string };
}

interface AccountTable {
  id: string;
  name: string;
  created_at: number;
  /** Ingest sequence of the account's newest event. */
  last_seq: number;
}

interface UserTable {
  account_id: string;
  id: string;
  email: string;
  password_hash: string;
  created_at: number;
}

interface ApiKeyTable {
  account_id: string;
  id: string;
  prefix: string;
  digest: string;
  name: string;
  entity_ids: string | null;
  created_by: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
  rate_limit_minute: number | null;
  rate_limit_hour: number | null;
}

interface EntityTable {
  account_id: string;
  id: string;
  short_id: string;
  name: string;
  type: 'application' | 'service' | 'component';
  description: string | null;
  attributes: string;
  created_at: number;
  updated_at: number;
}

interface BlueprintTable {
  account_id: string;
  id: string;
  short_id: string;
  name: string;
  schema: string;
  created_at: number;
}

export interface EventTable {
  account_id: string;
  seq: number;
  id: string;
  type: string;
  blueprint_id: string;
  entity_id: string | null;
  timestamp: number;
  created_at: number;
  env: string | null;
  status: string | null;
  attributes: string;
  sender_kind: 'api-key' | 'user';
  sender_id: string;
}

interface IdempotencyKeyTable {
  account_id: string;
  key: string;
  digest: string;
  response: string;
  created_at: number;
}

/** Of the instance, not of an account: signing keys, the write probe. */
interface SecretTable {
  name: string;
  value: string;
}
