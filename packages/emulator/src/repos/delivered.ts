import { existsSync } from 'node:fs';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a mirror pointed at when all its commits had been delivered, each list sorted. */
export interface Delivered {
  tips: readonly string[];
  /** The commits whose parents were missing then. */
  shallow: readonly string[];
}

const FILE = 'milepost-delivered';
const LINE = /^(tip|shallow) ((?:[\da-f]{40}|[\da-f]{64}))$/;

/** Nothing, when nothing was delivered yet. */
export async function readDelivered(mirror: string): Promise<Delivered> {
  const path = join(mirror, FILE);
  const tips: string[] = [];
  const shallow: string[] = [];
  for (const line of existsSync(path) ? (await readFile(path, 'utf8')).split('\n') : []) {
    const [, kind, sha = ''] = LINE.exec(line) ?? [];
    if (kind === 'tip') tips.push(sha);
    if (kind === 'shallow') shallow.push(sha);
  }
  return { tips, shallow };
}

/** Whoever reads it finds the old list or the new one, whole. */
export async function writeDelivered(mirror: string, { tips, shallow }: Delivered): Promise<void> {
  const path = join(mirror, FILE);
  const lines = [...shallow.map((sha) => `shallow ${sha}`), ...tips.map((sha) => `tip ${sha}`)];
  await writeFile(`${path}.writing`, `${lines.join('\n')}\n`, { flush: true });
  await rename(`${path}.writing`, path);
}
