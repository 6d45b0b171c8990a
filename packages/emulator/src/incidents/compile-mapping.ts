import { loadLinearRegExp } from '../validation/linear-regexp.ts';
import type { FieldRule } from './field-rule.ts';
import { parsePath } from './read-path.ts';
import {
  MAPPED_FIELDS,
  type MappedField,
  type MappingConfig,
  type RuleConfig,
} from './webhook-config.schema.ts';
import { WebhookConfigError } from './webhook-config-error.ts';

/** Where the fields of an incident are in a payload. */
export interface Mapping {
  fields: ReadonlyMap<MappedField, FieldRule>;
  customFields: ReadonlyMap<string, FieldRule>;
}

/**
 * Makes rules of a valid mapping.
 *
 * @param place of the mapping in its file, for messages.
 * @throws WebhookConfigError when a pattern is no regular expression.
 */
export async function compileMapping(mapping: MappingConfig, place: string): Promise<Mapping> {
  const fields = new Map<MappedField, FieldRule>();
  const customFields = new Map<string, FieldRule>();
  for (const name of MAPPED_FIELDS) {
    const rule = mapping[name];
    if (rule) fields.set(name, await compileRule(rule, `${place}.${name}`));
  }
  for (const [name, rule] of Object.entries(mapping.customFields ?? {})) {
    customFields.set(name, await compileRule(rule, `${place}.customFields.${name}`));
  }
  return { fields, customFields };
}

async function compileRule(rule: RuleConfig, place: string): Promise<FieldRule> {
  const { path, pattern, values = {} } = rule;
  return {
    paths: [path].flat().map(parsePath),
    pattern: pattern === undefined ? undefined : await compilePattern(pattern, place),
    values: new Map(Object.entries(values).map(([theirs, ours]) => [theirs.trim().toLowerCase(), ours])),
    default: rule.default,
  };
}

async function compilePattern(pattern: string, place: string) {
  const compile = await loadLinearRegExp();
  try {
    return compile(pattern);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new WebhookConfigError(`${place}.pattern is no regular expression of RE2: ${reason}`, { cause });
  }
}
