import { harmless, type ReportLog } from '@milepost/shared/report';
import type { Machine } from './machine.ts';

export interface TerminalLog extends ReportLog {
  error(message: string): void;
}

/** Lines for whoever watches, on standard error; `redact` takes secrets out. */
export function createLog(
  { say }: Pick<Machine, 'say'>,
  redact: (text: string) => string,
  isVerbose: boolean,
): TerminalLog {
  const tell = (label: string) => (message: string) => say(`${label}${harmless(redact(message))}`);
  return {
    debug: isVerbose ? tell('debug: ') : () => {},
    info: tell(''),
    notice: tell('note: '),
    warning: tell('warning: '),
    error: tell('error: '),
  };
}
