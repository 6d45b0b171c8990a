import type { Answer } from './transport.ts';

/** Of what a stranger's page says, the beginning is enough. Cut after redacting: half a secret is not found. */
const LONGEST = 500;
/** The service's answers nest as deep as attributes may, and a little; what is deeper would exhaust the stack. */
const DEEPEST = 64;

/** The body as a value; undefined when it is not JSON, or deeper than any answer of the service. */
export function jsonOf({ text }: Answer): unknown {
  if (isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What the answer says for people, as `: Entity not found`; of a page its text. Empty when it says nothing. */
export function messageOf(answer: Answer, redact: (text: string) => string): string {
  const body = jsonOf(answer);
  const said = ['message', 'error_description', 'error'].map((name) => memberOf(body, name));
  said.push(problemsOf(body));
  const words = said.find((text) => typeof text === 'string' && text !== '');
  const text = redact(typeof words === 'string' ? words : body === undefined ? answer.text : '')
    // Stops at the next `<`, too: else a page of nothing but `<` takes quadratic time.
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return text === '' ? '' : `: ${text.slice(0, LONGEST)}`;
}

/** What `{errors: [{msg}]}` (spec, section 4.1) says, under whatever status it comes. */
function problemsOf(body: unknown): string {
  const errors = memberOf(body, 'errors');
  const all = Array.isArray(errors) ? errors.map((error) => memberOf(error, 'msg')) : [];
  return all.filter((msg) => typeof msg === 'string').join('; ');
}

/** What `SendResult.answers` shows of a body: the value, or the beginning of a text that is not JSON. */
export function bodyOf(answer: Answer, redact: (text: string) => string): unknown {
  const value = jsonOf(answer);
  return value === undefined ? redact(answer.text).slice(0, LONGEST) : redactValue(value, redact);
}

/** By hand: a pattern that passes over texts takes quadratic time when one never ends. */
function isTooDeep(text: string): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isInText) {
      if (char === '\\') at += 1;
      else if (char === '"') isInText = false;
    } else if (char === '"') isInText = true;
    else if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** A value of JSON, with the texts in it redacted. */
export function redactValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [redact(name), redactValue(one, redact)]),
  );
}

/** An own member of an object; undefined of anything else. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
