import { hash, randomInt, randomUUID } from 'node:crypto';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const secretLength = 32;
const prefixLength = 'mp_'.length + 8;

/** A key just made: `key` is shown once and never stored, the rest goes into its record. */
export interface NewApiKey {
  id: string;
  key: string;
  prefix: string;
  digest: string;
}

/** Makes a key: `mp_`, the first eight characters of its record's id, `_`, 32 random letters and digits. */
export function makeApiKey(): NewApiKey {
  // A random UUID, not a version 7 one: those made in one minute begin alike, and the prefix must tell keys apart.
  const id = randomUUID();
  // randomInt has no modulo bias.
  const secret = Array.from({ length: secretLength }, () => alphabet.charAt(randomInt(alphabet.length)));
  const key = `mp_${id.slice(0, 8)}_${secret.join('')}`;
  return { id, key, prefix: apiKeyPrefix(key), digest: apiKeyDigest(key) };
}

/**
 * SHA-256 of the whole key, hex. A plain digest is enough (and quick): unlike a password the key is random,
 * 190 bits of it, so that there is nothing to guess from its digest.
 */
export function apiKeyDigest(key: string): string {
  return hash('sha256', key);
}

/** The characters by which a person knows the key. Of a key that is not of our shape no more than a quarter. */
export function apiKeyPrefix(key: string): string {
  const ours = /^mp_[A-Za-z0-9]{8}_/.test(key);
  return key.slice(0, ours ? prefixLength : Math.min(prefixLength, Math.floor(key.length / 4)));
}
