import { isObject } from '@milepost/shared/validation';
import type { ReadDelivery } from './delivery.ts';
import { parseInstant } from './parse-instant.ts';

/**
 * Reads a record of ServiceNow's table `incident` as business rules and flows send it: as it is, or within `result` or
 * `incident`; each field a text, or `{value, display_value}`.
 */
export function readServiceNow(payload: unknown): ReadDelivery {
  const record = recordIn(payload);
  const number = textOf(record['number']);
  if (number === undefined)
    return { path: 'number', msg: 'is required: the number of the incident, such as INC0010001' };
  const updatedOn = textOf(record['sys_updated_on']);
  const at = updatedOn === undefined ? undefined : parseInstant(updatedOn);
  return { delivery: { number, at, part: 'record', payload: record } };
}

function recordIn(payload: unknown): Record<string, unknown> {
  if (!isObject(payload)) return {};
  for (const wrapper of ['result', 'incident']) {
    const inner = payload[wrapper];
    if (isObject(inner)) return inner;
  }
  return payload;
}

function textOf(field: unknown): string | undefined {
  const value = isObject(field) ? field['value'] : field;
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
