const LONGEST_VALUE = 80;

/** Cuts a text that is too long to repeat to the caller. The result has no lone surrogates. */
export function shorten(text: string, longest: number): string {
  return (text.length > longest ? `${text.slice(0, longest)}…` : text).toWellFormed();
}

/** A text from the request in single quotes, for a message: cut short, control characters escaped. */
export function quote(text: string): string {
  return `'${JSON.stringify(shorten(text, LONGEST_VALUE)).slice(1, -1).replaceAll('\\"', '"')}'`;
}

/** A value from the request, for a message. Only texts and numbers are repeated. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

/** What a JSON value is, with its article: `a string`, `null`. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
