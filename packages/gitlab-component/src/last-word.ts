import { InvalidInputError } from '@milepost/shared/ci';
import { ClientSettingError, UndeliveredFileError } from '@milepost/shared/client';
import { harmless } from '@milepost/shared/report';
import { nearestName } from '@milepost/shared/validation';
import * as Errors from '@oclif/core/errors';
import { nameFlag } from './name-flag.ts';
import { UsageError } from './usage-error.ts';

interface KnownWords {
  commands: readonly string[];
  flags: readonly string[];
}

/**
 * One line that says why the program ends, and its exit code: 2 for wrong usage, 1 for everything else.
 *
 * @param known the words that there are: commands, and the flags of the one that was called, without dashes.
 */
export function lastWord(error: unknown, known: KnownWords): { line: string; code: number } {
  const { line, code } = wordOf(error, known);
  return { line: harmless(line), code };
}

function wordOf(error: unknown, known: KnownWords): { line: string; code: number } {
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
      .replace(/ See more help with --help$/, '')
      // It may be a secret that was meant as a value.
      .replace(/^(Unexpected arguments?): .*$/, '$1; write flags as --name=value')
      .replace(/^command (\S+?):(\S+) not found/, 'command $1 $2 not found');
    return { line: line + suggestion(line, known), code: error.oclif.exit ?? 2 };
  }
  return { line: error instanceof Error ? error.message : String(error), code: 1 };
}

/** ` (did you mean --entity-id?)` for a flag, or a command, that does not exist but nearly does. */
function suggestion(message: string, { commands, flags }: KnownWords): string {
  const [, flag] = /^Nonexistent flags?: --([\w-]+)/.exec(message) ?? [];
  const [, command] = /^command (\S+) not found/.exec(message) ?? [];
  const nearestFlag = flag === undefined ? undefined : nearestName(flag, flags);
  const nearest = nearestFlag === undefined ? nearestName(command ?? '', commands) : `--${nearestFlag}`;
  return nearest === undefined ? '' : ` (did you mean ${nearest}?)`;
}
