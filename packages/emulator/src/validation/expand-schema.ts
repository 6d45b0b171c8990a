import {
  isObject,
  nearestName,
  type Problems,
  pathOf,
  pointerOf,
  pointerOfPath,
  quote,
} from '@milepost/shared/validation';
import type { CompileLinearRegExp } from './linear-regexp.ts';
import { resolveReference } from './resolve-reference.ts';
import { annotations, assertions, refused, schemaKeywords } from './schema-keywords.ts';

/** Most subschemas of a blueprint once its `$ref`s are written out. */
export const MAX_SUBSCHEMAS = 500;
/** Most keywords and listed values of a blueprint once its `$ref`s are written out. */
export const MAX_SCHEMA_WORK = 20_000;
/** Most instructions of all patterns of a blueprint. */
export const MAX_TEXT_WORK = 5_000;

/** A schema without references, and what checking one value or one character against it can cost. */
export interface ExpandedSchema {
  tree: Record<string, unknown>;
  /** Keywords and listed values: each is looked at once a value at most, since nothing recurses. */
  work: number;
  /** Steps for each character of a text. */
  textWork: number;
}

interface Expansion {
  root: unknown;
  base: string;
  problems: Problems;
  regExp: CompileLinearRegExp;
  /** Targets of the `$ref`s that are being written out. */
  open: Set<unknown>;
  steps: (string | number)[];
  subschemas: number;
  work: number;
  textWork: number;
}

/**
 * Writes a valid JSON Schema 2020-12 out as a plain tree: `$ref`s replaced by what they refer to, annotations
 * dropped. Reports what could make a check endless or expensive (recursion, growth, patterns that RE2 does
 * not take), what reaches outside (remote `$ref`, `$id`) and what ajv would overlook (unknown keywords).
 * The schema must not be nested deeper than the stack: inspect it first.
 */
export function expandSchema(
  schema: Record<string, unknown>,
  base: string,
  problems: Problems,
  regExp: CompileLinearRegExp,
): ExpandedSchema {
  const counts = { subschemas: 0, work: 0, textWork: 0 };
  const expansion = { root: schema, base, problems, regExp, open: new Set([schema]), steps: [], ...counts };
  const tree = expandObject(expansion, schema);
  checkBudget(expansion);
  return { tree, work: expansion.work, textWork: expansion.textWork };
}

function expand(expansion: Expansion, schema: unknown): unknown {
  // The meta-schema has seen to it that a schema is one of these, wherever no `$ref` goes astray.
  return isObject(schema) ? expandObject(expansion, schema) : schema === true;
}

function expandObject(
  expansion: Expansion,
  schema: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const tree: Record<string, unknown> = {};
  expansion.subschemas += 1;
  for (const [keyword, value] of Object.entries(schema)) {
    if (!checkBudget(expansion) || expansion.problems.isFull()) return tree;
    expansion.work += 1;
    expansion.steps.push(keyword);
    if (keyword !== '$ref') expandKeyword(expansion, tree, keyword, value);
    expansion.steps.pop();
  }
  if (Object.hasOwn(schema, '$ref')) {
    expansion.steps.push('$ref');
    const target = expandReference(expansion, schema['$ref']);
    // Members beside a `$ref` hold as well (2020-12).
    if (target !== undefined)
      tree['allOf'] = [...(Array.isArray(tree['allOf']) ? tree['allOf'] : []), target];
    expansion.steps.pop();
  }
  return tree;
}

function expandKeyword(
  expansion: Expansion,
  tree: Record<string, unknown>,
  keyword: string,
  value: unknown,
): void {
  const holds = schemaKeywords.get(keyword);
  if (holds === 'one') tree[keyword] = expand(expansion, value);
  else if (holds === 'list') tree[keyword] = expandList(expansion, value);
  else if (holds === 'map') tree[keyword] = expandMap(expansion, value, keyword);
  else if (assertions.has(keyword)) {
    tree[keyword] = value;
    countAssertion(expansion, keyword, value);
  } else if (keyword === 'description') tree[keyword] = value;
  else if (!annotations.has(keyword) && !keyword.startsWith('x-')) reportKeyword(expansion, keyword);
}

function expandList(expansion: Expansion, schemas: unknown): unknown[] {
  if (!Array.isArray(schemas)) return [];
  return schemas.map((schema: unknown, index) => {
    expansion.steps.push(index);
    const expanded = expand(expansion, schema);
    expansion.steps.pop();
    return expanded;
  });
}

function expandMap(expansion: Expansion, schemas: unknown, keyword: string): Record<string, unknown> {
  const expanded: Record<string, unknown> = {};
  if (!isObject(schemas)) return expanded;
  for (const [name, schema] of Object.entries(schemas)) {
    expansion.steps.push(name);
    if (name === '__proto__')
      report(expansion, 'reserved-name', "cannot be named '__proto__'; choose another name");
    else {
      if (keyword === 'patternProperties') countPattern(expansion, name);
      expanded[name] = expand(expansion, schema);
    }
    expansion.steps.pop();
  }
  return expanded;
}

function expandReference(expansion: Expansion, reference: unknown): unknown {
  if (typeof reference !== 'string' || !reference.startsWith('#')) {
    return report(expansion, 'reference', `${quote(String(reference))} is not local; refer to '#/$defs/…'`);
  }
  const target = resolveReference(expansion.root, reference);
  if (target === undefined)
    return report(expansion, 'reference', `${quote(reference)} refers to nothing in this schema`);
  if (expansion.open.has(target)) {
    return report(
      expansion,
      'recursive-reference',
      `${quote(reference)} refers back to itself; recursive schemas are not possible`,
    );
  }
  expansion.open.add(target);
  const expanded = expand(expansion, target);
  expansion.open.delete(target);
  return expanded;
}

/** Adds up what a keyword costs for each value, or each character, that it is checked against. */
function countAssertion(expansion: Expansion, keyword: string, value: unknown): void {
  if (keyword === 'pattern' && typeof value === 'string') countPattern(expansion, value);
  else if (keyword === 'enum' || keyword === 'const') expansion.work += countValues(value);
  else if (keyword === 'required' && Array.isArray(value)) expansion.work += value.length;
  else if (keyword === 'dependentRequired') expansion.work += countValues(value);
  else if (keyword === 'uniqueItems') expansion.work += 10;
  else if (keyword === 'format' || keyword.endsWith('Length')) expansion.textWork += 1;
}

function countPattern(expansion: Expansion, pattern: string): void {
  try {
    expansion.textWork += expansion.regExp(pattern).steps;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    report(
      expansion,
      'pattern-syntax',
      `the pattern ${quote(pattern)} is not in RE2 syntax (no look-around, no back-references): ${reason}`,
    );
  }
}

function countValues(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, one: unknown) => sum + countValues(one), 1);
}

/** Whether the schema is still small enough; reports when it is not. */
function checkBudget(expansion: Expansion): boolean {
  const { base, problems } = expansion;
  if (expansion.subschemas > MAX_SUBSCHEMAS) {
    problems.add(base, `has more than ${MAX_SUBSCHEMAS} subschemas, its $refs written out; simplify it`, {
      rule: 'max-subschemas',
      nearest: MAX_SUBSCHEMAS,
    });
  } else if (expansion.work > MAX_SCHEMA_WORK) {
    problems.add(base, `has more than ${MAX_SCHEMA_WORK} keywords and listed values, its $refs written out`, {
      rule: 'max-work',
      nearest: MAX_SCHEMA_WORK,
    });
  } else if (expansion.textWork > MAX_TEXT_WORK) {
    problems.add(base, `has patterns that compile to more than ${MAX_TEXT_WORK} steps; simplify them`, {
      rule: 'max-text-work',
      nearest: MAX_TEXT_WORK,
    });
  } else return true;
  return false;
}

function reportKeyword(expansion: Expansion, keyword: string): void {
  const reason = refused.get(keyword);
  const known = [...schemaKeywords.keys(), ...assertions, ...annotations, '$ref'];
  const nearest = nearestName(keyword, known);
  const remedy =
    nearest === undefined ? 'annotations of your own begin with x-' : `did you mean ${quote(nearest)}?`;
  if (reason !== undefined) report(expansion, 'keyword', reason);
  else report(expansion, 'unknown-keyword', `unknown keyword ${quote(keyword)}; ${remedy}`, nearest);
}

function report(
  { base, steps, problems }: Expansion,
  rule: string,
  msg: string,
  nearest?: string,
): undefined {
  const pointer = pointerOf(pointerOfPath(base), steps);
  problems.add(pathOf(base, steps), msg, { rule, pointer, nearest });
}
