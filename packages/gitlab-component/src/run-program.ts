import * as Errors from '@oclif/core/errors';
import { run } from '@oclif/core/run';
import type { commands } from './commands.ts';

/** Where oclif finds the program's commands. */
export interface Program {
  /** Directory of the entry. */
  root: string;
  /** The module that exports `commands`. */
  target: string;
  pjson: { name: string; version: string; description: string };
}

/** Runs a command line by oclif, and says in one line what kept it from running. */
export async function runProgram(
  argv: string[],
  all: typeof commands,
  { root, target, pjson }: Program,
): Promise<void> {
  const oclif = {
    bin: 'milepost',
    commands: { strategy: 'explicit' as const, target, identifier: 'commands' },
    topicSeparator: ' ' as const,
  };
  try {
    await run(argv, { root, isRoot: true, pjson: { ...pjson, oclif } });
  } catch (error) {
    if (error instanceof Errors.ExitError) process.exit(error.oclif.exit);
    const { lastWord } = await import('./last-word.ts');
    const command = Object.entries(all).find(([id]) => id === argv[0])?.[1];
    const { line, code } = lastWord(error, {
      commands: Object.keys(all),
      flags: Object.keys(command?.flags ?? {}),
    });
    process.stderr.write(`milepost: ${line}\n`);
    process.exit(code);
  }
}
