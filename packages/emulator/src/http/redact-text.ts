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

/** Redacts each part of a path, also when it is percent-encoded. */
export function redactPath(path: string, redact: RedactText): string {
  const parts = path.split('/').map((part) => {
    const decoded = decodeField(part);
    return redact(decoded) === decoded ? part : REDACTED;
  });
  return redact(parts.join('/'));
}

/** As forms and queries are decoded: a plus is a space, and what is not valid stays as it is. */
export function decodeField(text: string): string {
  return new URLSearchParams(`x=${text.replaceAll('&', '%26')}`).get('x') ?? text;
}
