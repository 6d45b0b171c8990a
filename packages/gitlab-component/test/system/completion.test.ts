import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runMilepost } from '../run-milepost.ts';

const run = promisify(execFile);

test('fish offers commands, flags with what they are for, and values', async () => {
  const { stdout: script } = await runMilepost(['completion', 'fish']);
  const complete = async (line: string) => {
    const { stdout } = await run('fish', ['--no-config', '-c', `${script}\ncomplete -C '${line}'`]);
    return stdout.trim().split('\n');
  };
  expect(await complete('milepost rep')).toEqual([
    expect.stringMatching(/^replay\tSend what/),
    expect.stringMatching(/^report\tReport the/),
  ]);
  expect(await complete('milepost report --entity')).toEqual([expect.stringMatching(/^--entity-id\tId or/)]);
  const values = await complete('milepost report --fail-on ');
  expect(values.map((line) => line.split('\t')[0])).toEqual(['any', 'client-error', 'never']);
});

test('zsh offers them, too', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-zsh-'));
  try {
    const { stdout: script } = await runMilepost(['completion', 'zsh']);
    await writeFile(join(directory, 'script'), script);
    // A terminal of zsh's own, in which the key is pressed.
    const session = `
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell 'autoload -U compinit; compinit -u -D; PS1=; LISTMAX=1000; stty cols 200'
      zpty -w shell 'source ./script; print rea""dy'
      zpty -r shell line '*ready*'
      zpty -w -n shell $'milepost report --fail-on \\t\\t'
      zpty -r shell line '*never*'
      print -r -- $line
      zpty -d shell`;
    const { stdout } = await run('zsh', ['-f', '-c', session], { cwd: directory, timeout: 20_000 });
    expect(stdout).toMatch(/any\s+client-error\s+never/);
  } finally {
    await rm(directory, { recursive: true });
  }
});
