import {
  describeErrors,
  isObject,
  type KnownNames,
  type Problems,
  quoteValue,
} from '@milepost/shared/validation';
import type { Ajv2020, ErrorObject } from 'ajv/dist/2020.js';
import { createAjv } from './create-ajv.ts';
import { type ExpandedSchema, expandSchema } from './expand-schema.ts';
import { type CompileLinearRegExp, loadLinearRegExp } from './linear-regexp.ts';
import { uniqueItems } from './unique-items.ts';

const NEWEST_DIALECT = 'https://json-schema.org/draft/2020-12/schema';
/** The dialects that are read, all as 2020-12. What means something else in draft 7 is refused where it stands. */
const DIALECTS: ReadonlySet<unknown> = new Set([
  undefined,
  NEWEST_DIALECT,
  'https://json-schema.org/draft/2020-12/schema#',
  'http://json-schema.org/draft-07/schema',
  'http://json-schema.org/draft-07/schema#',
]);

/** A schema of an account, ready to check attributes. */
export interface CompiledSchema {
  known: KnownNames | undefined;
  /** What a check costs at most: steps a value, and steps a character. */
  work: number;
  textWork: number;
  /** Allocates nothing for what is wrong. */
  accepts(value: unknown): boolean;
  /** All that is wrong: up to `work` errors a value. Compiled when first called. */
  errorsOf(value: unknown): readonly ErrorObject[];
}

/**
 * Compiles a schema for attributes, in an ajv of its own: nothing of one account can meet another's.
 * The schema is bounded in size and depth. Reports what is wrong with it at its path, and returns undefined.
 */
export async function compileSchema(
  schema: unknown,
  base: string,
  problems: Problems,
): Promise<CompiledSchema | undefined> {
  if (!isObject(schema) || schema['type'] !== 'object') {
    const path = isObject(schema) ? `${base}.type` : base;
    problems.add(path, 'must describe an object, since attributes are one: {"type": "object", …}', {
      rule: 'schema-type',
      nearest: isObject(schema) ? 'object' : null,
    });
    return undefined;
  }
  if (!DIALECTS.has(schema['$schema'])) {
    problems.add(`${base}.$schema`, `${quoteValue(schema['$schema'])} is not read; JSON Schema 2020-12 is`, {
      rule: 'dialect',
      nearest: NEWEST_DIALECT,
    });
    return undefined;
  }
  const regExp = await loadLinearRegExp();
  // Not strict: expandSchema has refused unknown keywords already, at their paths.
  const ajv = await createAjv({ strict: false, code: { regExp: Object.assign(regExp, { code: 're2' }) } });
  ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems);
  if (!checkAgainstMetaSchema(ajv, schema, base, problems)) return undefined;
  const found = problems.list.length;
  const expanded = expandSchema(schema, base, problems, regExp);
  if (problems.list.length > found) return undefined;
  return compileExpanded(ajv, expanded, regExp, base, problems);
}

function checkAgainstMetaSchema(
  ajv: Ajv2020,
  schema: Record<string, unknown>,
  base: string,
  problems: Problems,
): boolean {
  const { $schema: _dialect, ...read } = schema;
  if (ajv.validateSchema(read) === true) return true;
  describeErrors(ajv.errors, read, base, problems);
  return false;
}

function compileExpanded(
  ajv: Ajv2020,
  { tree, work, textWork }: ExpandedSchema,
  regExp: CompileLinearRegExp,
  base: string,
  problems: Problems,
): CompiledSchema | undefined {
  const known = knownNames(tree, regExp);
  // Unknown names are found by hand. `true` still counts every name as evaluated, as `false` did.
  const open = known === undefined ? tree : { ...tree, additionalProperties: true };
  try {
    // Below `if`, ajv stops at the first thing wrong and makes no error objects, of which `contains` and
    // `anyOf` could make millions.
    const accepts = ajv.compile({ if: open, else: false });
    return {
      known,
      work,
      textWork,
      accepts: (value) => accepts(value),
      errorsOf(value) {
        const validate = ajv.compile(open);
        return validate(value) ? [] : (validate.errors ?? []);
      },
    };
  } catch (error) {
    // Such as a `$ref` to something that is no schema.
    problems.add(base, `cannot be compiled: ${error instanceof Error ? error.message : String(error)}`, {
      rule: 'schema',
    });
    return undefined;
  }
}

function knownNames(tree: ExpandedSchema['tree'], regExp: CompileLinearRegExp): KnownNames | undefined {
  if (tree['additionalProperties'] !== false) return undefined;
  const { properties = {}, patternProperties = {} } = tree;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const own = new Set(names);
  const patterns = isObject(patternProperties) ? Object.keys(patternProperties).map(regExp) : [];
  return { names, has: (name) => own.has(name) || patterns.some((pattern) => pattern.test(name)) };
}
