import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { compareBundles, MOST_BYTES } from './check-dist.ts';

async function directoryWith(files: Record<string, string>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'milepost-check-dist-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(directory, name), text);
  return directory;
}

test.each([
  ['nothing', { 'index.js': 'a' }, { 'index.js': 'a' }, []],
  [
    'where a file differs',
    { 'index.js': 'abc' },
    { 'index.js': 'axc' },
    [/^index.js differs: 3 and 3 bytes, at byte 1/],
  ],
  [
    'a file that is shorter',
    { 'index.js': 'ab' },
    { 'index.js': 'abc' },
    [/^index.js differs: 2 and 3 bytes, at byte 2/],
  ],
  ['a file that was not committed', {}, { '7.index.js': 'a' }, ['7.index.js is missing']],
  ['a file that is left over', { '7.index.js': 'a' }, {}, ['7.index.js is not built by the source']],
])('tells %s', async (_, committed, built, problems) => {
  const found = await compareBundles(await directoryWith(committed), await directoryWith(built));

  expect(found).toEqual(problems.map((problem) => expect.stringMatching(problem)));
});

test('a bundle may have as many bytes as the limit, and not one more', async () => {
  const full = await directoryWith({ 'index.js': 'x'.repeat(MOST_BYTES) });
  const over = await directoryWith({ 'index.js': 'x'.repeat(MOST_BYTES), 'package.json': 'x' });

  expect(await compareBundles(full, full)).toEqual([]);
  expect(await compareBundles(over, over)).toEqual([
    `all together have ${MOST_BYTES + 1} bytes, more than ${MOST_BYTES}`,
  ]);
});
