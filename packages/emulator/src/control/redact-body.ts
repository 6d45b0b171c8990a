import type { RedactText } from '../http/redact-text.ts';
import { isSecretMember, redactForm, redactJson, redactLoosely } from './redact-secrets.ts';

/** What is shown of a text that is not JSON, in characters. */
const MAX_TEXT = 64 * 1024;

/** A body as it is shown. */
export interface RedactedBody {
  /** The parsed JSON, else the text; null for none. */
  shown: unknown;
  /** Whether the text was cut. */
  cut: boolean;
}

/** What there is to know of a body besides its text. */
export interface BodyKind {
  contentType?: string | undefined;
  redact: RedactText;
  /** Whether `key` is an API key in it. */
  holdsKey?: boolean;
}

/** Makes of a body's text what may be shown of it. */
export function redactBody(text: string | undefined, kind: BodyKind): RedactedBody {
  if (text === undefined || text === '') return { shown: null, cut: false };
  const json = parseJson(text);
  const shown = json && redactJson(json.value, kind.redact, secretsOf(kind));
  if (shown !== undefined) return { shown, cut: false };
  // Cut first: half a secret is still known for one.
  const start = text.slice(0, MAX_TEXT);
  return {
    shown: isForm(kind.contentType)
      ? redactForm(start, kind.redact, isSecretMember)
      : redactLoosely(start, kind.redact),
    cut: start.length < text.length,
  };
}

/** Whether a Content-Type says that the body is a form. */
export function isForm(contentType = ''): boolean {
  return /^\s*application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType);
}

function secretsOf({ holdsKey }: BodyKind): (name: string) => boolean {
  return holdsKey ? (name) => name === 'key' || isSecretMember(name) : isSecretMember;
}

/** Undefined when it is no JSON. */
export function parseJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
