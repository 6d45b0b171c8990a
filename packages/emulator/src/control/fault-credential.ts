import { isUuid } from '@milepost/shared/validation';
import type { Request } from 'express';
import { apiKeyDigest, apiKeyPrefix } from '../auth/api-key.ts';
import type { Store } from '../store/store.ts';
import { bearerClaims } from './bearer-claims.ts';

/** Whose requests a fault is for. */
export interface FaultCredential {
  /** What may be shown of it. */
  shown: string;
  /** SHA-256 of the API key or of the token's `sub`, hex. */
  digest: string;
}

/**
 * Finds out what a person means by `text`: the id of an API key, the id or email of a user; whatever is neither
 * is taken for an API key (or a `sub`), which is kept as its digest only.
 */
export async function resolveFaultCredential(
  store: Pick<Store, 'listApiKeys' | 'getUser' | 'findUserByEmail'>,
  accountId: string,
  text: string,
): Promise<FaultCredential> {
  const user = text.includes('@') ? await store.findUserByEmail(text.toLowerCase()) : undefined;
  if (user) return { shown: user.email, digest: apiKeyDigest(user.id) };
  const id = text.toLowerCase();
  if (isUuid(id)) {
    const key = (await store.listApiKeys(accountId)).find((one) => one.id === id);
    if (key) return { shown: id, digest: key.digest };
    if (await store.getUser(accountId, id)) return { shown: id, digest: apiKeyDigest(id) };
  }
  return { shown: `${apiKeyPrefix(text)}…`, digest: apiKeyDigest(text) };
}

/** The digest by which a fault knows who sends a request. The store is not asked, and a token not verified. */
export function senderDigest({ headers }: Pick<Request, 'headers'>): string | undefined {
  const apiKey = headers['x-api-key'];
  const sender = headers.authorization === undefined ? apiKey : bearerClaims(headers.authorization)?.['sub'];
  return typeof sender === 'string' ? apiKeyDigest(sender) : undefined;
}
