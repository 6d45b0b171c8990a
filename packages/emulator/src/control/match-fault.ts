import type { CreateFaultBody } from './fault.schema.ts';
import type { FaultCredential } from './fault-credential.ts';
import type { FaultMatch } from './fault-match.schema.ts';

/** A fault that is asked for; its credential is looked up already. */
export interface FaultWish extends Pick<CreateFaultBody, 'do' | 'times' | 'ttlMs'> {
  match: Omit<FaultMatch, 'credential'>;
  credential?: FaultCredential | undefined;
}

/** What faults look at in a request. */
export interface FaultRequest {
  method: string;
  /** Below the base path, without query. */
  path: string;
  /** Digest of who sends; asked for only when a fault wants to know. */
  sender(): string | undefined;
}

/** Whether the request is one that the fault is for, and counts. */
export function matchFault({ match, credential, do: action }: FaultWish, request: FaultRequest): boolean {
  const { method, path } = match;
  if (action.partial && !(request.method === 'POST' && request.path === '/events')) return false;
  if (method !== undefined && method.toUpperCase() !== request.method) return false;
  if (path !== undefined && !pathMatches(path, request.path)) return false;
  return credential === undefined || credential.digest === request.sender();
}

function pathMatches(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}
