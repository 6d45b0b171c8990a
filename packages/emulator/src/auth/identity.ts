import type { Response } from 'express';
import type { Sender } from '../store/store.ts';

/** Who makes a request, as the routes see it. `http/authenticate.ts` finds it out. */
export interface Identity {
  kind: 'api-key' | 'user';
  /** Of the key or the user. */
  id: string;
  accountId: string;
  /** The entities that the credential is limited to; null for all of the account. */
  entityIds: readonly string[] | null;
  /** Rate limits of its own, each null for the server's. */
  rateLimits: { minute: number | null; hour: number | null };
  /** What is kept with each event that it sends. */
  sender: Sender;
}

declare global {
  namespace Express {
    interface Locals {
      /** Set by `authenticate`. A route reads it with `identityOf`. */
      identity?: Identity;
    }
  }
}

/** The identity of a request that `authenticate` let pass; on a route without it this is a programmer's error. */
export function identityOf(res: Response): Identity {
  const { identity } = res.locals;
  if (!identity) throw new Error('identityOf was called on a route that nobody authenticates');
  return identity;
}
