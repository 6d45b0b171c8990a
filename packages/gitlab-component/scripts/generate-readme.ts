import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fillMarkers } from '../../github-action/scripts/markdown.ts';
import { readExamples, readTemplate } from '../test/read-templates.ts';
import { commandDocs } from './command-docs.ts';
import { fillReadme } from './fill-readme.ts';

export interface Page {
  path: string;
  committed: string;
  generated: string;
}

/** README.md and COMMAND-LINE.md as they stand, and as they should. */
export async function generatePages(): Promise<Page[]> {
  const templates = {
    'record-deployment': await readTemplate('record-deployment'),
    'report-deployment': await readTemplate('report-deployment'),
  };
  const parts = { templates, examples: await readExamples() };
  return [
    await pageOf('README.md', (text) => fillReadme(text, parts)),
    await pageOf('COMMAND-LINE.md', (text) => fillMarkers(text, commandDocs)),
  ];
}

async function pageOf(name: string, generate: (text: string) => string): Promise<Page> {
  const path = join(import.meta.dirname, '..', name);
  const committed = await readFile(path, 'utf8');
  return { path, committed, generated: generate(committed) };
}

if (import.meta.main) {
  for (const { path, generated } of await generatePages()) await writeFile(path, generated);
}
