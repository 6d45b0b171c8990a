import { nearestName } from '@milepost/shared/validation';
import { Errors } from '@oclif/core';
import { UsageError } from '../usage-error.ts';
import { startFlags } from './start-flags.ts';

/** One line that says why the program ends, and its exit code: 2 for wrong usage, 1 for everything else. */
export function lastWord(error: unknown): { line: string; code: number } {
  if (error instanceof UsageError) return { line: error.message, code: 2 };
  if (error instanceof Errors.CLIError) {
    const line = oneLine(error.message).replace(/ See more help with --help$/, '');
    return { line: line + nearestFlag(error), code: error.oclif.exit ?? 2 };
  }
  if (!(error instanceof Error)) return { line: oneLine(String(error)), code: 1 };
  return { line: listenProblem(error) ?? oneLine(error.message), code: 1 };
}

/** ` (did you mean --port?)` for a flag that does not exist but nearly does. */
function nearestFlag(error: Error): string {
  const [, unknown] = /^Nonexistent flags?: --([\w-]+)/.exec(error.message) ?? [];
  const nearest = unknown === undefined ? undefined : nearestName(unknown, Object.keys(startFlags));
  return nearest === undefined ? '' : ` (did you mean --${nearest}?)`;
}

/** Node's errors of listening, said so that they name the remedy. */
function listenProblem(error: Error): string | undefined {
  if (!('syscall' in error && 'code' in error)) return undefined;
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return undefined;
  const place = 'address' in error ? `${error.address}:${'port' in error ? error.port : ''}` : '';
  switch (error.code) {
    case 'EADDRINUSE':
      return `${place} is in use already; choose another --port, or 0 for any free one`;
    case 'EACCES':
      return `${place} may not be listened on by this user; choose a --port above 1023`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `--host is not an address of this machine (${error.message})`;
    default:
      return undefined;
  }
}

function oneLine(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .slice(0, 2)
    .join(' ');
}
