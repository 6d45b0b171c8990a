import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundle } from './bundle.ts';

/** Most bytes of dist: a runner downloads it for every job. */
export const MOST_BYTES = 750_000;

/**
 * What is wrong with a directory that should be the bundle of the source, a line for each file; empty when nothing is.
 */
export async function compareBundles(committed: string, built: string): Promise<string[]> {
  const [left, right] = [await filesIn(committed), await filesIn(built)];
  const problems: string[] = [];
  for (const name of [...new Set([...left.keys(), ...right.keys()])].sort()) {
    const [old, fresh] = [left.get(name), right.get(name)];
    if (!old) problems.push(`${name} is missing`);
    else if (!fresh) problems.push(`${name} is not built by the source`);
    else if (!old.equals(fresh)) problems.push(`${name} differs: ${differenceOf(old, fresh)}`);
  }
  const bytes = [...right.values()].reduce((sum, content) => sum + content.length, 0);
  if (bytes > MOST_BYTES) problems.push(`all together have ${bytes} bytes, more than ${MOST_BYTES}`);
  return problems;
}

async function filesIn(directory: string): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const name of await readdir(directory).catch(() => [])) {
    files.set(name, await readFile(join(directory, name)));
  }
  return files;
}

/** Both are one long line: the place and what is there say more than a diff. */
function differenceOf(old: Buffer, fresh: Buffer): string {
  const length = Math.min(old.length, fresh.length);
  let at = 0;
  while (at < length && old[at] === fresh[at]) at += 1;
  const around = (content: Buffer) => JSON.stringify(content.toString('utf8', Math.max(0, at - 20), at + 60));
  return `${old.length} and ${fresh.length} bytes, at byte ${at} ${around(old)} and ${around(fresh)}`;
}

if (import.meta.main) {
  const built = await mkdtemp(join(tmpdir(), 'milepost-dist-'));
  try {
    await bundle(built);
    const problems = await compareBundles(join(import.meta.dirname, '../dist'), built);
    for (const problem of problems) console.error(`dist/${problem}`);
    if (problems.length > 0) {
      console.error('Build it again with: npm run build; then commit packages/github-action/dist.');
      process.exitCode = 1;
    }
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}
