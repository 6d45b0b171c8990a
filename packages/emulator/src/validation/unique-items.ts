import { isObject } from '@milepost/shared/validation';
import type { FuncKeywordDefinition } from 'ajv/dist/2020.js';

/** `uniqueItems` in linear time: ajv compares every two items, which for 100,000 of them takes minutes. */
export const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  error: { message: 'must not have equal items' },
  validate: (wanted: boolean, items: readonly unknown[]) => !wanted || areDistinct(items),
};

function areDistinct(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) seen.add(JSON.stringify(item, sortMembers));
  return seen.size === items.length;
}

/** Two objects are equal whatever the order of their members. */
function sortMembers(_name: string, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
