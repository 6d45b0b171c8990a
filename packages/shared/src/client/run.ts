import type { Settings } from './settings.ts';
import type { Transport } from './transport.ts';
import type { Notice, Runtime } from './types.ts';

/** How one question is asked until it is answered. */
export interface Patience {
  settings: Pick<Settings, 'budgetMs' | 'attemptTimeoutMs' | 'maxAttempts'>;
  transport: Transport;
  runtime: Runtime;
  /** Aborted when sending is to end early. */
  signal: AbortSignal | undefined;
  /** When the budget is used up, in milliseconds since 1970. */
  deadline: number;
  redact(text: string): string;
  notify(kind: Notice['kind'], message: string): void;
}

/** What everything in one `send` shares. */
export interface Run extends Patience {
  settings: Settings;
}
