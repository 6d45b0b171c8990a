import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { parseSeedText } from './parse-seed.ts';
import { MAX_SEED_BYTES, type Seed } from './seed.schema.ts';
import { SeedError, seedErrorIn } from './seed-error.ts';
import { createSeedProblems } from './seed-problems.ts';

/**
 * Reads a seed from a file: JSON when its name ends in .json, otherwise YAML (of which JSON is a part).
 *
 * @throws SeedError whose message names the file and the first thing wrong with it.
 */
export async function readSeed(path: string): Promise<Seed> {
  try {
    const text = await readText(path);
    return await parseSeedText(text, path.toLowerCase().endsWith('.json') ? 'json' : 'yaml');
  } catch (error) {
    throw seedErrorIn(`--seed ${path}`, error);
  }
}

async function readText(path: string): Promise<string> {
  const problems = createSeedProblems();
  try {
    // No more than that of what may have no end.
    const bytes = await buffer(createReadStream(path, { end: MAX_SEED_BYTES }));
    if (bytes.length > MAX_SEED_BYTES)
      problems.add('', `is larger than ${MAX_SEED_BYTES} bytes; send the events by POST /events instead`, {
        rule: 'max-bytes',
        nearest: MAX_SEED_BYTES,
      });
    else if (!isUtf8(bytes)) problems.add('', 'is not UTF-8', { rule: 'utf-8' });
    else return bytes.toString('utf8');
  } catch (cause) {
    problems.add('', cause instanceof Error ? cause.message : String(cause), { rule: 'unreadable' });
  }
  throw new SeedError(problems);
}
