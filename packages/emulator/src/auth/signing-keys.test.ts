import { calculateJwkThumbprint } from 'jose';
import { expect, test } from 'vitest';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { StoreUnavailableError } from '../store/store.ts';
import { createSigningKeys } from './signing-keys.ts';

test('a restart finds the same key', async () => {
  const store = await openMemoryStore();
  const first = await createSigningKeys(store)();
  const second = await createSigningKeys(store)();
  expect(second.kid).toBe(first.kid);
  expect(second.privateKey.equals(first.privateKey)).toBe(true);
});

test('two replicas that make a key at the same moment end with the same one', async () => {
  const store = await openMemoryStore();
  const [one, other] = await Promise.all([createSigningKeys(store)(), createSigningKeys(store)()]);
  expect(other.kid).toBe(one.kid);
});

test('what is published has the thumbprint as its kid, and nothing private', async () => {
  const { kid, publicJwk } = await createSigningKeys(await openMemoryStore())();
  expect(Object.keys(publicJwk).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  expect(publicJwk.kid).toBe(await calculateJwkThumbprint(publicJwk));
  expect(publicJwk.kid).toBe(kid);
});

test('a store that was away is asked again', async () => {
  const store = await openMemoryStore();
  let away = true;
  const keys = createSigningKeys({
    getSecret: async (name) => {
      if (away) throw new StoreUnavailableError('away');
      return await store.getSecret(name);
    },
    keepSecret: (name, value) => store.keepSecret(name, value),
  });
  await expect(keys()).rejects.toThrow(StoreUnavailableError);
  away = false;
  expect((await keys()).kid).toEqual(expect.any(String));
});
