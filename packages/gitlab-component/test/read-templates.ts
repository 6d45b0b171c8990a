import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

/** An input as `spec:inputs` declares it. */
export interface TemplateInput {
  type: 'string' | 'number' | 'boolean' | 'array';
  default: string | number | boolean;
  description: string;
  options?: string[];
  regex?: string;
}

/** A job of a template, before `$[[ … ]]` is filled in. */
export interface TemplateJob {
  variables: Record<string, string | { value: string; expand: boolean }>;
  script?: string[];
  before_script?: string[];
  after_script?: string[];
}

export interface Template {
  text: string;
  spec: { inputs: Record<string, TemplateInput> };
  /** Its jobs by name. */
  jobs: Record<string, TemplateJob>;
}

export const TEMPLATES = join(import.meta.dirname, '../templates');
export const EXAMPLES = join(import.meta.dirname, '../../../examples/gitlab');

/** The shape is checked by GitLab's schema, not here. */
export async function readTemplate(name: string): Promise<Template> {
  const text = await readFile(join(TEMPLATES, name, 'template.yml'), 'utf8');
  const [header, body] = parseAllDocuments(text);
  if (!header || !body) throw new Error(`the template ${name} has no header`);
  const { spec }: Pick<Template, 'spec'> = header.toJS();
  const jobs: Template['jobs'] = body.toJS();
  return { text, spec, jobs };
}

/** Text of each example by the name of its file. */
export async function readExamples(): Promise<Map<string, string>> {
  const names = (await readdir(EXAMPLES)).filter((name) => name.endsWith('.yml')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(EXAMPLES, name), 'utf8')));
  return new Map(names.map((name, index) => [name, texts[index] ?? '']));
}
