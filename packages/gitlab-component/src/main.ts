import { Errors, run } from '@oclif/core';
import pjson from '../package.json' with { type: 'json' };
import { lastWord } from './last-word.ts';

/** For oclif, which takes them from this very module: it is all that the bundle has. */
export { commands } from './commands.ts';

const oclif = {
  bin: 'milepost',
  commands: { strategy: 'explicit' as const, target: import.meta.filename, identifier: 'commands' },
  topicSeparator: ' ' as const,
};

/** The program. The only module that does anything when it is loaded. */
async function main(): Promise<void> {
  try {
    const root = import.meta.dirname;
    await run(process.argv.slice(2), { root, isRoot: true, pjson: { ...pjson, oclif } });
  } catch (error) {
    if (error instanceof Errors.ExitError) process.exit(error.oclif.exit);
    const { line, code } = lastWord(error);
    process.stderr.write(`milepost: ${line}\n`);
    process.exit(code);
  }
}

// Not awaited here: oclif imports this module, and would wait for itself.
void main();
