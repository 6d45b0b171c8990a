import { isObject } from '@milepost/shared/validation';
import type { Request } from 'express';
import { apiKeyDigest } from '../auth/api-key.ts';
import type { Store } from '../store/store.ts';
import { bearerClaims } from './bearer-claims.ts';
import type { TakenRequest } from './taken-request.ts';

/** Who a request says it is of. */
export interface ClaimedSender {
  /** null when nobody knows. */
  accountId: string | null;
  credential: TakenRequest['credential'];
}

export type FindClaimedSender = (req: Request) => Promise<ClaimedSender>;

const NOBODY: ClaimedSender = { accountId: null, credential: null };

/**
 * Makes what tells whose a request claims to be, and by which credential, whether or not it will be let in: so a test
 * finds its own requests, those with an expired token included, and its faults meet them. A token is read, not
 * verified.
 */
export function claimedSender(store: Pick<Store, 'findApiKey' | 'findUserByEmail'>): FindClaimedSender {
  return async (req) => {
    const { authorization, 'x-api-key': apiKey } = req.headers;
    if (authorization !== undefined) return bearerOf(authorization);
    if (typeof apiKey === 'string') {
      const key = await store.findApiKey(apiKeyDigest(apiKey));
      return { accountId: key?.accountId ?? null, credential: { kind: 'api-key', id: key?.id ?? null } };
    }
    const email = usernameOf(req.body);
    const user = email === undefined ? undefined : await store.findUserByEmail(email.toLowerCase());
    return user ? { ...NOBODY, accountId: user.accountId } : NOBODY;
  };
}

function bearerOf(authorization: string): ClaimedSender {
  const { account_id: accountId, sub } = bearerClaims(authorization) ?? {};
  return {
    accountId: typeof accountId === 'string' ? accountId : null,
    credential: typeof sub === 'string' ? { kind: 'user', id: sub } : null,
  };
}

/** Of a request for a token, once `readTokenBody` has read it. */
function usernameOf(body: unknown): string | undefined {
  if (!Buffer.isBuffer(body)) return undefined;
  const text = body.toString('utf8');
  const username = text.trimStart().startsWith('{')
    ? memberOf(text, 'username')
    : new URLSearchParams(text).get('username');
  return typeof username === 'string' ? username : undefined;
}

function memberOf(text: string, name: string): unknown {
  try {
    const body: unknown = JSON.parse(text);
    return isObject(body) ? body[name] : undefined;
  } catch {
    return undefined;
  }
}
