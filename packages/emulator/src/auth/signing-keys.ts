import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { JWK } from 'jose';
import type { Store } from '../store/store.ts';

const SECRET_NAME = 'token-signing-key';

/** The RS256 key pair that signs the service's tokens. */
export interface SigningKeys {
  /** RFC 7638 thumbprint of the public key. */
  kid: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  /** As published at /.well-known/jwks.json. */
  publicJwk: JWK;
}

/**
 * Gives the instance's signing keys. They are made when first asked for and kept in the store, so that
 * restarts and replicas share them; of two that make some at the same time, both end up with the first's.
 */
export function createSigningKeys(
  store: Pick<Store, 'getSecret' | 'keepSecret'>,
): () => Promise<SigningKeys> {
  let keys: Promise<SigningKeys> | undefined;
  return () => {
    keys ??= loadKeys(store).catch((error: unknown) => {
      // The store may be back at the next try.
      keys = undefined;
      throw error;
    });
    return keys;
  };
}

async function loadKeys(store: Pick<Store, 'getSecret' | 'keepSecret'>): Promise<SigningKeys> {
  const kept = await store.getSecret(SECRET_NAME);
  const pem = kept ?? (await store.keepSecret(SECRET_NAME, await makePrivateKey()));
  const privateKey = createPrivateKey(pem);
  const publicKey = createPublicKey(privateKey);
  // jose takes 30 ms to load, which a start without tokens need not pay.
  const { calculateJwkThumbprint, exportJWK } = await import('jose');
  const kid = await calculateJwkThumbprint(publicKey);
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, privateKey, publicKey, publicJwk };
}

async function makePrivateKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return privateKey;
}
