import { hash, randomInt, randomUUID } from 'node:crypto';
import type { ApiKeyRecord } from '../store/store.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SECRET_LENGTH = 32;
const PREFIX_LENGTH = 'mp_'.length + 8;

/** What a person decides about a key. */
export type ApiKeyWish = Pick<ApiKeyRecord, 'accountId' | 'name' | 'createdBy' | 'createdAt'> &
  Partial<Pick<ApiKeyRecord, 'entityIds' | 'expiresAt' | 'rateLimitMinute' | 'rateLimitHour'>>;

/**
 * Makes a key: `mp_`, the first eight characters of its record's id, `_`, 32 random letters and digits.
 * The key itself is to be shown once; only the record is kept.
 */
export function makeApiKey(wish: ApiKeyWish): { key: string; record: ApiKeyRecord } {
  // A random UUID, not a version 7 one: those made in one minute begin alike, and the prefix must tell keys apart.
  const id = randomUUID();
  // randomInt has no modulo bias.
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  const key = `mp_${id.slice(0, 8)}_${secret.join('')}`;
  return { key, record: recordOfKey(id, key, wish) };
}

/** The record of a key that is new. */
export function recordOfKey(id: string, key: string, wish: ApiKeyWish): ApiKeyRecord {
  return {
    entityIds: null,
    expiresAt: null,
    rateLimitMinute: null,
    rateLimitHour: null,
    ...wish,
    id,
    prefix: apiKeyPrefix(key),
    digest: apiKeyDigest(key),
    revokedAt: null,
    lastUsedAt: null,
  };
}

/**
 * SHA-256 of the whole key, hex. A plain digest is enough (and quick): unlike a password the key is random,
 * 190 bits of it, so that nothing can be guessed from its digest.
 */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key);
}

/** The characters by which a person knows the key. Of a key that is not of our shape no more than a quarter. */
export function apiKeyPrefix(key: string): string {
  const ours = /^mp_[A-Za-z0-9]{8}_/.test(key);
  return key.slice(0, ours ? PREFIX_LENGTH : Math.min(PREFIX_LENGTH, Math.floor(key.length / 4)));
}
