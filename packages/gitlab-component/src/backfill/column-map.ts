import { EVENT_FIELDS, InvalidInputError, inputName, valueAt } from '@milepost/shared/ci';
import { nearestName } from '@milepost/shared/validation';
import { fieldNamed } from './field-names.ts';
import type { Known } from './make-event.ts';

/** Which field a column is, by the column's name. */
export type ColumnMap = ReadonlyMap<string, string>;

/** @param given `FIELD=COLUMN` each. @throws InvalidInputError */
export function parseColumnMap(given: readonly string[]): ColumnMap {
  const map = new Map<string, string>();
  for (const text of given) {
    const [, name = '', column = ''] = /^([^=]+)=(.+)$/.exec(text) ?? [];
    if (column === '') throw new InvalidInputError('column', `'${text}' is not of the form FIELD=COLUMN`);
    const field = fieldNamed(name);
    if (field === undefined) {
      const nearest = nearestName(name, EVENT_FIELDS.map(inputName));
      const hint = nearest === undefined ? '' : `; did you mean '${nearest}'?`;
      throw new InvalidInputError('column', `no field is called '${name}'${hint}`);
    }
    if (map.has(column.trim()) || [...map.values()].includes(field)) {
      throw new InvalidInputError('column', `'${text}': a column is one field, and a field one column`);
    }
    map.set(column.trim(), field);
  }
  return map;
}

/**
 * Which of these columns are fields: those that the map names, else those that are named like one.
 *
 * @throws InvalidInputError for a column of the map that is not there.
 */
export function columnsOf(
  header: readonly string[],
  map: ColumnMap,
): { fields: (string | undefined)[]; ignored: string[] } {
  for (const column of map.keys()) {
    if (header.includes(column)) continue;
    const nearest = nearestName(column, header);
    const hint = nearest === undefined ? `; there are ${header.join(', ')}` : `; did you mean '${nearest}'?`;
    throw new InvalidInputError('column', `there is no column '${column}'${hint}`);
  }
  const mapped = new Set(map.values());
  const fields = header.map((column) => {
    const named = fieldNamed(column);
    return map.get(column) ?? (named !== undefined && mapped.has(named) ? undefined : named);
  });
  return { fields, ignored: header.filter((_, index) => fields[index] === undefined) };
}

/** What an object tells, by its members' names; a dotted path of the map leads inward. */
export function knownOf(value: Readonly<Record<string, unknown>>, map: ColumnMap): Known {
  const found: Record<string, string> = {};
  for (const [name, member] of Object.entries(value)) {
    const field = fieldNamed(name);
    if (field !== undefined && !map.has(name)) found[field] = textOf(member);
  }
  for (const [path, field] of map) {
    const member = Object.hasOwn(value, path) ? value[path] : valueAt(value, path);
    if (member !== undefined) found[field] = textOf(member);
  }
  return asKnown(found);
}

/** Fields by name, as what is known. */
export function asKnown({ timestamp, entityId, status, ...attributes }: Record<string, string>): Known {
  return { timestamp, entityId, status, attributes };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
