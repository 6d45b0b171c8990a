import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Errors, run } from '@oclif/core';
import { lastWord } from './last-word.ts';

/** The program. The only module that does anything when it is loaded. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const pjson = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const oclif = {
  bin: 'milepost-emulator',
  commands: {
    strategy: 'explicit',
    target: extension === 'ts' ? './src/cli/commands.ts' : './dist/cli/commands.js',
    identifier: 'commands',
  },
  topicSeparator: ' ',
  topics: {
    incidents: { description: 'Incidents: import them from a file.' },
    keys: { description: 'API keys: create, list, revoke.' },
    metrics: { description: 'Metrics: calculate them now.' },
    repos: { description: 'Repositories: connect, list, disconnect.' },
  },
};

try {
  await run(process.argv.slice(2), { root, isRoot: true, pjson: { ...pjson, oclif } });
} catch (error) {
  if (error instanceof Errors.ExitError) process.exit(error.oclif.exit);
  const { line, code } = lastWord(error);
  process.stderr.write(`milepost-emulator: ${line}\n`);
  process.exit(code);
}
