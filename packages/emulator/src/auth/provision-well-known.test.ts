import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { Store } from '../store/store.ts';
import { apiKeyDigest, makeApiKey } from './api-key.ts';
import { ApiKeyTakenError, provisionWellKnown } from './provision-well-known.ts';
import {
  WELL_KNOWN_ACCOUNT,
  WELL_KNOWN_API_KEY,
  WELL_KNOWN_ENTITIES,
  WELL_KNOWN_USER,
} from './well-known.ts';

const accountId = WELL_KNOWN_ACCOUNT.id;
const usual = { apiKey: WELL_KNOWN_API_KEY, now: 1000 };

async function provisioned(): Promise<Store> {
  const store = await openMemoryStore();
  await provisionWellKnown(store, usual);
  return store;
}

/** The same store, which refuses every write. */
function readOnly(store: Store): Store {
  const refuse = () => expect.unreachable('nothing is to be written');
  return { ...store, ensureAccount: refuse, putUser: refuse, putApiKey: refuse, createEntity: refuse };
}

test('a first start makes the account, the user, the key and two entities', async () => {
  const store = await provisioned();
  expect(await store.listAccounts()).toEqual([{ ...WELL_KNOWN_ACCOUNT, createdAt: 1000 }]);
  expect(await store.findUserByEmail('dev@milepost.local')).toMatchObject({
    id: WELL_KNOWN_USER.id,
    accountId,
  });
  expect(await store.listApiKeys(accountId)).toMatchObject([
    { name: 'Emulator', createdBy: 'emulator', prefix: 'mp_emulator', entityIds: null, expiresAt: null },
  ]);
  const { items } = await store.listEntities({ accountId, limit: 10, offset: 0 });
  expect(items.map(({ shortId, type }) => [shortId, type])).toEqual([
    ['checkout', 'application'],
    ['payments', 'service'],
  ]);
});

test('a restart writes nothing', async () => {
  await provisionWellKnown(readOnly(await provisioned()), { ...usual, now: 2000 });
});

test('another key replaces the well-known one in the same record', async () => {
  const store = await provisioned();
  const [before] = await store.listApiKeys(accountId);
  await provisionWellKnown(store, { apiKey: 'a-key-of-our-own-from-the-vault', now: 2000 });
  const after = await store.listApiKeys(accountId);
  expect(after).toEqual([
    { ...before, prefix: 'a-key-o', digest: apiKeyDigest('a-key-of-our-own-from-the-vault') },
  ]);
  expect(await store.findApiKey(apiKeyDigest(WELL_KNOWN_API_KEY))).toBeUndefined();
});

test('a start un-revokes the key', async () => {
  const store = await provisioned();
  const [key] = await store.listApiKeys(accountId);
  await store.revokeApiKey(accountId, key?.id ?? '', 1500);
  await provisionWellKnown(store, { ...usual, now: 2000 });
  expect(await store.listApiKeys(accountId)).toEqual([key]);
});

test('a key that is another one already is refused by its name', async () => {
  const store = await provisioned();
  const { key, record } = makeApiKey({ accountId, name: 'CI', createdBy: 'cli', createdAt: 1500 });
  await store.putApiKey(record);
  const start = provisionWellKnown(store, { apiKey: key, now: 2000 });
  await expect(start).rejects.toThrow(ApiKeyTakenError);
  await expect(start).rejects.toThrow(`${record.prefix}… is that of "CI" already`);
});

test('an edited entity is left alone, a deleted one comes back', async () => {
  const store = await provisioned();
  const [checkout, payments] = WELL_KNOWN_ENTITIES;
  const [record] = await store.findEntities(accountId, [{ id: checkout.id }]);
  if (!record) return expect.unreachable();
  await store.updateEntity({ ...record, name: 'Till', shortId: 'till', updatedAt: 1500 });
  await store.deleteEntity(accountId, payments.id);
  await provisionWellKnown(store, { ...usual, now: 2000 });
  const { items } = await store.listEntities({ accountId, limit: 10, offset: 0 });
  expect(items.map(({ shortId, name, createdAt }) => [shortId, name, createdAt])).toEqual([
    ['payments', 'Payments', 2000],
    ['till', 'Till', 1000],
  ]);
});

test('an entity of somebody that has taken a shortId stays', async () => {
  const store = await provisioned();
  const [checkout] = WELL_KNOWN_ENTITIES;
  const [record] = await store.findEntities(accountId, [{ id: checkout.id }]);
  if (!record) return expect.unreachable();
  await store.deleteEntity(accountId, checkout.id);
  const mine = { ...record, id: '0b9f1b9e-64a0-4d3c-8c3d-2e5b8f1f7a11', name: 'Mine' };
  await store.createEntity(mine);
  await provisionWellKnown(store, { ...usual, now: 2000 });
  expect(await store.findEntities(accountId, [{ shortId: 'checkout' }])).toEqual([mine]);
});
