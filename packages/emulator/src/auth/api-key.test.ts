import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { apiKeyDigest, apiKeyPrefix, makeApiKey } from './api-key.ts';
import { WELL_KNOWN_API_KEY } from './well-known.ts';

const wish = { accountId: 'a', name: 'CI', createdBy: 'cli', createdAt: 1 };

test('a key names its record and carries 32 random characters', () => {
  const { key, record } = makeApiKey(wish);
  expect(key).toMatch(/^mp_[0-9a-f]{8}_[A-Za-z0-9]{32}$/);
  expect(key.startsWith(`mp_${record.id.slice(0, 8)}_`)).toBe(true);
  expect(record).toMatchObject({ ...wish, prefix: key.slice(0, 11), expiresAt: null, revokedAt: null });
});

test('the record holds the digest and nothing else of the secret', () => {
  const { key, record } = makeApiKey(wish);
  expect(record.digest).toBe(createHash('sha256').update(key).digest('hex'));
  expect(JSON.stringify(record)).not.toContain(key.slice(12));
});

test('no two keys are alike, and every character of the alphabet occurs', () => {
  const keys = Array.from({ length: 200 }, () => makeApiKey(wish).key);
  expect(new Set(keys).size).toBe(200);
  expect(new Set(keys.map((key) => key.slice(12)).join('')).size).toBe(62);
});

test.each([
  [WELL_KNOWN_API_KEY, 'mp_emulator'],
  ['secret', 's'],
  ['a-key-of-thirty-two-characters-..', 'a-key-of'],
  ['', ''],
])('of %s the prefix is %s', (key, prefix) => {
  expect(apiKeyPrefix(key)).toBe(prefix);
});

test('the digest of a key is that of its UTF-8', () => {
  expect(apiKeyDigest('é')).toBe(createHash('sha256').update('é', 'utf8').digest('hex'));
});
