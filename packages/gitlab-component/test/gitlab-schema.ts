import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { Ajv, type ValidateFunction } from 'ajv';
import { parseAllDocuments } from 'yaml';

const BEGINNING =
  '{$schema:"http://json-schema.org/draft-07/schema#",$id:"https://gitlab.com/.gitlab-ci.yml"';

/**
 * What GitLab's own schema (app/assets/javascripts/editor/schema/ci.json, as gitlab-ci-local brings it along) finds
 * wrong with a `.gitlab-ci.yml` or a template: a line for each problem. Each document of the text is looked at.
 */
export async function problemsOf(text: string): Promise<string[]> {
  validate ??= compile();
  const check = await validate;
  const problems = parseAllDocuments(text, { logLevel: 'error' }).flatMap((document) => {
    if (document.errors.length > 0) return document.errors.map(({ message }) => message);
    if (check(document.toJS())) return [];
    return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  });
  return [...new Set(problems)];
}

let validate: Promise<ValidateFunction> | undefined;

/** The package exports no schema: it is one object literal of its only file. */
async function compile(): Promise<ValidateFunction> {
  const bundle = await readFile(fileURLToPath(import.meta.resolve('gitlab-ci-local')), 'utf8');
  const start = bundle.indexOf(BEGINNING);
  if (start === -1) throw new Error('gitlab-ci-local has no schema of GitLab where it used to be');
  const schema: object = runInNewContext(`(${literalAt(bundle, start)})`);
  return new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
}

/** From a brace to the one that closes it; braces in strings do not count. */
function literalAt(text: string, start: number): string {
  let depth = 0;
  for (const { 0: token, index } of text.slice(start).matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    if (token === '{') depth += 1;
    if (token === '}') depth -= 1;
    if (depth === 0) return text.slice(start, start + index + 1);
  }
  throw new Error("the literal of GitLab's schema does not end");
}
