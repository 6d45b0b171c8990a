import { readFile } from 'node:fs/promises';
import { createProblems, describeErrors, inspectJson } from '@milepost/shared/validation';
import { parse } from 'yaml';
import { createAjv } from '../validation/create-ajv.ts';
import { type SeedFile, seedSchema } from './seed.schema.ts';
import { SeedError } from './seed-error.ts';

/**
 * Reads a seed, JSON or YAML (of which JSON is a part).
 *
 * @throws SeedError that names the file and the first thing wrong with it.
 */
export async function readSeed(path: string): Promise<SeedFile> {
  const content = await parseFile(path);
  const ajv = await createAjv();
  const validate = ajv.compile<SeedFile>(seedSchema);
  const problems = createProblems();
  // Levels above an event's attributes: the file, the list, the event.
  const { tooDeep } = inspectJson(content, '', problems, 35);
  if (!tooDeep && problems.list.length === 0 && validate(content)) return content;
  if (!tooDeep) describeErrors(validate.errors, content, '', problems);
  const [first] = problems.list;
  throw new SeedError(`--seed ${path}: ${first ? `${first.path} ${first.msg}` : 'it is not a seed'}`);
}

async function parseFile(path: string): Promise<unknown> {
  try {
    return parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    throw new SeedError(`--seed ${path}: ${reason}`, { cause });
  }
}
