import type { SchemaError } from './describe-error.ts';
import { formats } from './formats.ts';
import { isObject } from './is-object.ts';
import { nearestName } from './nearest-name.ts';
import { kindOf, quote, quoteValue, shorten } from './quote.ts';

const MOST_LISTED = 25;
const LONGEST_REMEDY = 300;

/** Message for a name that stands where only `known` ones may: `unknown attribute 'Env'; did you mean 'env'?` */
export function unknownName(kind: string, name: string, known: readonly string[]): string {
  const nearest = nearestName(name, known);
  const remedy = nearest === undefined ? `known: ${list(known)}` : `did you mean ${quote(nearest)}?`;
  return `unknown ${kind} ${quote(name)}; ${remedy}`;
}

/** What is wrong with a value, and the remedy. */
export function errorMessage(error: SchemaError): string {
  const { keyword, data, schema, params } = error;
  switch (keyword) {
    case 'type':
      return `must be ${typesOf(schema)}, not ${Number.isFinite(data) ? String(data) : kindOf(data)}`;
    case 'enum':
      return notAllowed(data, Array.isArray(schema) ? schema : []);
    case 'const':
      return notAllowed(data, [schema]);
    case 'required':
    case 'dependentRequired':
      return withDescription(
        'is required',
        member(error.parentSchema?.['properties'], params['missingProperty']),
      );
    case 'minItems':
    case 'maxItems':
      return withDescription(`must have ${bound(error)} items`, error.parentSchema);
    case 'minProperties':
      return withDescription('must not be empty', error.parentSchema);
    case 'minLength':
    case 'maxLength':
      if (data === '') return withDescription('must not be empty', error.parentSchema);
      return `${quoteValue(data)} must have ${bound(error)} characters`;
    case 'pattern':
    case 'format':
      return badText(error);
    case 'additionalProperties':
      return unknownMember(error);
    case 'unevaluatedProperties':
    case 'false schema':
      return 'is not allowed here';
    default:
      return shorten(error.message ?? `does not satisfy '${keyword}'`, LONGEST_REMEDY);
  }
}

function typesOf(schema: unknown): string {
  const types: unknown[] = Array.isArray(schema) ? schema : [schema];
  return types.map((type) => withArticle(String(type))).join(' or ');
}

function withArticle(type: string): string {
  if (type === 'null') return type;
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function notAllowed(value: unknown, allowed: readonly unknown[]): string {
  const texts = allowed.filter((one) => typeof one === 'string');
  const nearest = typeof value === 'string' ? nearestName(value, texts) : undefined;
  const hint = nearest === undefined ? '' : `did you mean ${quote(nearest)}? `;
  return `${quoteValue(value)} is not an allowed value; ${hint}Allowed: ${list(allowed)}`;
}

/** A text whose pattern or format is wrong. Ours have both, and one remedy for the two. */
function badText({ data, parentSchema, params }: SchemaError): string {
  const format: unknown = parentSchema?.['format'];
  const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known) return `${quoteValue(data)} is not valid; must be ${known.expected}`;
  const pattern = quoteValue(params['pattern']);
  return withDescription(
    `${quoteValue(data)} is not valid; must be a match of the pattern ${pattern}`,
    parentSchema,
  );
}

function unknownMember({ params, parentSchema }: SchemaError): string {
  const properties: unknown = parentSchema?.['properties'];
  return unknownName(
    'member',
    String(params['additionalProperty']),
    isObject(properties) ? Object.keys(properties) : [],
  );
}

/** `at least 1` or `at most 15`, for keywords that limit a length. */
function bound({ keyword, params }: SchemaError): string {
  return `${keyword.startsWith('min') ? 'at least' : 'at most'} ${String(params['limit'])}`;
}

function member(object: unknown, name: unknown): unknown {
  return isObject(object) && typeof name === 'string' && Object.hasOwn(object, name)
    ? object[name]
    : undefined;
}

/** The schema says best what ought to be there. */
function withDescription(message: string, schema: unknown): string {
  const description = member(schema, 'description');
  return typeof description === 'string' ? `${message}: ${shorten(description, LONGEST_REMEDY)}` : message;
}

function list(values: readonly unknown[]): string {
  if (values.length === 0) return 'none';
  const listed = values.slice(0, MOST_LISTED).map(quoteValue).join(', ');
  return values.length > MOST_LISTED ? `${listed}, …` : listed;
}
