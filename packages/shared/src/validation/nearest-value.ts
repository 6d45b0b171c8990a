import type { SchemaError } from './describe-error.ts';
import { formats } from './formats.ts';
import { isObject } from './is-object.ts';
import { nearestName } from './nearest-name.ts';
import { nearestTimestamp } from './nearest-timestamp.ts';
import { nearestShortId, SHORT_ID_PATTERN } from './short-id.ts';

const SECRET = /passw|secret|credential|token|api[-_]?key(?:$|\/)/i;
/** A JSON number, and no such text as `0x10` or an empty one. */
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** Whether what is at a JSON Pointer may be secret, so that it must not be repeated. */
export function isSecret(pointer: string): boolean {
  return SECRET.test(pointer);
}

/**
 * The value that a schema would have taken, and that is nearest to what was sent: for a limit its bound, for an unknown
 * name the nearest known one. Undefined when none can be named.
 *
 * @param pointer where it stands: what may be secret is not repeated.
 */
export function nearestValue(error: SchemaError, pointer: string): unknown {
  const { keyword, data, schema, params, parentSchema } = error;
  switch (keyword) {
    case 'type':
      return isSecret(pointer) ? undefined : converted(error);
    case 'pattern':
    case 'format':
      return typeof data === 'string' && !isSecret(pointer) ? nearestText(data, parentSchema) : undefined;
    case 'enum':
      return nearestAllowed(data, Array.isArray(schema) ? schema : []);
    case 'const':
      return schema;
    case 'required':
      return onlyValue(memberSchema(parentSchema, params['missingProperty']));
    case 'additionalProperties':
      return nearestName(String(params['additionalProperty']), namesOf(parentSchema));
    case 'exclusiveMinimum':
      return isInteger(parentSchema) ? Number(schema) + 1 : undefined;
    case 'exclusiveMaximum':
      return isInteger(parentSchema) ? Number(schema) - 1 : undefined;
    case 'multipleOf':
      return nearestMultiple(Number(data), Number(schema));
    default:
      return params['limit'];
  }
}

/** The same in another type: the text of a number, the number that a text writes, a `true` in quotes. */
function converted({ data, schema, parentSchema = {} }: SchemaError): unknown {
  const format = typeof parentSchema['format'] === 'string' ? parentSchema['format'] : undefined;
  if (format === 'utc-timestamp' && typeof data === 'number') return nearestTimestamp(data);
  // What the text would have to be is not looked into here.
  if (format !== undefined || parentSchema['pattern'] !== undefined) return undefined;
  const types: readonly unknown[] = Array.isArray(schema) ? schema : [schema];
  for (const type of types) {
    const value = convert(data, type);
    if (value === undefined) continue;
    const allowed = parentSchema['enum'];
    return Array.isArray(allowed) ? nearestAllowed(value, allowed) : value;
  }
  return undefined;
}

function convert(data: unknown, type: unknown): unknown {
  if (type === 'string')
    return typeof data === 'number' || typeof data === 'boolean' ? String(data) : undefined;
  if (typeof data === 'number' && type === 'integer') return Math.round(data);
  if (typeof data !== 'string') return undefined;
  const text = data.trim();
  if (type === 'boolean' && /^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
  if (type === 'null' && text === 'null') return null;
  if (type !== 'number' && type !== 'integer') return undefined;
  if (!NUMBER.test(text)) return undefined;
  return type === 'integer' ? Math.round(Number(text)) : Number(text);
}

function nearestAllowed(value: unknown, allowed: readonly unknown[]): unknown {
  if (allowed.length === 1) return allowed[0];
  const texts = allowed.filter((one) => typeof one === 'string');
  return (
    // Of equal text, in another type: '5' for 5.
    allowed.find(
      (one) => typeof one !== 'object' && typeof value !== 'object' && String(one) === String(value),
    ) ?? (typeof value === 'string' ? nearestName(value, texts) : undefined)
  );
}

function onlyValue(schema: Readonly<Record<string, unknown>>): unknown {
  const { const: constant, enum: allowed, default: usual } = schema;
  return constant ?? usual ?? (Array.isArray(allowed) && allowed.length === 1 ? allowed[0] : undefined);
}

function memberSchema(schema: SchemaError['parentSchema'], name: unknown): Readonly<Record<string, unknown>> {
  const properties = schema?.['properties'];
  if (!isObject(properties) || typeof name !== 'string' || !Object.hasOwn(properties, name)) return {};
  const member = properties[name];
  return isObject(member) ? member : {};
}

function namesOf(schema: SchemaError['parentSchema']): string[] {
  const properties = schema?.['properties'];
  return isObject(properties) ? Object.keys(properties) : [];
}

function nearestText(text: string, schema: SchemaError['parentSchema']): string | undefined {
  if (schema?.['pattern'] === SHORT_ID_PATTERN) return nearestShortId(text);
  const format = schema?.['format'];
  const known = typeof format === 'string' && Object.hasOwn(formats, format) ? formats[format] : undefined;
  return known?.nearest?.(text);
}

function isInteger(schema: SchemaError['parentSchema']): boolean {
  return schema?.['type'] === 'integer';
}

function nearestMultiple(value: number, step: number): number | undefined {
  const multiple = Math.round(value / step) * step;
  return multiple % step === 0 ? multiple : undefined;
}
