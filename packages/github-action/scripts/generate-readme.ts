import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAction } from '../test/read-action.ts';
import { fillReadme } from './fill-readme.ts';

const README = join(import.meta.dirname, '../README.md');
const EXAMPLES = join(import.meta.dirname, '../../../examples/github');

/** README.md as it stands, and as it should. */
export async function generateReadme(): Promise<{ committed: string; generated: string }> {
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.yml')).sort();
  const examples = new Map<string, string>();
  for (const name of names) examples.set(name, await readFile(join(EXAMPLES, name), 'utf8'));
  const committed = await readFile(README, 'utf8');
  return { committed, generated: fillReadme(committed, { action: await readAction(), examples }) };
}

if (import.meta.main) await writeFile(README, (await generateReadme()).generated);
