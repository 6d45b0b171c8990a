/**
 * The part of the store port that keeps what the metric calculator found. All of it is derived: it can be made again
 * from events, commits and incidents. Days are whole UTC days since 1970, instants milliseconds.
 */
export interface MetricStore {
  // Input of the calculator

  /** Deployments and commits that were sent, in the order of ingestion, behind `afterSeq`. */
  readNewEvents(accountId: string, afterSeq: number, limit: number): Promise<MetricEvent[]>;
  /** `event-deploy` of one chain by (timestamp, seq), behind `after`, at most `limit`. */
  readChainEvents(query: ChainEventQuery): Promise<ChainEvent[]>;
  /** Each entity and stored environment that has an `event-deploy`, up to a sequence. */
  listChainKeys(accountId: string, upToSeq: number): Promise<ChainKey[]>;
  /** Ingest sequence of the account's newest event; 0 before the first. */
  lastEventSeq(accountId: string): Promise<number>;

  // What was calculated

  /** What the last finished calculation left; undefined before the first. */
  getMetricState(accountId: string): Promise<MetricState | undefined>;
  /** Its version alone. */
  getMetricVersion(accountId: string): Promise<number | undefined>;
  /** All chains of the account, or those of some environments and entities. */
  listChains(query: ChainQuery): Promise<ChainRecord[]>;
  /** Rows of the chains within from ≤ day ≤ to, by chain and day. `detail` and `state` are null unless details are asked for. */
  readDays(query: DayQuery): Promise<DayRecord[]>;
  /** The last row before `day` that has a state. */
  findCheckpoint(
    accountId: string,
    chainId: number,
    beforeDay: number,
  ): Promise<Pick<DayRecord, 'day' | 'state'> | undefined>;
  /** Deployments with one of these keys, or with a change id that an incident names. */
  listChangeUses(accountId: string, keys?: readonly string[]): Promise<ChangeUse[]>;
  listLinks(accountId: string): Promise<LinkRecord[]>;
  /** Of the incidents that began within from ≤ start < to: how many have no deployment, or ended before they began. */
  countLinks(accountId: string, from: number, to: number): Promise<LinkCounts>;

  // The work of a run

  /**
   * Puts aside what a run found of some chains, for `publishMetrics`.
   *
   * @param options.isFull as in the publication: then the chains have ids greater than all that are published.
   */
  stageChains(
    accountId: string,
    runId: string,
    chains: readonly StagedChain[],
    options?: { isFull: boolean },
  ): Promise<void>;
  /**
   * Makes what was staged the account's numbers, in one transaction. false, and nothing changed, when another run
   * published since `version` was read, or has discarded what was staged.
   */
  publishMetrics(publication: Publication): Promise<boolean>;
  /** Forgets what runs staged and did not publish. */
  discardStaged(accountId: string): Promise<void>;

  // Runs

  /** Creates the run, or replaces the one with its account and id. */
  putRun(run: RunRecord): Promise<void>;
  /** Newest first (by startedAt, then id). */
  listRuns(accountId: string, page: { limit: number; offset: number }): Promise<RunPage>;
  /** Gives the lease to the holder unless another has it until after `now`; renews the holder's own. */
  acquireLease(lease: { name: string; holder: string; now: number; until: number }): Promise<boolean>;
  releaseLease(name: string, holder: string): Promise<void>;
}

export interface MetricEvent {
  id: string;
  seq: number;
  type: string;
  entityId: string | null;
  timestamp: number;
  env: string | null;
  status: string | null;
  attributes: string;
}

/** An event of a chain that is known. */
export type ChainEvent = Pick<MetricEvent, 'id' | 'seq' | 'timestamp' | 'status' | 'attributes'>;

export interface ChainKey {
  entityId: string | null;
  /** As stored: trimmed and lower-cased; null without one. */
  env: string | null;
}

export interface ChainEventQuery {
  accountId: string;
  /** null for those without an entity. */
  entityId: string | null;
  /** Stored spellings; null for those without an environment. */
  envs: readonly string[] | null;
  /** Only those ingested until then. */
  upToSeq: number;
  /** timestamp ≥ from */
  from: number;
  after?: { timestamp: number; seq: number } | undefined;
  limit: number;
}

export interface ChainRecord {
  id: number;
  entityId: string | null;
  /** The environment key; null for deployments without an environment. */
  env: string | null;
  /** Of its first deployment. */
  firstDay: number;
}

export interface ChainQuery {
  accountId: string;
  entityIds?: readonly string[] | undefined;
}

export interface DayQuery {
  accountId: string;
  chainIds: readonly number[];
  from: number;
  to: number;
  withDetail?: boolean;
}

/** What is kept of a chain's day; `dora/fact.ts` writes and reads the texts. */
export interface DayRecord {
  chainId: number;
  day: number;
  facts: string;
  detail: string | null;
  /** The state behind this day, from which a calculation can go on; null where it cannot. */
  state: string | null;
}

/** A deployment that carries a change id, or waits for a commit. */
export interface ChangeUse {
  /** The change id, or what `change-key.ts` makes of it or of the commit. */
  changeId: string;
  chainId: number;
  t: number;
  seq: number;
}

/** An incident as the last calculation saw it, and what it was laid to. */
export interface LinkRecord {
  incidentId: string;
  /** 0 for an incident without a deployment. */
  chainId: number;
  /** Of the deployment; 0 without one. */
  t: number;
  start: number;
  end: number | null;
  /** Of all that decides about the link. */
  digest: string;
}

export interface LinkChanges {
  gone: readonly Pick<LinkRecord, 'incidentId' | 'chainId'>[];
  /** New ones, and those that take the place of another with the same incident and chain. */
  put: readonly LinkRecord[];
}

export interface LinkCounts {
  orphans: number;
  endingBeforeStart: number;
}

/** New rows of a chain from a day on: those that were there from that day on go. */
export interface StagedChain {
  chain: ChainRecord;
  fromDay: number;
  days: readonly Omit<DayRecord, 'chainId'>[];
  changeUses: readonly Omit<ChangeUse, 'chainId'>[];
}

export interface MetricState {
  /** Grows with each publication. */
  version: number;
  /** Events up to this ingest sequence are in the numbers. */
  watermark: number;
  /** The last day that is calculated. */
  throughDay: number;
  calculatedAt: number;
  /** Of the settings that decide about all chains; when they change, everything is calculated anew. */
  settings: string;
  /** JSON text: what was known of the histories of repositories. */
  histories: string;
}

export interface Publication {
  accountId: string;
  /** undefined before the first. */
  expectedVersion: number | undefined;
  state: MetricState;
  /** Of the staged chains. */
  runId: string;
  /** How many there must be: another run may have discarded some. */
  chains: number;
  /** Everything that was there goes: chains, days, change uses, links. */
  isFull: boolean;
  /** What has changed of the links. */
  links: LinkChanges;
}

export interface RunRecord {
  accountId: string;
  id: string;
  startedAt: number;
  finishedAt: number | null;
  state: 'running' | 'succeeded' | 'failed';
  throughDay: number;
  dirtyChains: number;
  deployments: number;
  error: string | null;
}

export interface RunPage {
  items: RunRecord[];
  itemCount: number;
}
