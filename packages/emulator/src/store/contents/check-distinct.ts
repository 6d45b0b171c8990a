import { ContentsError } from './contents-error.ts';
import type { StoreContents } from './store-contents.ts';

/** What may be in one record of a collection only, within an account or (of accounts themselves, and what signs in) in all. */
type Keys = {
  readonly [Name in Exclude<keyof StoreContents, 'secrets'>]: {
    readonly [what: string]: (
      record: StoreContents[Name] extends Iterable<infer T> ? T : never,
    ) => readonly (string | number | null)[];
  };
};

const idInAccount = { id: (record: { accountId: string; id: string }) => [record.accountId, record.id] };

const keys: Keys = {
  accounts: { id: ({ id }) => [id] },
  users: { ...idInAccount, email: ({ email }) => [email] },
  apiKeys: { ...idInAccount, digest: ({ digest }) => [digest] },
  blueprints: { ...idInAccount, shortId: ({ accountId, shortId }) => [accountId, shortId] },
  entities: { ...idInAccount, shortId: ({ accountId, shortId }) => [accountId, shortId] },
  idempotencyKeys: { key: ({ accountId, key }) => [accountId, key] },
  events: { ...idInAccount, seq: ({ accountId, seq }) => [accountId, seq] },
  incidents: {
    ...idInAccount,
    'externalSystem and externalIncidentNumber': (incident) => [
      incident.accountId,
      incident.externalSystem,
      incident.externalIncidentNumber,
    ],
  },
  repos: idInAccount,
  commits: {
    sha: ({ accountId, repoId, sha }) => [accountId, repoId, sha],
    seq: ({ accountId, repoId, seq }) => [accountId, repoId, seq],
  },
  metricStates: { account: ({ accountId }) => [accountId] },
  metricChains: { id: ({ accountId, id }) => [accountId, id] },
  metricDays: { 'chain and day': ({ accountId, chainId, day }) => [accountId, chainId, day] },
  metricChanges: {
    change: ({ accountId, changeId, chainId, t, seq }) => [accountId, changeId, chainId, t, seq],
  },
  metricLinks: {
    'incident and chain': ({ accountId, incidentId, chainId }) => [accountId, incidentId, chainId],
  },
  metricRuns: idInAccount,
};

/**
 * Refuses two records that exclude each other.
 *
 * @throws ContentsError that names what they have in common.
 */
export function checkDistinct(contents: StoreContents): void {
  requireDistinct('accounts', contents.accounts, keys.accounts);
  requireDistinct('users', contents.users, keys.users);
  requireDistinct('apiKeys', contents.apiKeys, keys.apiKeys);
  requireDistinct('blueprints', contents.blueprints, keys.blueprints);
  requireDistinct('entities', contents.entities, keys.entities);
  requireDistinct('idempotencyKeys', contents.idempotencyKeys, keys.idempotencyKeys);
  requireDistinct('events', contents.events, keys.events);
  requireDistinct('incidents', contents.incidents, keys.incidents);
  requireDistinct('repos', contents.repos, keys.repos);
  requireDistinct('commits', contents.commits, keys.commits);
  requireDistinct('metricStates', contents.metricStates, keys.metricStates);
  requireDistinct('metricChains', contents.metricChains, keys.metricChains);
  requireDistinct('metricDays', contents.metricDays, keys.metricDays);
  requireDistinct('metricChanges', contents.metricChanges, keys.metricChanges);
  requireDistinct('metricLinks', contents.metricLinks, keys.metricLinks);
  requireDistinct('metricRuns', contents.metricRuns, keys.metricRuns);
}

function requireDistinct<T>(
  name: string,
  records: Iterable<T>,
  keysOf: Readonly<Record<string, (record: T) => readonly (string | number | null)[]>>,
): void {
  for (const [what, keyOf] of Object.entries(keysOf)) {
    const known = new Set<string>();
    for (const record of records) {
      const key = keyOf(record);
      // Several may be without one.
      if (key.includes(null)) continue;
      const text = JSON.stringify(key);
      if (known.has(text))
        throw new ContentsError(`Two of ${name} have the same ${what}, ${key.slice(-1).join()}`);
      known.add(text);
    }
  }
}
