import { emptyContents, type StoreContents } from '../contents/store-contents.ts';
import type { Store } from '../store.ts';
import { newIncident } from './incident-records.fixture.ts';
import {
  BIG,
  metricState,
  newChain,
  newDay,
  newLink,
  newRun,
  stagedChain,
  TODAY,
} from './metric-records.fixture.ts';
import { byText, publish, putLinks } from './publication.fixture.ts';
import {
  ACCOUNT,
  batchOf,
  idOf,
  keyed,
  NOW,
  newApiKey,
  newBlueprint,
  newEntity,
  newEvent,
  newUser,
  OTHER,
  TRICKY_OBJECTS,
} from './records.fixture.ts';
import { newCommit, newRepo, shaOf } from './repo-records.fixture.ts';

const WORLD = 'Zahlungen – 決済 👍 \\ \' "';

/** Gives the account a record of every kind, with and without what may be missing. `mark` makes unique what must be. */
export async function fill(store: Store, accountId = ACCOUNT, mark = 'ours'): Promise<void> {
  const own = { accountId };
  await store.putUser(newUser({ ...own, email: `${mark}@example.com`, passwordHash: WORLD }));
  await store.putApiKey(newApiKey({ ...own, digest: `${mark} 1`, entityIds: null }));
  await store.putApiKey(
    newApiKey({
      ...own,
      id: idOf(2),
      digest: `${mark} 2`,
      name: WORLD,
      entityIds: [idOf(3), idOf(1)],
      expiresAt: NOW + 1,
      revokedAt: NOW + 2,
      lastUsedAt: NOW + 3,
      rateLimitMinute: 0,
      rateLimitHour: BIG,
    }),
  );
  await store.createBlueprint(newBlueprint({ ...own, schema: ' {"type":"object","a":1.0,"2":2,"1":1}' }));
  await store.createEntity(newEntity({ ...own, description: WORLD, attributes: '{"b":1e3,"a":"\\u0041"}' }));
  await store.createEntity(newEntity({ ...own, id: idOf(2), shortId: 'other', type: 'component' }));
  await fillEvents(store, accountId);
  await store.createIncident(newIncident(own));
  await store.createIncident(
    newIncident({
      ...own,
      id: idOf(2),
      title: WORLD,
      description: WORLD,
      externalSystem: 'pagerduty',
      externalIncidentNumber: '#1',
      state: 'reopened',
      severity: 'P0',
      detectedAt: NOW + 1,
      reportedAt: NOW + 2,
      resolvedAt: NOW + 3,
      closedAt: NOW + 4,
      changeId: 'CHG-1',
      affectedEntityIds: [idOf(2), idOf(1)],
      customFields: '{"z":1,"a":[{"b":1.0}]}',
      startedAt: NOW + 1,
    }),
  );
  await fillRepos(store, accountId);
  await fillMetrics(store, accountId);
}

async function fillEvents(store: Store, accountId: string): Promise<void> {
  const tricky = TRICKY_OBJECTS.filter(({ text }) => text.length < 1000).map(({ text }, n) =>
    newEvent({ attributes: text, timestamp: NOW - n }),
  );
  await store.appendEvents(batchOf(tricky, { accountId }));
  const others = [
    newEvent({ entityId: idOf(1), sender: { kind: 'user', id: idOf(9) } }),
    newEvent({ entityId: idOf(2), env: null, status: null, type: 'event-commit', timestamp: 0 }),
    newEvent({ env: WORLD, status: WORLD, timestamp: Date.parse('9999-12-31T23:59:59.999Z') }),
  ];
  const idempotency = keyed({ response: `{"text":${JSON.stringify(WORLD)},"n":1.0}` });
  await store.appendEvents(batchOf(others, { accountId, idempotency }));
}

async function fillRepos(store: Store, accountId: string): Promise<void> {
  const full = { url: 'https://example.com/a b', path: "/srv/it's.git", readAt: NOW, readError: WORLD };
  await store.createRepo(newRepo({ accountId }));
  await store.createRepo(newRepo({ accountId, id: idOf(2), kind: 'events', entityIds: [idOf(1)], ...full }));
  await store.addCommits(accountId, idOf(1), [
    newCommit({ parents: null, message: WORLD, author: WORLD }),
    newCommit({ sha: shaOf(2), parents: [] }),
  ]);
  await store.addCommits(accountId, idOf(1), [newCommit({ parents: [shaOf(2), shaOf(3)] })]);
}

async function fillMetrics(store: Store, accountId: string): Promise<void> {
  const chains = [
    stagedChain({
      days: [newDay(TODAY, { state: ' {"s":1.0}', facts: ' [1.0]' }), newDay(TODAY + 1)],
      changeUses: [{ changeId: WORLD, t: NOW, seq: BIG }],
    }),
    stagedChain({ chain: newChain({ id: 2, entityId: null, env: null }) }),
  ];
  const links = putLinks(newLink({ end: NOW + 1 }), newLink({ incidentId: idOf(2), chainId: 0, t: 0 }));
  const state = metricState({
    version: 7,
    watermark: BIG,
    settings: JSON.stringify(WORLD),
    histories: ' {"b":1,"a":2}',
  });
  await publish(store, chains, { accountId, links, state });
  await store.putRun(newRun({ accountId, state: 'failed', finishedAt: NOW, error: WORLD, deployments: BIG }));
  await store.putRun(newRun({ accountId, id: idOf(2) }));
}

/** Contents in an order that does not depend on the engine; events stay in theirs, account by account. */
export function comparable(contents: StoreContents) {
  const { events, ...others } = contents;
  const collections = Object.entries<Iterable<object>>(others).map(
    ([name, records]) => [name, Array.from(records).sort(byText)] as const,
  );
  const all = Array.from(events);
  const eventsOf = (accountId: string) => all.filter((event) => event.accountId === accountId);
  const accountIds = [...new Set(all.map(({ accountId }) => accountId))].sort();
  return { ...Object.fromEntries(collections), events: accountIds.map(eventsOf) };
}

/** How many records there are of each kind. */
export function countRecords(contents: StoreContents): Record<string, number> {
  const collections = Object.entries<Iterable<object>>({ ...contents });
  return Object.fromEntries(collections.map(([name, records]) => [name, Array.from(records).length]));
}

/** Nothing but accounts: those of a test, or one of them. */
export function bareContents(...accountIds: string[]): StoreContents {
  const accounts = [
    { id: ACCOUNT, name: 'Ours', createdAt: NOW },
    { id: OTHER, name: 'Theirs', createdAt: NOW },
  ];
  const isWanted = ({ id }: { id: string }) => accountIds.length === 0 || accountIds.includes(id);
  return { ...emptyContents(), accounts: accounts.filter(isWanted) };
}
