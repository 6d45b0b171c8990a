import { InvalidInputError } from '@milepost/shared/ci';
import { ClientSettingError, UndeliveredFileError } from '@milepost/shared/client';
import { harmless } from '@milepost/shared/report';
import { nearestName } from '@milepost/shared/validation';
import * as Errors from '@oclif/core/errors';
import { nameFlag } from './name-flag.ts';
import { UsageError } from './usage-error.ts';

/**
 * One line that says why the program ends, and its exit code: 2 for wrong usage, 1 for everything else.
 *
 * @param flags of the command that was called, without dashes.
 */
export function lastWord(error: unknown, flags: readonly string[]): { line: string; code: number } {
  if (error instanceof InvalidInputError)
    return { line: `${nameFlag(error.input)}: ${error.message}`, code: 2 };
  if (error instanceof ClientSettingError)
    return { line: `${nameFlag(error.setting)}: ${error.message}`, code: 2 };
  if (error instanceof UsageError || error instanceof UndeliveredFileError) {
    return { line: error.message, code: 2 };
  }
  if (error instanceof Errors.CLIError) {
    const line = harmless(error.message)
      .replace(/ +/g, ' ')
      .replace(/ See more help with --help$/, '');
    return { line: line + nearestFlag(line, flags), code: error.oclif.exit ?? 2 };
  }
  return { line: harmless(error instanceof Error ? error.message : String(error)), code: 1 };
}

/** ` (did you mean --entity-id?)` for a flag that does not exist but nearly does. */
function nearestFlag(message: string, flags: readonly string[]): string {
  const [, unknown] = /^Nonexistent flags?: --([\w-]+)/.exec(message) ?? [];
  const nearest = unknown === undefined ? undefined : nearestName(unknown, flags);
  return nearest === undefined ? '' : ` (did you mean --${nearest}?)`;
}
