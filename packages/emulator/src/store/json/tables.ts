import type { AccountRecord, ApiKeyRecord, BlueprintRecord, EntityRecord, UserRecord } from '../store.ts';
import { createEventLog } from './event-log.ts';
import { keyInAccount } from './key-in-account.ts';
import type { IdempotencyRecord, SecretRecord, StoreContents } from './store-contents.ts';
import { createTable } from './table.ts';

export type Tables = ReturnType<typeof createTables>;

/** What the tables will be once the draft is on disk; iterates as the contents to be written. */
export type Draft = ReturnType<typeof draftTables>;

/** The tables with their indexes, filled. Throws when two records claim the same key. */
export function createTables(contents: StoreContents) {
  const tables = {
    accounts: createTable<AccountRecord>({ keyOf: ({ id }) => id }),
    users: createTable<UserRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      aliasOf: ({ accountId, email }) => keyInAccount(accountId, email),
    }),
    apiKeys: createTable<ApiKeyRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      aliasOf: ({ digest }) => digest,
    }),
    blueprints: createTable<BlueprintRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      aliasOf: ({ accountId, shortId }) => keyInAccount(accountId, shortId),
    }),
    entities: createTable<EntityRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      aliasOf: ({ accountId, shortId }) => keyInAccount(accountId, shortId),
    }),
    secrets: createTable<SecretRecord>({ keyOf: ({ name }) => name }),
    idempotencyKeys: createTable<IdempotencyRecord>({
      keyOf: ({ accountId, key }) => keyInAccount(accountId, key),
    }),
    events: createEventLog(),
  };

  const draft = draftTables(tables);
  for (const account of contents.accounts) draft.accounts.insert(account);
  for (const user of contents.users) draft.users.insert(user);
  for (const apiKey of contents.apiKeys) draft.apiKeys.insert(apiKey);
  for (const blueprint of contents.blueprints) draft.blueprints.insert(blueprint);
  for (const entity of contents.entities) draft.entities.insert(entity);
  for (const secret of contents.secrets) draft.secrets.insert(secret);
  for (const idempotencyKey of contents.idempotencyKeys) draft.idempotencyKeys.insert(idempotencyKey);
  for (const event of contents.events) draft.events.append(event);
  applyDraft(draft);
  return tables;
}

/** At most one draft may live at a time. */
export function draftTables(tables: Tables) {
  return {
    accounts: tables.accounts.draft(),
    users: tables.users.draft(),
    apiKeys: tables.apiKeys.draft(),
    blueprints: tables.blueprints.draft(),
    entities: tables.entities.draft(),
    secrets: tables.secrets.draft(),
    idempotencyKeys: tables.idempotencyKeys.draft(),
    events: tables.events.draft(),
  } satisfies StoreContents;
}

export function isChanged(draft: Draft): boolean {
  return Object.values(draft).some(({ changed }) => changed);
}

export function applyDraft(draft: Draft): void {
  for (const table of Object.values(draft)) table.apply();
}
