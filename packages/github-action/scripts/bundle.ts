import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { collectLicences } from './collect-licences.ts';

const run = promisify(execFile);

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
    const ncc = ['ncc', 'build', 'build/main.js', '-o', directory, '--minify', '--no-cache', '--stats-out', stats];
    await run('npm', ['exec', '--offline', '--', ...ncc], { cwd: root, maxBuffer: 64 * 1024 * 1024 });
    await writeFile(join(directory, 'licenses.txt'), await collectLicences(await readFile(stats, 'utf8')));
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

if (import.meta.main) await bundle(join(import.meta.dirname, '../dist'));
