import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { minify } from 'rolldown/utils';
import { collectLicences } from './collect-licences.ts';

const run = promisify(execFile);
const NCC = fileURLToPath(import.meta.resolve('@vercel/ncc/dist/ncc/cli.js'));

/**
 * Makes the bundle that runners start of what tsc left in build/: index.js, chunks that are loaded when needed,
 * package.json, and licenses.txt. The same source gives the same bytes.
 *
 * @param directory absolute path; it is replaced.
 */
export async function bundle(directory: string): Promise<void> {
  const root = join(import.meta.dirname, '..');
  const scratch = await mkdtemp(join(tmpdir(), 'milepost-bundle-'));
  const stats = join(scratch, 'stats.json');
  try {
    await rm(directory, { recursive: true, force: true });
    const options = ['--no-cache', '--quiet', '--stats-out', stats];
    await run(process.execPath, [NCC, 'build', 'build/main.js', '--out', directory, ...options], {
      cwd: root,
    });
    await minifyAll(directory);
    await writeFile(join(directory, 'licenses.txt'), await collectLicences(await readFile(stats, 'utf8')));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** ncc's own minifier keeps all names, and leaves an eighth more. */
async function minifyAll(directory: string): Promise<void> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.js'));
  for (const name of files) {
    const path = join(directory, name);
    const { code, errors } = await minify(name, await readFile(path, 'utf8'), { module: true });
    if (errors.length > 0) throw new Error(`${name} cannot be minified: ${errors.join('; ')}`);
    await writeFile(path, code);
  }
}

if (import.meta.main) await bundle(join(import.meta.dirname, '../dist'));
