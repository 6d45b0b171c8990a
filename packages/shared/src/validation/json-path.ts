import { isObject } from './is-object.ts';
import { shorten } from './quote.ts';

const PLAIN_NAME = /^[A-Za-z_$][\w$-]*$/;
const LONGEST_NAME = 100;

/** Path of a member: `attributes.env`, or `attributes["a.b"]` for a name that needs quotes. Long names are cut. */
export function memberPath(base: string, name: string): string {
  const short = shorten(name, LONGEST_NAME);
  if (!PLAIN_NAME.test(short)) return `${base}[${JSON.stringify(short)}]`;
  return base === '' ? short : `${base}.${short}`;
}

/** Path of something inside: names of members and indexes of elements, outermost first. */
export function pathOf(base: string, steps: readonly (string | number)[]): string {
  let path = base;
  for (const step of steps) path = typeof step === 'number' ? `${path}[${step}]` : memberPath(path, step);
  return path;
}

/** Path of the place in `root` that a JSON Pointer (RFC 6901) names. */
export function pathOfPointer(base: string, pointer: string, root: unknown): string {
  let path = base;
  let value = root;
  for (const token of pointer.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(value)) {
      path = `${path}[${name}]`;
      value = value[Number(name)];
    } else {
      path = memberPath(path, name);
      value = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
  }
  return path;
}
