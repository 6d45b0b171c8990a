import { isObject } from '@milepost/shared/validation';
import type { Request } from 'express';
import { apiKeyDigest } from '../auth/api-key.ts';
import type { Store } from '../store/store.ts';
import { bearerClaims } from './bearer-claims.ts';

/**
 * Makes what tells whose a request claims to be, whether or not it will be let in: so a test finds its own requests,
 * those with an expired token included, and its faults meet them. A token is read, not verified. Undefined when
 * nobody knows.
 */
export function claimedAccount(
  store: Pick<Store, 'findApiKey' | 'findUserByEmail'>,
): (req: Request) => Promise<string | undefined> {
  return async (req) => {
    const { authorization, 'x-api-key': apiKey } = req.headers;
    if (authorization !== undefined) {
      const accountId = bearerClaims(authorization)?.['account_id'];
      return typeof accountId === 'string' ? accountId : undefined;
    }
    if (typeof apiKey === 'string') return (await store.findApiKey(apiKeyDigest(apiKey)))?.accountId;
    const email = usernameOf(req.body);
    return email === undefined ? undefined : (await store.findUserByEmail(email.toLowerCase()))?.accountId;
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
