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

/** What a fault has to know of accounts. */
export type FaultStore = Pick<Store, 'listAccounts' | 'listApiKeys' | 'getUser' | 'findUserByEmail'>;

/**
 * Finds out what a person means by `text`: the id of an API key, the id or email of a user; whatever is neither
 * is taken for an API key (or a `sub`), which is kept as its digest only.
 *
 * @param scope the account whose ids are known; undefined for all.
 */
export async function resolveFaultCredential(
  store: FaultStore,
  scope: string | undefined,
  text: string,
): Promise<FaultCredential> {
  const user = text.includes('@') ? await store.findUserByEmail(text.toLowerCase()) : undefined;
  if (user) return { shown: user.email, digest: apiKeyDigest(user.id) };
  const known = isUuid(text) ? await findById(store, scope, text.toLowerCase()) : undefined;
  return known ?? { shown: `${apiKeyPrefix(text)}…`, digest: apiKeyDigest(text) };
}

async function findById(
  store: FaultStore,
  scope: string | undefined,
  id: string,
): Promise<FaultCredential | undefined> {
  const accountIds =
    scope === undefined ? (await store.listAccounts()).map((account) => account.id) : [scope];
  for (const accountId of accountIds) {
    const key = (await store.listApiKeys(accountId)).find((one) => one.id === id);
    if (key) return { shown: id, digest: key.digest };
    if (await store.getUser(accountId, id)) return { shown: id, digest: apiKeyDigest(id) };
  }
  return undefined;
}

/** The digest by which a fault knows who sends a request. The store is not asked, and a token not verified. */
export function senderDigest({ headers }: Pick<Request, 'headers'>): string | undefined {
  const apiKey = headers['x-api-key'];
  const sender = headers.authorization === undefined ? apiKey : bearerClaims(headers.authorization)?.['sub'];
  return typeof sender === 'string' ? apiKeyDigest(sender) : undefined;
}
