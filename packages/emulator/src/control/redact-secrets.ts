import { isObject } from '@milepost/shared/validation';

/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

/** Replaces secrets in a text. */
export type RedactText = (text: string) => string;

/** An API key of ours, also percent-encoded. What is cut off is one as well. */
const API_KEY = /mp(?:_|%5f)[A-Za-z0-9]{8}(?:_|%5f)[\w%]*/gi;
/** Whatever may be a JWT, in whole. It always matches as far as it can: its time is linear. */
const RUN = /[\w.-]+/g;
/** How base64url text may begin whose first character is a brace, with a quote or space behind it. */
const BRACE = /e(?:y[A-DI-L]|w[k-r0-3])/g;
/** Letters that are decoded to see whether they are the beginning of a JSON object. */
const LETTERS = 24;

/**
 * Makes a function that redacts what looks like an API key of ours or like a JWT, and `known` secrets.
 *
 * @param known of at least 8 characters each; shorter ones stand in too many words.
 */
export function createTextRedaction(known: readonly string[] = []): RedactText {
  const secrets = known.filter((secret) => secret.length >= 8);
  return (text) => {
    let shown = text;
    for (const secret of secrets) shown = shown.replaceAll(secret, REDACTED);
    return shown
      .replace(API_KEY, REDACTED)
      .replace(RUN, (run) => (run.includes('.') && holdsToken(run) ? REDACTED : run));
  };
}

function holdsToken(run: string): boolean {
  const parts = run.split('.');
  return parts.length >= 3 && parts.slice(0, -2).some(endsAsHeader);
}

function endsAsHeader(part: string): boolean {
  for (const { index } of part.matchAll(BRACE)) {
    const start = Buffer.from(part.slice(index, index + LETTERS), 'base64url').toString('latin1');
    if (/^\{\s*"[\x20-\x7e\s]*$/.test(start)) return true;
  }
  return false;
}

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
      if (rest.length > 0 && isSecret(decode(name))) return `${redact(name)}=${REDACTED}`;
      const decoded = decode(field);
      return redact(decoded) === decoded ? redact(field) : redact(decoded);
    })
    .join('&');
}

/** Redacts each part of a path, also when it is percent-encoded. */
export function redactPath(path: string, redact: RedactText): string {
  const parts = path.split('/').map((part) => {
    const decoded = decode(part);
    return redact(decoded) === decoded ? part : REDACTED;
  });
  return redact(parts.join('/'));
}

/** As forms and queries are decoded: a plus is a space, and what is not valid stays as it is. */
function decode(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? text;
}

/** `password: …` and the like, where a text is not what it should be and nothing better can be done. */
const NAMED =
  /((?:password|client_secret|client_assertion|access_token|id_token|refresh_token|api_key)[\\"']*\s*[:=]\s*)("[^"\\]*(?:\\.[^"\\]*)*"?|'[^']*'?|[^&\r\n]*)/gis;

/** Redacts a text of any kind. */
export function redactLoosely(text: string, redact: RedactText): string {
  return redact(text.replace(NAMED, `$1${REDACTED}`));
}
