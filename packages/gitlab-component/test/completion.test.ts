import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { runMilepost } from './run-milepost.ts';

const run = promisify(execFile);

let script = '';
beforeAll(async () => {
  script = (await runMilepost(['completion', 'bash'])).stdout;
});

/** What bash offers after these words, the last of which is being typed. */
async function complete(...words: string[]): Promise<string[]> {
  const ask = `COMP_WORDS=("$@"); COMP_CWORD=${words.length - 1}; _milepost; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', `${script}\n${ask}`, 'bash', ...words]);
  return stdout.split('\n').filter(Boolean);
}

test.each([
  [
    ['milepost', 'rep'],
    ['replay', 'report'],
  ],
  [['milepost', '--v'], ['--version']],
  [
    ['milepost', 'report', '--env'],
    ['--env', '--environment-map'],
  ],
  [['milepost', 'report', '--no-'], ['--no-detect-change']],
  [
    ['milepost', 'report', '--fail-on', ''],
    ['client-error', 'any', 'never'],
  ],
  [['milepost', 'report', '--env', ''], []],
  [['milepost', 'replay', 'file'], []],
])('after %j bash offers %j', async (words, expected) => {
  expect(await complete(...words)).toEqual(expected);
});

test('a shell that is not known is wrong usage, and those that are are named', async () => {
  expect(await runMilepost(['completion', 'csh'])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/bash, zsh, fish/),
  });
});
