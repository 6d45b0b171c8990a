import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '../http/refusal.ts';

/**
 * A request as it is taken down: with as little work as possible, since most are never looked at. `describeRequest`
 * makes of it what is shown.
 */
export interface TakenRequest {
  /** Grows by one in the order of arrival. */
  readonly id: number;
  readonly method: string;
  /** Below the base path, with its query. */
  readonly url: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Characters of url and headers. */
  readonly headSize: number;
  /** By the clock of its account, in milliseconds since 1970. */
  at: number;
  /** By the machine's. */
  readonly realAt: number;
  /** Milliseconds until it was answered. */
  ms: number;
  status: number;
  /** Whose it was, or claimed to be; null when nobody knows. */
  accountId: string | null;
  credential: { kind: 'api-key' | 'user'; id: string | null } | null;
  /** As text; undefined for none, and for one that is not kept. */
  body: string | undefined;
  response: string | undefined;
  /** Whether one of the two is not kept. */
  omitted: boolean;
  faults: readonly string[];
  refused: readonly Refusal[];
  loosened: readonly Refusal[];
}
