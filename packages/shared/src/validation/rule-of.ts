import type { SchemaError } from './describe-error.ts';
import { formats } from './formats.ts';
import { SHORT_ID_PATTERN } from './short-id.ts';

const NAMES: Readonly<Record<string, string>> = {
  additionalProperties: 'unknown-member',
  unevaluatedProperties: 'unknown-member',
  dependentRequired: 'required',
  'false schema': 'not-allowed',
};

/** The rule that a schema's error broke: its keyword in kebab-case, or the format that a text should have had. */
export function ruleOf({ keyword, parentSchema }: SchemaError): string {
  if (keyword === 'pattern' || keyword === 'format') {
    if (parentSchema?.['pattern'] === SHORT_ID_PATTERN) return 'short-id';
    // Ours have both, which say one thing.
    const format: unknown = parentSchema?.['format'];
    if (typeof format !== 'string' || !Object.hasOwn(formats, format)) return keyword;
    return formats[format]?.rule ?? format;
  }
  return NAMES[keyword] ?? keyword.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
