import { expect, test } from 'vitest';
import { DEFAULT_ENVIRONMENT_ALIASES } from '../environment.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { IncidentRecord } from '../store/store.ts';
import { concerns, readIncidentInputs } from './incident-inputs.ts';
import { ACCOUNT, driveStore, HOUR, START } from './store-driver.fixture.ts';

async function readAll(...all: Partial<IncidentRecord>[]) {
  const store = await openMemoryStore();
  const drive = driveStore(store);
  await drive.entity('one');
  for (const members of all) await store.createIncident(drive.incident(members));
  return readIncidentInputs(store, ACCOUNT, DEFAULT_ENVIRONMENT_ALIASES);
}

test('all incidents of an account are read but the canceled ones, however many they are', async () => {
  const many = Array.from({ length: 2001 }, (_, n) => ({ reportedAt: START + n }));
  const found = await readAll(...many, { state: 'canceled' }, { state: 'closed', detectedAt: START - 1 });
  expect(found.length).toBe(2002);
  expect(new Set(found.map(({ id }) => id)).size).toBe(2002);
});

test('the digest is of what decides about links, and of nothing else', async () => {
  const base = { id: '0197a000-0000-7000-8000-000000000001', changeId: 'C1', detectedAt: START } as const;
  const digestOf = async (members: Partial<IncidentRecord>) =>
    (await readAll({ ...base, ...members }))[0]?.digest;
  const digest = await digestOf({});
  expect(digest).toBeDefined();
  const a = '0197a000-0000-7000-8000-00000000000a';
  const b = '0197a000-0000-7000-8000-00000000000b';
  expect(await digestOf({ title: 'Up again', state: 'closed', severity: 'P0', updatedAt: START + 1 })).toBe(
    digest,
  );
  expect(await digestOf({ env: 'prd' })).toBe(digest);
  expect(await digestOf({ affectedEntityIds: [a, b] })).toBe(await digestOf({ affectedEntityIds: [b, a] }));
  for (const members of [
    { changeId: 'C2' },
    { changeId: null },
    { env: 'staging' },
    { affectedEntityIds: [a] },
    { detectedAt: START + HOUR },
    { resolvedAt: START + HOUR },
  ])
    expect(await digestOf(members)).not.toBe(digest);
  const resolved = { resolvedAt: START + HOUR };
  expect(await digestOf({ ...resolved, state: 'reopened' })).toBe(digest);
});

test.each([
  [['one'], 'production', { entityId: 'one', env: 'production' }, true],
  [['one'], 'production', { entityId: 'two', env: 'production' }, false],
  [[], 'production', { entityId: 'two', env: 'production' }, true],
  [[], 'production', { entityId: 'two', env: 'staging' }, false],
  [[], 'production', { entityId: 'two', env: null }, false],
  [[], 'production', { entityId: null, env: 'production' }, false],
])('an incident of %j in %s concerns %j: %s', (entityIds, env, chain, expected) => {
  const incident = { id: 'i', changeId: 'C1', start: 0, end: undefined, digest: '', env, entityIds };
  expect(concerns(incident, chain)).toBe(expected);
});
