import type { IncidentRecord } from '../incident-port.ts';
import type {
  ChainRecord,
  ChangeUse,
  DayRecord,
  LinkRecord,
  MetricState,
  RunRecord,
} from '../metric-port.ts';
import type { CommitRecord, RepoRecord } from '../repo-port.ts';
import type {
  AccountRecord,
  ApiKeyRecord,
  BlueprintRecord,
  EntityRecord,
  EventRecord,
  UserRecord,
} from '../store.ts';

/** All that a store keeps, in the order in which it came; events of one account by ascending `seq`. */
export interface StoreContents {
  accounts: Iterable<AccountRecord>;
  users: Iterable<UserRecord>;
  apiKeys: Iterable<ApiKeyRecord>;
  blueprints: Iterable<BlueprintRecord>;
  entities: Iterable<EntityRecord>;
  secrets: Iterable<SecretRecord>;
  idempotencyKeys: Iterable<IdempotencyRecord>;
  events: Iterable<EventRecord>;
  incidents: Iterable<IncidentRecord>;
  repos: Iterable<RepoRecord>;
  commits: Iterable<StoredCommit>;
  metricStates: Iterable<InAccount<MetricState>>;
  metricChains: Iterable<InAccount<ChainRecord>>;
  metricDays: Iterable<InAccount<DayRecord>>;
  metricChanges: Iterable<InAccount<ChangeUse>>;
  metricLinks: Iterable<InAccount<LinkRecord>>;
  metricRuns: Iterable<RunRecord>;
}

/** A record that does not say itself whose it is. */
export type InAccount<T> = T & { accountId: string };

/** `seq` is the repository's: of when the commit was added or changed last. */
export type StoredCommit = InAccount<CommitRecord & { repoId: string; seq: number }>;

/** What an Idempotency-Key answered. */
export interface IdempotencyRecord {
  accountId: string;
  key: string;
  /** Of the request body. */
  digest: string;
  response: string;
  createdAt: number;
}

export interface SecretRecord {
  name: string;
  value: string;
}

export function emptyContents(): StoreContents {
  return {
    accounts: [],
    users: [],
    apiKeys: [],
    blueprints: [],
    entities: [],
    secrets: [],
    idempotencyKeys: [],
    events: [],
    incidents: [],
    repos: [],
    commits: [],
    metricStates: [],
    metricChains: [],
    metricDays: [],
    metricChanges: [],
    metricLinks: [],
    metricRuns: [],
  };
}
