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
}

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
  };
}
