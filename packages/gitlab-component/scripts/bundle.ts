import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');

/** Makes of the sources the one file that needs nothing but Node. */
export async function bundle(file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(ROOT, 'src/main.ts'),
    platform: 'node',
    resolve: { conditionNames: ['milepost-source', 'node', 'import', 'require', 'default'] },
  });
  await bundle.write({
    file,
    format: 'cjs',
    minify: true,
    codeSplitting: false,
    banner: '#!/usr/bin/env node',
  });
  await bundle.close();
}

if (import.meta.main) {
  await rm(join(ROOT, 'dist'), { recursive: true, force: true });
  await bundle(join(ROOT, 'dist/milepost.cjs'));
}
