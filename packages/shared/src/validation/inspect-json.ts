import { isObject } from './is-object.ts';
import { pathOf } from './json-path.ts';
import { pointerOf, pointerOfPath } from './json-pointer.ts';
import { isSecret } from './nearest-value.ts';
import type { Problems } from './problems.ts';

/** How many levels `attributes` may nest; the object itself is the first. Databases refuse or mangle more. */
export const MAX_DEPTH = 32;

const LONGEST_REPEATED = 200;

/** What a walk through a JSON value found. */
export interface JsonSize {
  /** Values of every kind, the outermost included. */
  values: number;
  /** Members of objects. Fewer than in the text when a name stands there twice. */
  members: number;
  /** Characters of names and texts. */
  characters: number;
  longestName: number;
  tooDeep: boolean;
  /** JSON.stringify may say it otherwise than the sender: digits of numbers, order of integer-like names. */
  needsSource: boolean;
}

interface Walk extends JsonSize {
  path: string;
  pointer: string | undefined;
  steps: (string | number)[];
  depth: number;
  problems: Problems;
}

/**
 * Walks a value for what no schema can say and no store should get: U+0000, lone surrogates, numbers beyond
 * a double, more levels than `depth`. It recurses no deeper than `depth`, however deep the value is.
 *
 * @param pointer that of the path by default: to be given where names in the path are a caller's.
 */
export function inspectJson(
  value: unknown,
  path: string,
  problems: Problems,
  depth = MAX_DEPTH,
  pointer?: string,
): JsonSize {
  const walk: Walk = {
    values: 0,
    members: 0,
    characters: 0,
    longestName: 0,
    tooDeep: false,
    needsSource: false,
    path,
    pointer,
    steps: [],
    depth,
    problems,
  };
  visit(walk, value);
  return walk;
}

/** What is wrong with a text or the name of a member, if anything. */
export function textProblem(text: string): string | undefined {
  if (text.includes('\0')) return 'contains U+0000, which cannot be stored; remove it';
  if (!text.isWellFormed()) return 'contains half a surrogate pair, which is no character; remove it';
  return undefined;
}

/** The rule that such a text breaks. */
export function textRule(text: string): 'nul-character' | 'lone-surrogate' {
  return text.includes('\0') ? 'nul-character' : 'lone-surrogate';
}

/** The text without what is wrong with it; null for one that is too long to be told twice. */
export function cleanText(text: string): string | null {
  return text.length > LONGEST_REPEATED ? null : text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '');
}

function visit(walk: Walk, value: unknown): void {
  walk.values += 1;
  if (typeof value === 'string') visitText(walk, value);
  else if (typeof value === 'number') visitNumber(walk, value);
  else if (typeof value === 'object' && value !== null) visitContainer(walk, value);
}

function visitContainer(walk: Walk, value: object): void {
  if (walk.steps.length >= walk.depth) {
    walk.tooDeep = true;
    const pointer = walk.pointer ?? pointerOfPath(walk.path);
    const why = { rule: 'depth', pointer, nearest: walk.depth };
    walk.problems.add(walk.path, `is nested deeper than ${walk.depth} levels`, why);
  } else if (Array.isArray(value)) visitElements(walk, value);
  else if (isObject(value)) visitMembers(walk, value);
}

function visitElements(walk: Walk, elements: readonly unknown[]): void {
  for (let index = 0; index < elements.length; index += 1) {
    walk.steps.push(index);
    visit(walk, elements[index]);
    walk.steps.pop();
  }
}

function visitMembers(walk: Walk, object: Readonly<Record<string, unknown>>): void {
  for (const name of Object.keys(object)) {
    walk.steps.push(name);
    walk.members += 1;
    walk.longestName = Math.max(walk.longestName, name.length);
    // Objects keep integer-like names in ascending order, before the others.
    const first = name.charCodeAt(0);
    if (first >= 48 && first <= 57) walk.needsSource = true;
    visitText(walk, name);
    visit(walk, object[name]);
    walk.steps.pop();
  }
}

function visitText(walk: Walk, text: string): void {
  walk.characters += text.length;
  const problem = textProblem(text);
  if (problem !== undefined) report(walk, problem, textRule(text), cleanText(text));
}

function visitNumber(walk: Walk, value: number): void {
  walk.needsSource = true;
  if (!Number.isFinite(value)) {
    const nearest = Math.sign(value) * Number.MAX_VALUE;
    report(walk, 'is beyond the range of a double; send it as a string', 'number-range', nearest);
  }
}

function report(walk: Walk, problem: string, rule: string, nearest: unknown): void {
  // A value may have as many problems as it has letters.
  if (walk.problems.isFull()) return;
  const pointer = pointerOf(walk.pointer ?? pointerOfPath(walk.path), walk.steps);
  const why = { rule, pointer, nearest: isSecret(pointer) ? null : nearest };
  walk.problems.add(pathOf(walk.path, walk.steps), problem, why);
}
