import { isObject } from '@milepost/shared/validation';
import type { LinearRegExp } from '../validation/linear-regexp.ts';
import { type Path, readPath } from './read-path.ts';

/** How one field of ours is found in a payload. */
export interface FieldRule {
  /** Tried in order, until one gives something. */
  paths: readonly Path[];
  /** A text that does not match gives nothing; one that does gives what `capture` takes of it. */
  pattern: LinearRegExp | undefined;
  /** Their words, in lower case, to ours. What is not in it stays as it is. */
  values: ReadonlyMap<string, string>;
  /** For a place that is empty, and for a new incident. */
  default: string | undefined;
}

/**
 * The texts that a payload has for a field; null when the field's place is there and empty, undefined when the
 * payload says nothing of it.
 */
export function readField(rule: FieldRule, payload: unknown, isNew: boolean): string[] | null | undefined {
  let there = false;
  for (const path of rule.paths) {
    const value = readPath(payload, path);
    there ||= value !== undefined;
    const texts = textsOf(value).flatMap((text) => translate(rule, text));
    if (texts.length > 0) return texts;
  }
  if (rule.default !== undefined && (there || isNew)) return [rule.default];
  return there ? null : undefined;
}

function translate({ pattern, values }: FieldRule, text: string): string[] {
  const taken = pattern ? pattern.capture(text)?.trim() : text;
  if (taken === undefined || taken === '') return [];
  return [values.get(taken.toLowerCase()) ?? taken];
}

/** The texts of a value: of a list those of its items, of a field of ServiceNow's `{value, display_value}` its value. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(textsOf);
  if (isObject(value)) return Object.hasOwn(value, 'value') ? textsOf(value['value']) : [];
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return [];
  // Databases refuse U+0000 and half a surrogate pair.
  const text = String(value).replaceAll('\0', '').toWellFormed().trim();
  return text === '' ? [] : [text];
}
