import { nearestName } from '@milepost/shared/validation';
import { Errors } from '@oclif/core';
import { UsageError } from './usage-error.ts';

/** One line that says why the program ends, and its exit code: 2 for wrong usage, 1 for everything else. */
export function lastWord(error: unknown): { line: string; code: number } {
  if (error instanceof UsageError) return { line: error.message, code: 2 };
  if (error instanceof Errors.CLIError) return { line: error.message, code: error.oclif.exit ?? 2 };
  return { line: error instanceof Error ? error.message : String(error), code: 1 };
}
void nearestName;
