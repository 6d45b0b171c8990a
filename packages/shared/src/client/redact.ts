/** Takes known secrets out of texts. Its functions may be passed on alone. */
export interface Redactor {
  /** A secret that is to be replaced from now on. */
  add(secret: string): void;
  /** The text with `***` in place of every known secret. */
  redact(text: string): string;
}

/**
 * What is shorter is left alone: it stands in so many words that masking it would ruin every message, and the
 * holes would spell it out.
 */
const SHORTEST = 3;

/**
 * Makes a redactor. A secret is found as it is, without the space around it, as JSON, percent-encoded and in base64;
 * one of several lines also line by line, since logs are cut at line ends. Those of less than 3 characters are not.
 */
export function createRedactor(secrets: Iterable<string> = []): Redactor {
  const known = new Set<string>();

  function add(secret: string): void {
    for (const text of [secret, ...secret.split(/[\r\n]+/)]) {
      for (const form of formsOf(text)) known.add(form);
    }
  }

  for (const secret of secrets) add(secret);
  return { add, redact: (text) => mask(text, known) };
}

function formsOf(text: string): string[] {
  const bare = text.trim();
  if (bare.length < SHORTEST) return [];
  const base64 = Buffer.from(bare).toString('base64');
  return [
    text,
    bare,
    JSON.stringify(bare).slice(1, -1),
    // It throws at half a character.
    encodeURIComponent(bare.toWellFormed()),
    base64,
    base64.replace(/=+$/, ''),
    Buffer.from(bare).toString('base64url'),
  ];
}

/** Finds all places before it replaces any: secrets may overlap, and the rest of one must not stay behind. */
function mask(text: string, secrets: Iterable<string>): string {
  const places: { start: number; end: number }[] = [];
  for (const secret of secrets) {
    for (let at = text.indexOf(secret); at !== -1; at = text.indexOf(secret, at + 1)) {
      places.push({ start: at, end: at + secret.length });
    }
  }
  places.sort((a, b) => a.start - b.start);
  let masked = '';
  let done = 0;
  for (const { start, end } of places) {
    if (start >= done) masked += `${text.slice(done, start)}***`;
    done = Math.max(done, end);
  }
  return masked + text.slice(done);
}
