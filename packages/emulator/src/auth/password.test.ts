import { expect, test } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';
import { WELL_KNOWN_USER } from './well-known.ts';

test('a password verifies against its hash, another one does not', async () => {
  const hash = await hashPassword('correct horse');
  expect(await verifyPassword(hash, 'correct horse')).toBe(true);
  expect(await verifyPassword(hash, 'correct horsf')).toBe(false);
  expect(await verifyPassword(hash, '')).toBe(false);
});

test('the hash describes itself and has a salt of its own', async () => {
  const [one, other] = await Promise.all([hashPassword('same'), hashPassword('same')]);
  expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(other).not.toBe(one);
});

test('a hash made with other parameters verifies', async () => {
  // scryptSync('old', sixteen zero bytes, 32, { N: 1024, r: 8, p: 1 })
  const hash = '$scrypt$ln=10,r=8,p=1$AAAAAAAAAAAAAAAAAAAAAA$I3pHC5g7H1CZ949mBRMmtv7VEB5bH5S4Jo4MQ8eOUm8';
  expect(await verifyPassword(hash, 'old')).toBe(true);
});

test('a password typed with combining characters is the same password', async () => {
  const hash = await hashPassword('M\u00fcnchen');
  expect(await verifyPassword(hash, 'Mu\u0308nchen')).toBe(true);
});

test('nobody has no password, not even the one behind the decoy', async () => {
  expect(await verifyPassword(undefined, 'milepost')).toBe(false);
  expect(await verifyPassword(undefined, '')).toBe(false);
});

test('the emulator user has the printed password', async () => {
  expect(await verifyPassword(WELL_KNOWN_USER.passwordHash, WELL_KNOWN_USER.password)).toBe(true);
});

test.each(['', 'milepost', '$2b$10$abc', '$scrypt$ln=14,r=8,p=5$AA$AA'])(
  'the broken hash %s is an error, not a wrong password',
  async (hash) => {
    await expect(verifyPassword(hash, 'x')).rejects.toThrow('not in the scrypt encoding');
  },
);
