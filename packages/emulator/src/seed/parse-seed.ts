import { describeErrors, inspectJson, isObject, MAX_DEPTH, type Problems } from '@milepost/shared/validation';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { createAjv } from '../validation/create-ajv.ts';
import { MAX_SCHEMA_DEPTH } from '../validation/custom-blueprint.ts';
import { compactJson } from '../validation/raw-events.ts';
import { SEED_DEPTH, type Seed, seedSchema } from './seed.schema.ts';
import { SeedError } from './seed-error.ts';
import { createSeedProblems } from './seed-problems.ts';

/** Levels that one item of each list may nest: as many as in a request of its own. */
const LEVELS = {
  entities: MAX_DEPTH,
  blueprints: MAX_SCHEMA_DEPTH + 1,
  repos: MAX_DEPTH,
  incidents: MAX_DEPTH,
  events: MAX_DEPTH + 1,
} as const satisfies Record<keyof Seed, number>;

let compiled: Promise<ValidateFunction<Seed>> | undefined;

/**
 * Takes a value for a seed, if it is one: everything but what depends on the account that it is planted in.
 *
 * @throws SeedError with all that is wrong.
 */
export async function parseSeed(content: unknown): Promise<Seed> {
  compiled ??= createAjv().then((ajv) => ajv.compile<Seed>(seedSchema));
  const isSeed = await compiled;
  const problems = createSeedProblems();
  // What is too deep would exhaust the stack.
  if (inspectItems(content, problems)) {
    if (isSeed(content) && problems.list.length === 0) return content;
    describeErrors(isSeed.errors, content, '', problems);
    // ajv keeps the last errors, hence what they are about.
    isSeed.errors = null;
  }
  throw new SeedError(problems);
}

/**
 * Parses the text of a seed.
 *
 * @throws SeedError with all that is wrong; a problem with the syntax has an empty path and names line and column.
 */
export async function parseSeedText(text: string, format: 'json' | 'yaml'): Promise<Seed> {
  const problems = createSeedProblems();
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // The YAML parser takes a while to load.
  const content =
    format === 'json'
      ? parseJson(plain, problems)
      : (await import('./parse-yaml.ts')).parseYaml(plain, problems);
  if (problems.list.length > 0) throw new SeedError(problems);
  return parseSeed(content);
}

function parseJson(text: string, problems: Problems): unknown {
  try {
    const content: unknown = JSON.parse(text);
    // JSON.parse keeps the last of equal names, and says nothing.
    const { members, tooDeep } = inspectJson(content, '', createSeedProblems(), SEED_DEPTH);
    if (!tooDeep && compactJson(text).members > members)
      problems.add('', 'has a name twice in one object', { rule: 'repeated' });
    return content;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    problems.add('', `is not valid JSON: ${error.message.replaceAll(/\s+/g, ' ')}`, { rule: 'json' });
    return undefined;
  }
}

/** Looks for what no schema finds; whether a schema may look. */
function inspectItems(content: unknown, problems: Problems): boolean {
  let shallow = true;
  for (const [section, levels] of Object.entries(LEVELS)) {
    const items = isObject(content) ? content[section] : undefined;
    if (!Array.isArray(items)) continue;
    for (const [index, item] of items.entries()) {
      if (problems.isFull()) return shallow;
      if (inspectJson(item, `${section}[${index}]`, problems, levels).tooDeep) shallow = false;
    }
  }
  return shallow;
}
