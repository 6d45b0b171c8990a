import type { Store } from '../store/store.ts';
import { startingEntities, startingUser, wellKnownKey } from './starting-contents.ts';
import { WELL_KNOWN_ACCOUNT } from './well-known.ts';

/** The key asked for is another key's already. */
export class ApiKeyTakenError extends Error {
  override readonly name = 'ApiKeyTakenError';
}

/**
 * Makes the emulator's account, user, key and entities where they are missing. A key that was revoked or
 * replaced by another `apiKey` is put right; entities that a person changed are left alone. Writes nothing
 * when nothing has changed.
 *
 * @throws ApiKeyTakenError
 */
export async function provisionWellKnown(
  store: Store,
  options: { apiKey: string; now: number },
): Promise<void> {
  const { apiKey, now } = options;
  const account = await store.getAccount(WELL_KNOWN_ACCOUNT.id);
  if (!account) await store.ensureAccount({ ...WELL_KNOWN_ACCOUNT, createdAt: now });
  await Promise.all([
    provisionUser(store, now),
    provisionApiKey(store, apiKey, now),
    provisionEntities(store, now),
  ]);
}

async function provisionUser(store: Store, now: number): Promise<void> {
  const wanted = startingUser({ id: WELL_KNOWN_ACCOUNT.id, createdAt: now });
  const user = await store.getUser(wanted.accountId, wanted.id);
  if (user?.email === wanted.email && user.passwordHash === wanted.passwordHash) return;
  await store.putUser({ ...wanted, createdAt: user?.createdAt ?? now });
}

async function provisionApiKey(store: Store, apiKey: string, now: number): Promise<void> {
  const wanted = wellKnownKey(apiKey, now);
  const holder = await store.findApiKey(wanted.digest);
  if (holder && holder.id !== wanted.id) {
    throw new ApiKeyTakenError(
      `The key ${holder.prefix}… is that of "${holder.name}" already; choose another one`,
    );
  }
  if (holder && holder.revokedAt === null && holder.expiresAt === null) return;
  const previous =
    holder ?? (await store.listApiKeys(WELL_KNOWN_ACCOUNT.id)).find(({ id }) => id === wanted.id) ?? wanted;
  const { prefix, digest } = wanted;
  await store.putApiKey({ ...previous, prefix, digest, revokedAt: null, expiresAt: null });
}

async function provisionEntities(store: Store, now: number): Promise<void> {
  const accountId = WELL_KNOWN_ACCOUNT.id;
  const wanted = startingEntities({ id: accountId, createdAt: now });
  const known = await store.findEntities(
    accountId,
    wanted.map(({ id }) => ({ id })),
  );
  const missing = wanted.filter(({ id }) => !known.some((entity) => entity.id === id));
  // When a person has meanwhile taken the shortId for another entity, that one stays.
  await Promise.all(missing.map((entity) => store.createEntity(entity)));
}
