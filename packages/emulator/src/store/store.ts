import type { ContentStore } from './content-port.ts';
import type { IncidentStore } from './incident-port.ts';
import type { MetricStore } from './metric-port.ts';
import type { RepoStore } from './repo-port.ts';

/**
 * The store port: everything the service keeps, behind one asynchronous interface. Engines live in `json/`
 * and `sql/`; `store-contract.ts` is the suite that each of them passes.
 *
 * What every engine promises:
 * - a resolved write is on disk (fsync'd), a rejected one left nothing behind, unless its error says `maybeStored`;
 * - no read shows what is not yet on disk;
 * - every call names the account, and nothing of another account is read or touched;
 * - what creates a record rejects with `AccountGoneError` when its account is not there (any more), so that nothing is
 *   left of an account that was removed while a request was under way;
 * - a store that cannot take writes rejects with `StoreUnavailableError`, and works again by itself when
 *   the cause is gone.
 *
 * Instants are milliseconds since 1970 in UTC. Ids are lower-case UUIDs.
 */
export interface Store extends IncidentStore, RepoStore, MetricStore, ContentStore {
  /** Engine and place, for a person: `sqlite:/var/lib/milepost/milepost.sqlite`. No password in it. */
  readonly name: string;

  // Events

  /** Stores a whole batch or nothing of it, in one transaction. */
  appendEvents(batch: EventBatch): Promise<AppendOutcome>;
  getEvent(accountId: string, id: string): Promise<EventRecord | undefined>;
  /** Newest first; later ingested first among equals. */
  listEvents(query: EventQuery): Promise<EventPage>;
  /** What the key created at `since` or later was sent with, and answered. */
  findIdempotencyKey(
    accountId: string,
    key: string,
    since: number,
  ): Promise<Pick<Idempotency, 'digest' | 'response'> | undefined>;
  /** Forgets what Idempotency-Keys created before `before` answered. */
  purgeIdempotencyKeys(before: number): Promise<void>;

  // Entities

  /** The entities that the references name, one item a reference found, in no particular order. */
  findEntities(accountId: string, references: readonly EntityReference[]): Promise<EntityRecord[]>;
  /** By shortId, ascending (by code unit). */
  listEntities(query: EntityQuery): Promise<EntityPage>;
  createEntity(entity: EntityRecord): Promise<'created' | 'short-id-taken'>;
  /** Changes only what is named, so that two changes at once both last. */
  updateEntity(changes: EntityChanges): Promise<'updated' | 'not-found' | 'short-id-taken'>;
  deleteEntity(accountId: string, id: string): Promise<'deleted' | 'not-found' | 'has-events'>;

  // Blueprints that accounts made; the built-in ones are in @milepost/shared

  findBlueprint(accountId: string, shortId: string): Promise<BlueprintRecord | undefined>;
  /** By shortId, ascending (by code unit), all of them. */
  listBlueprints(accountId: string): Promise<BlueprintRecord[]>;
  createBlueprint(blueprint: BlueprintRecord): Promise<'created' | 'short-id-taken'>;

  // Accounts and credentials

  getAccount(id: string): Promise<AccountRecord | undefined>;
  listAccounts(): Promise<AccountRecord[]>;
  /** Creates the account unless there is one with its id. */
  ensureAccount(account: AccountRecord): Promise<void>;
  findUserByEmail(email: string): Promise<UserRecord | undefined>;
  getUser(accountId: string, id: string): Promise<UserRecord | undefined>;
  /** Creates the user, or replaces the one with its account and id. */
  putUser(user: UserRecord): Promise<void>;
  /** By the SHA-256 digest (hex) of the key. Expired and revoked keys are found, too. */
  findApiKey(digest: string): Promise<ApiKeyRecord | undefined>;
  /** Newest first; among equals by id. Revoked ones are listed, too. */
  listApiKeys(accountId: string): Promise<ApiKeyRecord[]>;
  /** Creates the key, or replaces the one with its account and id. */
  putApiKey(key: ApiKeyRecord): Promise<void>;
  /** Revokes at once; a key that is revoked already keeps its first instant and counts as found. */
  revokeApiKey(accountId: string, id: string, at: number): Promise<'revoked' | 'not-found'>;
  /** Remembers when keys were last used. */
  touchApiKeys(uses: readonly ApiKeyUse[]): Promise<void>;

  // The instance

  /** The value kept under a name; the first caller's value stays, whoever asks later. */
  keepSecret(name: string, value: string): Promise<string>;
  getSecret(name: string): Promise<string | undefined>;
  /** Writes something small to disk; rejects when the store cannot take writes. */
  probeWrite(at: number): Promise<void>;
  close(): Promise<void>;
}

/** One account: a customer, a team. Nothing crosses from one to another. */
export interface AccountRecord {
  id: string;
  name: string;
  createdAt: number;
}

/** Who did something: kept with each event for the audit log. */
export interface Sender {
  kind: 'api-key' | 'user';
  id: string;
}

/** An event to be stored; the engine gives it its ingest sequence. */
export interface NewEvent {
  id: string;
  type: string;
  blueprintId: string;
  entityId: string | null;
  timestamp: number;
  createdAt: number;
  /** `attributes.env` trimmed and lower-cased; null without one. Aliases are applied when asked, not here. */
  env: string | null;
  /** `attributes.status` as sent; null without one. */
  status: string | null;
  /** JSON text, kept to the letter: key order is the sender's. */
  attributes: string;
  sender: Sender;
}

export interface EventRecord extends NewEvent {
  accountId: string;
  /** Ingest sequence of the account: grows with each event in the order of commit. */
  seq: number;
}

/** Events of one request. `response` is the body of the 201, remembered when there is a key. */
export interface EventBatch {
  accountId: string;
  events: readonly NewEvent[];
  idempotency?: Idempotency | undefined;
}

export interface Idempotency {
  key: string;
  /** Of the request body. */
  digest: string;
  response: string;
  createdAt: number;
  /** A record of this key made before this instant has expired and is replaced. */
  expiredBefore: number;
}

export type AppendOutcome =
  | { state: 'stored' }
  /** The key came before with an equal body: nothing was stored, this is the first answer. */
  | { state: 'replayed'; response: string }
  /** The key came before with another body: nothing was stored. */
  | { state: 'key-reused' }
  /** Entities of the batch were deleted meanwhile: nothing was stored. */
  | { state: 'entities-gone' };

export interface EventQuery {
  accountId: string;
  type?: string | undefined;
  /** Only events of these entities. */
  entityIds?: readonly string[] | undefined;
  /** Only events whose `env` is one of these. */
  envs?: readonly string[] | undefined;
  status?: string | undefined;
  /** from ≤ timestamp < to */
  from?: number | undefined;
  to?: number | undefined;
  limit: number;
  /** Either skips `offset` items or begins behind `after`. */
  offset: number;
  after?: { timestamp: number; seq: number } | undefined;
}

/** `itemCount` counts all that match, whatever the page; behind `after` an engine may spare the counting. */
export interface EventPage {
  items: EventRecord[];
  itemCount: number | undefined;
}

export interface EntityRecord {
  accountId: string;
  id: string;
  shortId: string;
  name: string;
  type: 'application' | 'service' | 'component';
  description: string | null;
  /** JSON text. */
  attributes: string;
  createdAt: number;
  updatedAt: number;
}

/** The members of an entity that change. */
export type EntityChanges = Pick<EntityRecord, 'accountId' | 'id'> & Partial<EntityRecord>;

export type EntityReference = { id: string } | { shortId: string };

export interface EntityQuery {
  accountId: string;
  type?: EntityRecord['type'] | undefined;
  /** Only these entities. */
  ids?: readonly string[] | undefined;
  limit: number;
  offset: number;
  after?: { shortId: string } | undefined;
}

export interface EntityPage {
  items: EntityRecord[];
  itemCount: number | undefined;
}

export interface BlueprintRecord {
  accountId: string;
  id: string;
  shortId: string;
  name: string;
  /** JSON Schema of `attributes`, as JSON text. */
  schema: string;
  createdAt: number;
}

export interface UserRecord {
  accountId: string;
  id: string;
  /** Lower-case. */
  email: string;
  passwordHash: string;
  createdAt: number;
}

export interface ApiKeyRecord {
  accountId: string;
  id: string;
  /** The key's first characters, `mp_` and eight more, by which a person knows it. */
  prefix: string;
  /** SHA-256 of the whole key, hex. */
  digest: string;
  name: string;
  /** The entities that the key is limited to; null for all. */
  entityIds: readonly string[] | null;
  /** User id, or `cli`, or `emulator`. */
  createdBy: string;
  createdAt: number;
  expiresAt: number | null;
  revokedAt: number | null;
  lastUsedAt: number | null;
  /** Rate limits of its own; null for the server's. */
  rateLimitMinute: number | null;
  rateLimitHour: number | null;
}

export interface ApiKeyUse {
  accountId: string;
  id: string;
  at: number;
}

/** The store cannot take writes (or answer) now: a full disk, a database that is away. Try again later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
  /** Nobody knows whether the write was made: the database went away while it was being committed. */
  readonly maybeStored: boolean;

  constructor(message: string, options: { cause?: unknown; maybeStored?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.maybeStored = options.maybeStored ?? false;
  }
}

/** The account of what was to be written is not there, or not any more; nothing was written. */
export class AccountGoneError extends Error {
  override readonly name = 'AccountGoneError';

  constructor(accountId: string) {
    super(`There is no account ${accountId}.`);
  }
}

/** The store cannot be opened as asked. The message is one line for the person who asked. */
export class StoreOpenError extends Error {
  override readonly name = 'StoreOpenError';
}

export type * from './content-port.ts';
export type * from './incident-port.ts';
export type * from './metric-port.ts';
export type * from './repo-port.ts';
