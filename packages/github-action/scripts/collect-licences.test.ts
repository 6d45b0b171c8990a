import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { collectLicences } from './collect-licences.ts';

async function tree(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'milepost-licences-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

const manifest = (name: string, version: string) => JSON.stringify({ name, version, license: 'MIT' });

test('each package of others is named once, with its licence, in the order of names', async () => {
  const root = await tree({
    'node_modules/b/package.json': manifest('b', '2.0.0'),
    'node_modules/b/LICENSE.md': 'Of b.\n',
    'node_modules/@a/a/package.json': manifest('@a/a', '1.0.0'),
    'node_modules/@a/a/node_modules/b/package.json': manifest('b', '1.0.0'),
    'node_modules/@a/a/node_modules/b/licence': 'Of the older b.',
  });
  const files = [
    'src/ours.js',
    'node_modules/b/lib/index.js',
    'node_modules/b/lib/other.js',
    'node_modules/@a/a/index.js',
    'node_modules/@a/a/node_modules/b/index.js',
  ];
  const stats = JSON.stringify({ modules: files.map((file) => ({ nameForCondition: join(root, file) })) });

  expect(await collectLicences(stats)).toBe(
    [
      '@a/a 1.0.0 (MIT)\n\n(no licence file in the package)',
      'b 1.0.0 (MIT)\n\nOf the older b.',
      'b 2.0.0 (MIT)\n\nOf b.\n',
    ].join('\n\n----\n\n'),
  );
});
