import type { ApiKeyRecord, EntityRecord, Store } from '../store/store.ts';
import { apiKeyDigest, apiKeyPrefix, makeApiKey } from './api-key.ts';

/** The account of emulator mode. */
export const WELL_KNOWN_ACCOUNT = {
  id: 'e0000000-0000-4000-8000-000000000001',
  name: 'Milepost emulator',
} as const;

/** The user of emulator mode. No secret: it is printed at every start. */
export const WELL_KNOWN_USER = {
  id: 'e0000000-0000-4000-8000-000000000002',
  email: 'dev@milepost.local',
  password: 'milepost',
  // Of that password. Hashing it takes longer than the rest of a start.
  passwordHash: '$scrypt$ln=14,r=8,p=5$F4ozkzsB1r6A1tAwyHgZTQ$4i0e5gRGeNN5ZaADR6SPFAV0LsuCCTxnnYrEm7sg140',
} as const;

/** The public OAuth client. */
export const WELL_KNOWN_CLIENT_ID = 'milepost-cli';

/** The API key of emulator mode, unless another is asked for. */
export const WELL_KNOWN_API_KEY = 'mp_emulator_00000000000000000000000000000000';

const API_KEY_ID = 'e0000000-0000-4000-8000-000000000003';

/** The entities that a fresh emulator has. */
export const WELL_KNOWN_ENTITIES = [
  { id: 'e0000000-0000-4000-8000-000000000011', shortId: 'checkout', name: 'Checkout', type: 'application' },
  { id: 'e0000000-0000-4000-8000-000000000012', shortId: 'payments', name: 'Payments', type: 'service' },
] as const;

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
  const { id, email, passwordHash } = WELL_KNOWN_USER;
  const user = await store.getUser(WELL_KNOWN_ACCOUNT.id, id);
  if (user?.email === email && user.passwordHash === passwordHash) return;
  const createdAt = user?.createdAt ?? now;
  await store.putUser({ accountId: WELL_KNOWN_ACCOUNT.id, id, email, passwordHash, createdAt });
}

async function provisionApiKey(store: Store, apiKey: string, now: number): Promise<void> {
  const digest = apiKeyDigest(apiKey);
  const holder = await store.findApiKey(digest);
  if (holder && holder.id !== API_KEY_ID) {
    throw new ApiKeyTakenError(
      `The key ${holder.prefix}… is that of "${holder.name}" already; choose another one`,
    );
  }
  if (holder && holder.revokedAt === null && holder.expiresAt === null) return;
  const previous =
    holder ??
    (await store.listApiKeys(WELL_KNOWN_ACCOUNT.id)).find(({ id }) => id === API_KEY_ID) ??
    newApiKey(now);
  await store.putApiKey({
    ...previous,
    prefix: apiKeyPrefix(apiKey),
    digest,
    revokedAt: null,
    expiresAt: null,
  });
}

function newApiKey(now: number): ApiKeyRecord {
  const { record } = makeApiKey({
    accountId: WELL_KNOWN_ACCOUNT.id,
    name: 'Emulator',
    createdBy: 'emulator',
    createdAt: now,
  });
  return { ...record, id: API_KEY_ID };
}

async function provisionEntities(store: Store, now: number): Promise<void> {
  const accountId = WELL_KNOWN_ACCOUNT.id;
  const known = await store.findEntities(
    accountId,
    WELL_KNOWN_ENTITIES.map(({ id }) => ({ id })),
  );
  const missing = WELL_KNOWN_ENTITIES.filter(({ id }) => !known.some((entity) => entity.id === id));
  await Promise.all(
    missing.map((entity) => {
      const record: EntityRecord = {
        ...entity,
        accountId,
        description: null,
        attributes: '{}',
        createdAt: now,
        updatedAt: now,
      };
      // When a person has meanwhile taken the shortId for another entity, that one stays.
      return store.createEntity(record);
    }),
  );
}
