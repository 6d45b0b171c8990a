import { rm } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const ROOT = join(import.meta.dirname, '..');

/**
 * Makes of the sources the one file that needs nothing but Node. What main.ts imports dynamically is evaluated when it
 * is asked for.
 *
 * @param file absolute path.
 */
export async function bundle(file: string): Promise<void> {
  const bundle = await rolldown({
    input: join(ROOT, 'src/main.ts'),
    platform: 'node',
    resolve: { conditionNames: ['milepost-source', 'node', 'import', 'require', 'default'] },
    // Of `engines`: what is newer, such as `using`, is written in older words.
    transform: { target: 'node20' },
    plugins: [lazyBuiltins(), withoutUnused()],
    // Else every module is marked to be compiled at once, though most are never run.
    optimization: { pifeForModuleWrappers: false },
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

const LAZY = '\0lazy:';

/**
 * Rolldown requires Node's own modules at the top of the file, where node:http and node:tls alone double the time to
 * start. Behind a module of their own they are required by whoever needs them.
 */
function lazyBuiltins(): Plugin {
  const builtins = new Set(builtinModules);
  return {
    name: 'lazy-builtins',
    resolveId(id, importer) {
      if (!id.startsWith('node:') && !builtins.has(id)) return null;
      return importer?.startsWith(LAZY) ? { id, external: true } : `${LAZY}${id.replace(/^node:/, '')}`;
    },
    load: (id) =>
      id.startsWith(LAZY)
        ? { code: `module.exports = require('node:${id.slice(LAZY.length)}');`, moduleType: 'js' }
        : null,
  };
}

/** What oclif loads for programs that search their commands and plugins in directories: a third of it. */
const UNUSED = new Set(['tinyglobby', 'minimatch', 'lilconfig']);

/** A reader of 500 KB takes as long to read as Node takes to start. */
function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    resolveId: (id) => (UNUSED.has(id) ? `\0unused:${id}` : null),
    load: (id) => (id.startsWith('\0unused:') ? { code: 'module.exports = {};', moduleType: 'js' } : null),
  };
}

if (import.meta.main) {
  await rm(join(ROOT, 'dist'), { recursive: true, force: true });
  await bundle(join(ROOT, 'dist/milepost.cjs'));
}
