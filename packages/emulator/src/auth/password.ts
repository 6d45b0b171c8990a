import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

interface Cost {
  /** Binary logarithm of scrypt's N. */
  ln: number;
  r: number;
  p: number;
}

// 16 MiB, some 150 ms: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt
const COST: Cost = { ln: 14, r: 8, p: 5 };
const KEY_LENGTH = 32;
const SALT_LENGTH = 16;

/** Compared with when there is no such user, so that the answer takes as long as for a wrong password. */
const NOBODYS_HASH = encode(COST, Buffer.alloc(SALT_LENGTH), Buffer.alloc(KEY_LENGTH));

/**
 * Hashes a password for keeping, with a salt of its own, as `$scrypt$ln=14,r=8,p=5$<salt>$<hash>` (base64
 * without padding): the parameters are in it, so that they can be raised without breaking older ones.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_LENGTH);
  return encode(COST, salt, await derive(password, salt, COST));
}

/**
 * Whether the password is the one that was hashed. Takes the same time when `hash` is undefined (no such
 * user), and is then false. Runs on libuv's pool, not on the event loop.
 *
 * @throws Error when `hash` is not an encoding of ours.
 */
export async function verifyPassword(hash: string | undefined, password: string): Promise<boolean> {
  const { salt, key, ...parameters } = decode(hash ?? NOBODYS_HASH);
  const matches = timingSafeEqual(await derive(password, salt, parameters), key);
  return matches && hash !== undefined;
}

function derive(password: string, salt: Buffer, { ln, r, p }: Cost): Promise<Buffer> {
  const options: ScryptOptions = { N: 2 ** ln, r, p, maxmem: 2 * 128 * 2 ** ln * r };
  // Normalized, as RFC 8265 has it: what one keyboard sends as ü, another sends as u and two dots.
  return new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, KEY_LENGTH, options, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}

function encode({ ln, r, p }: Cost, salt: Buffer, key: Buffer): string {
  return `$scrypt$ln=${ln},r=${r},p=${p}$${unpadded(salt)}$${unpadded(key)}`;
}

function decode(hash: string): Cost & { salt: Buffer; key: Buffer } {
  const parts = /^\$scrypt\$ln=(?<ln>\d+),r=(?<r>\d+),p=(?<p>\d+)\$(?<salt>[\w+/]+)\$(?<key>[\w+/]+)$/.exec(
    hash,
  )?.groups;
  const key = Buffer.from(parts?.['key'] ?? '', 'base64');
  if (!parts || key.length !== KEY_LENGTH) {
    throw new Error('a stored password hash is not in the scrypt encoding');
  }
  return {
    ln: Number(parts['ln']),
    r: Number(parts['r']),
    p: Number(parts['p']),
    salt: Buffer.from(parts['salt'] ?? '', 'base64'),
    key,
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
