/** PLACEHOLDER until H3's schema lands. */
export interface RecordedRequest {
  id: string;
  at: string;
  realAt: string;
  method: string;
  path: string;
  query: Record<string, string[]>;
  headers: Record<string, string>;
  accountId: string | null;
  credential: { kind: 'api-key' | 'user'; id: string; shown: string } | null;
  status: number;
  body: unknown;
  response: unknown;
  ms: number;
  faults: string[];
  refused: { rule: string; path: string; nearest?: unknown }[];
  loosened: { rule: string; path: string; nearest?: unknown }[];
}
