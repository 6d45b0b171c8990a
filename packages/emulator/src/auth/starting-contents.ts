import { v5 as uuidv5 } from 'uuid';
import { emptyContents, type StoreContents } from '../store/contents/store-contents.ts';
import type { AccountRecord, ApiKeyRecord, EntityRecord, UserRecord } from '../store/store.ts';
import { type ApiKeyWish, makeApiKey, recordOfKey } from './api-key.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_ENTITIES, WELL_KNOWN_USER } from './well-known.ts';

/** Who made the key that an account of an emulator begins with. */
const FIRST_KEY_CREATOR = 'emulator';

const WELL_KNOWN_KEY_ID = 'e0000000-0000-4000-8000-000000000003';

/** What an account of an emulator begins with: a user, a key, two entities. The same ones, whenever it is asked. */
export function startingContents(account: AccountRecord, firstKey: ApiKeyRecord): StoreContents {
  return {
    ...emptyContents(),
    accounts: [account],
    users: [startingUser(account)],
    apiKeys: [firstKey],
    entities: startingEntities(account),
  };
}

/**
 * The user of an account. No secret: the password of each is the well-known one, whose hash need not be made anew.
 */
export function startingUser({ id: accountId, createdAt }: Omit<AccountRecord, 'name'>): UserRecord {
  return {
    accountId,
    id: startingUserId(accountId),
    email: startingEmail(accountId),
    passwordHash: WELL_KNOWN_USER.passwordHash,
    createdAt,
  };
}

export function startingUserId(accountId: string): string {
  return accountId === WELL_KNOWN_ACCOUNT.id ? WELL_KNOWN_USER.id : uuidv5('user', accountId);
}

export function startingEmail(accountId: string): string {
  return accountId === WELL_KNOWN_ACCOUNT.id ? WELL_KNOWN_USER.email : `${accountId}@milepost.local`;
}

export function startingEntities({ id: accountId, createdAt }: Omit<AccountRecord, 'name'>): EntityRecord[] {
  return WELL_KNOWN_ENTITIES.map(({ id, ...entity }) => ({
    ...entity,
    id: accountId === WELL_KNOWN_ACCOUNT.id ? id : uuidv5(entity.shortId, accountId),
    accountId,
    description: null,
    attributes: '{}',
    createdAt,
    updatedAt: createdAt,
  }));
}

/** The record of the emulator's own key, as `--api-key` says. */
export function wellKnownKey(apiKey: string, createdAt: number): ApiKeyRecord {
  return recordOfKey(WELL_KNOWN_KEY_ID, apiKey, firstKeyWish(WELL_KNOWN_ACCOUNT.id, 'Emulator', createdAt));
}

/** A key of its own for an account. */
export function makeFirstKey(accountId: string, name: string, createdAt: number) {
  return makeApiKey(firstKeyWish(accountId, name, createdAt));
}

function firstKeyWish(accountId: string, name: string, createdAt: number): ApiKeyWish {
  return { accountId, name, createdBy: FIRST_KEY_CREATOR, createdAt };
}

/** Whether it is the one that an account began with. */
export function isFirstKey({ createdBy }: ApiKeyRecord): boolean {
  return createdBy === FIRST_KEY_CREATOR;
}
