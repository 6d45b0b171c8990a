import { isObject } from '@milepost/shared/validation';

/**
 * What a local `$ref` (`#/$defs/a`) refers to in a schema: an object or a boolean, or undefined when nothing
 * like that is there. Own members only.
 */
export function resolveReference(root: unknown, reference: string): unknown {
  const pointer = decodeFragment(reference.slice(1));
  // Without a slash it is an anchor, which blueprints cannot have.
  if (pointer === undefined || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  let value = root;
  for (const token of pointer.split('/').slice(1)) {
    value = memberOf(value, token.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return isObject(value) || typeof value === 'boolean' ? value : undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return /^\d+$/.test(name) ? value[Number(name)] : undefined;
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
