import type { Request } from 'express';
import { apiKeyDigest } from '../auth/api-key.ts';
import type { Store } from '../store/store.ts';
import { bearerClaims } from './bearer-claims.ts';
import type { TakenRequest } from './taken-request.ts';

/** The credential that came with a request, whether or not it was let in. */
export async function claimedCredential(
  { headers }: Request,
  store: Pick<Store, 'findApiKey'>,
): Promise<TakenRequest['credential']> {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization !== undefined) {
    const sub = bearerClaims(authorization)?.['sub'];
    return typeof sub === 'string' ? { kind: 'user', id: sub } : null;
  }
  if (typeof apiKey !== 'string') return null;
  const key = await store.findApiKey(apiKeyDigest(apiKey));
  return { kind: 'api-key', id: key?.id ?? null };
}
