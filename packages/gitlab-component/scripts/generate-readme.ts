import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readExamples, readTemplate } from '../test/read-templates.ts';
import { fillReadme } from './fill-readme.ts';

const README = join(import.meta.dirname, '../README.md');

/** README.md as it stands, and as it should. */
export async function generateReadme(): Promise<{ committed: string; generated: string }> {
  const templates = {
    'record-deployment': await readTemplate('record-deployment'),
    'report-deployment': await readTemplate('report-deployment'),
  };
  const committed = await readFile(README, 'utf8');
  return { committed, generated: fillReadme(committed, { templates, examples: await readExamples() }) };
}

if (import.meta.main) await writeFile(README, (await generateReadme()).generated);
