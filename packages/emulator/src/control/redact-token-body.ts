import { isObject } from '@milepost/shared/validation';
import { createTextRedaction, decodeField, REDACTED } from '../http/redact-text.ts';
import { isForm, parseJson } from './redact-body.ts';
import { isSecretMember, redactForm, redactLoosely } from './redact-secrets.ts';

/** Parameters whose values are shown. */
const SHOWN: ReadonlySet<string> = new Set(['grant_type', 'username', 'client_id', 'scope', 'audience']);
/** What neither a form nor the value of a parameter has in it, unless another language hides there. */
const PLAIN = /^[^"<>{}[\]\\\p{Cc}]*$/u;

/**
 * What may be kept of the body of a request for a token: the parameters that are known, as JSON text of an object, or
 * of a form. All else may be a password that was sent in a wrong way, also a name; so nothing is kept of a body that
 * is neither a JSON object nor the form that its Content-Type says: undefined.
 */
export function redactTokenBody(text: string, contentType?: string): string | undefined {
  const json = parseJson(text);
  if (json) return isObject(json.value) ? JSON.stringify(redactMembers(json.value)) : undefined;
  const form = text.trim();
  if (!isForm(contentType) || !PLAIN.test(form)) return undefined;
  return JSON.stringify(form.split('&').map(redactField).join('&'));
}

function redactMembers(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(body).map(([name, value]): [string, unknown] => {
    if (!SHOWN.has(name)) return [shownName(name), value === null ? null : REDACTED];
    return [name, typeof value === 'string' ? redactValue(value) : REDACTED];
  });
  return Object.fromEntries(members);
}

function redactField(field: string): string {
  const end = field.indexOf('=');
  const name = decodeField(end === -1 ? field : field.slice(0, end));
  if (end === -1 || !SHOWN.has(name)) return `${shownName(name)}=${REDACTED}`;
  const value = field.slice(end + 1);
  const shown = redactValue(decodeField(value));
  return `${name}=${shown === decodeField(value) ? value : shown}`;
}

function redactValue(value: string): string {
  if (!PLAIN.test(value)) return REDACTED;
  // A form may have got into it, say.
  return redactForm(value, (text) => redactLoosely(text, createTextRedaction()), isSecretMember);
}

/** An unknown name may be a password that lost its equals sign. */
function shownName(name: string): string {
  return isSecretMember(name) ? name : REDACTED;
}
