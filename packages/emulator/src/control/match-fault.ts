import type { CreateFaultBody } from './fault.schema.ts';
import type { FaultCredential } from './fault-credential.ts';
import type { FaultMatch } from './fault-match.schema.ts';

/** Whose requests a fault may hit: those of an account, or undefined for everybody's. */
export type FaultScope = string | undefined;

/** A fault that is asked for; its credential is looked up already. */
export interface FaultWish extends Pick<CreateFaultBody, 'do' | 'times' | 'ttlMs'> {
  scope?: FaultScope;
  match: Omit<FaultMatch, 'credential'>;
  credential?: FaultCredential | undefined;
}

/** What faults look at in a request. */
export interface FaultRequest {
  method: string;
  /** Below the base path, without query. */
  path: string;
  /** Whose it claims to be; none when nobody knows, or nobody asks. */
  accountId?: string | null | undefined;
  /** Digest of who sends; asked for only when a fault wants to know. */
  sender(): string | undefined;
}

/** Whether the request is one that the fault is for, and counts. */
export function matchFault(
  { scope, match, credential, do: action }: FaultWish,
  request: FaultRequest,
): boolean {
  const { method, path } = match;
  if (scope !== undefined && scope !== request.accountId) return false;
  if (action.partial && !(request.method === 'POST' && request.path === '/events')) return false;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path !== undefined && !pathMatches(path, request.path)) return false;
  return credential === undefined || credential.digest === request.sender();
}

/** Whether a path is the pattern or, when that ends with `*`, begins with it. */
export function pathMatches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
