import type {
  IdempotencyRecord,
  InAccount,
  SecretRecord,
  StoreContents,
  StoredCommit,
} from '../contents/store-contents.ts';
import type { IncidentRecord } from '../incident-port.ts';
import type {
  ChainRecord,
  ChangeUse,
  DayRecord,
  LinkRecord,
  MetricState,
  RunRecord,
} from '../metric-port.ts';
import type { RepoRecord } from '../repo-port.ts';
import type { AccountRecord, ApiKeyRecord, BlueprintRecord, EntityRecord, UserRecord } from '../store.ts';
import { createEventLog } from './event-log.ts';
import { externalKey } from './external-key.ts';
import { keyInAccount } from './key-in-account.ts';
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
    incidents: createTable<IncidentRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      aliasOf: externalKey,
      groupOf: ({ accountId }) => accountId,
    }),
    repos: createTable<RepoRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      groupOf: ({ accountId }) => accountId,
    }),
    commits: createTable<StoredCommit>({
      keyOf: ({ accountId, repoId, sha }) => keyInAccount(accountId, `${repoId}/${sha}`),
      groupOf: ({ accountId, repoId }) => keyInAccount(accountId, repoId),
    }),
    metricStates: createTable<InAccount<MetricState>>({ keyOf: ({ accountId }) => accountId }),
    metricChains: createTable<InAccount<ChainRecord>>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, `${id}`),
      groupOf: ({ accountId }) => accountId,
    }),
    metricDays: createTable<InAccount<DayRecord>>({
      keyOf: ({ accountId, chainId, day }) => keyInAccount(accountId, `${chainId}/${day}`),
      groupOf: ({ accountId, chainId }) => keyInAccount(accountId, `${chainId}`),
    }),
    metricChanges: createTable<InAccount<ChangeUse>>({
      // The numbers first: a change id may have anything in it.
      keyOf: ({ accountId, changeId, chainId, t, seq }) =>
        keyInAccount(accountId, `${chainId}/${t}/${seq}/${changeId}`),
      groupOf: ({ accountId }) => accountId,
    }),
    metricLinks: createTable<InAccount<LinkRecord>>({
      keyOf: ({ accountId, incidentId, chainId }) => keyInAccount(accountId, `${incidentId}/${chainId}`),
      groupOf: ({ accountId }) => accountId,
    }),
    metricRuns: createTable<RunRecord>({
      keyOf: ({ accountId, id }) => keyInAccount(accountId, id),
      groupOf: ({ accountId }) => accountId,
    }),
  };

  const draft = draftTables(tables);
  fillDraft(draft, contents);
  applyDraft(draft);
  return tables;
}

/** Adds all the contents. Throws, and has added some of them, when two records claim the same key. */
export function fillDraft(draft: Draft, contents: StoreContents): void {
  for (const account of contents.accounts) draft.accounts.insert(account);
  for (const user of contents.users) draft.users.insert(user);
  for (const apiKey of contents.apiKeys) draft.apiKeys.insert(apiKey);
  for (const blueprint of contents.blueprints) draft.blueprints.insert(blueprint);
  for (const entity of contents.entities) draft.entities.insert(entity);
  for (const secret of contents.secrets) draft.secrets.insert(secret);
  for (const idempotencyKey of contents.idempotencyKeys) draft.idempotencyKeys.insert(idempotencyKey);
  for (const event of contents.events) draft.events.append(event);
  for (const incident of contents.incidents) draft.incidents.insert(incident);
  for (const repo of contents.repos) draft.repos.insert(repo);
  for (const commit of contents.commits) draft.commits.insert(commit);
  for (const state of contents.metricStates) draft.metricStates.insert(state);
  for (const chain of contents.metricChains) draft.metricChains.insert(chain);
  for (const day of contents.metricDays) draft.metricDays.insert(day);
  for (const use of contents.metricChanges) draft.metricChanges.insert(use);
  for (const link of contents.metricLinks) draft.metricLinks.insert(link);
  for (const run of contents.metricRuns) draft.metricRuns.insert(run);
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
    incidents: tables.incidents.draft(),
    repos: tables.repos.draft(),
    commits: tables.commits.draft(),
    metricStates: tables.metricStates.draft(),
    metricChains: tables.metricChains.draft(),
    metricDays: tables.metricDays.draft(),
    metricChanges: tables.metricChanges.draft(),
    metricLinks: tables.metricLinks.draft(),
    metricRuns: tables.metricRuns.draft(),
  } satisfies StoreContents;
}

export function isChanged(draft: Draft): boolean {
  return Object.values(draft).some(({ changed }) => changed);
}

export function applyDraft(draft: Draft): void {
  for (const table of Object.values(draft)) table.apply();
}
