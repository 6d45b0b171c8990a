import { isObject } from '@milepost/shared/validation';
import { decodeField, REDACTED, type RedactText } from '../http/redact-text.ts';

const SECRET_MEMBERS: ReadonlySet<string> = new Set([
  'password',
  'clientsecret',
  'clientassertion',
  'accesstoken',
  'idtoken',
  'refreshtoken',
  'apikey',
]);

/** Whether a member of a body, or a field of a form or query, holds a secret by its name. */
export function isSecretMember(name: string): boolean {
  return SECRET_MEMBERS.has(name.toLowerCase().replace(/[_-]/g, ''));
}

/** Whether a header, or a parameter of a query, is one of those that hold secrets. */
export function isSecretHeader(name: string): boolean {
  // The one key that is none.
  return (
    /auth(?!ors?$)|cookie|token|secret|passw|credential|session|signature|key/i.test(name) &&
    !/^idempotency-key$/i.test(name)
  );
}

/** Deeper values are not looked through. */
const MAX_DEPTH = 200;

/** Redacts a JSON value; undefined when it nests too deep. */
export function redactJson(
  value: unknown,
  redact: RedactText,
  isSecret: (name: string) => boolean,
  depth = 0,
): unknown {
  if (typeof value === 'string') return redact(value);
  if (depth > MAX_DEPTH) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item) => redactJson(item, redact, isSecret, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [
    redact(name),
    isSecret(name) && member !== null ? REDACTED : redactJson(member, redact, isSecret, depth + 1),
  ]);
  return members.some(([, member]) => member === undefined) ? undefined : Object.fromEntries(members);
}

/** Redacts the fields of a form or a query, and leaves the others as they were sent. */
export function redactForm(text: string, redact: RedactText, isSecret: (name: string) => boolean): string {
  return text
    .split('&')
    .map((field) => {
      const [name = '', ...rest] = field.split('=');
      if (rest.length > 0 && isSecret(decodeField(name))) return `${redact(name)}=${REDACTED}`;
      const decoded = decodeField(field);
      return redact(decoded) === decoded ? redact(field) : redact(decoded);
    })
    .join('&');
}

/** `password: …` and the like, where a text is not what it should be and nothing better can be done. */
const NAMED =
  /((?:password|client_secret|client_assertion|access_token|id_token|refresh_token|api_key)[\\"']*\s*[:=]\s*)("[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?|[^&\r\n]*)/gis;

/** Redacts a text of any kind. */
export function redactLoosely(text: string, redact: RedactText): string {
  return redact(text.replace(NAMED, `$1${REDACTED}`));
}
