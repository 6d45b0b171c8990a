/** One element of `events` in the text of a request, to the letter. */
export interface RawEvent {
  text: string;
  /** Text of its `attributes`, if it has any. */
  attributes: string | undefined;
}

/** JSON text without insignificant whitespace, and how many members (`"name":`) it has at all levels. */
export interface CompactJson {
  text: string;
  members: number;
}

interface Span {
  /** Text of the name, quotes included; empty in an array. */
  name: string;
  start: number;
  end: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Finds the events in the text of a request that JSON.parse has accepted already, and whose body is an
 * object with an array `events`. As in JSON.parse, the last of equal names counts. Linear, no recursion.
 */
export function rawEvents(text: string): RawEvent[] {
  const events = lastMember(text, skipSpace(text, 0), 'events');
  if (events === undefined) return [];
  return Array.from(children(text, events.start), ({ start, end }) => {
    const attributes = text[start] === '{' ? lastMember(text, start, 'attributes') : undefined;
    return {
      text: text.slice(start, end),
      attributes: attributes && text.slice(attributes.start, attributes.end),
    };
  });
}

/** Takes the whitespace between the tokens of valid JSON away. */
export function compactJson(text: string): CompactJson {
  const parts: string[] = [];
  let members = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (code === COLON) members += 1;
    else if (isSpace(code)) {
      if (at > from) parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return { text: parts.join(''), members };
}

function lastMember(text: string, object: number, name: string): Span | undefined {
  let last: Span | undefined;
  for (const member of children(text, object)) {
    if (isName(member.name, name)) last = member;
  }
  return last;
}

/** A name may be written with escapes: `"\u0065vents"` is `events`. */
function isName(quoted: string, name: string): boolean {
  if (!quoted.includes('\\')) return quoted.length === name.length + 2 && quoted.startsWith(name, 1);
  return JSON.parse(quoted) === name;
}

/** Members of the object, or elements of the array, that begins at `at`. */
function* children(text: string, at: number): Generator<Span, void> {
  const named = text[at] === '{';
  let next = skipSpace(text, at + 1);
  while (next < text.length && !isClosing(text.charCodeAt(next))) {
    let name = '';
    if (named) {
      const nameEnd = endOfString(text, next);
      name = text.slice(next, nameEnd);
      next = skipSpace(text, skipSpace(text, nameEnd) + 1);
    }
    const end = endOfValue(text, next);
    yield { name, start: next, end };
    next = skipSpace(text, end);
    if (text.charCodeAt(next) === COMMA) next = skipSpace(text, next + 1);
  }
}

function endOfValue(text: string, start: number): number {
  if (text.charCodeAt(start) === QUOTE) return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at) - 1;
    else if (isOpening(code)) depth += 1;
    else if (isClosing(code)) {
      // A number, true, false or null ends before the bracket of what it stands in.
      if (depth === 0) return at;
      depth -= 1;
      if (depth === 0) return at + 1;
    } else if (depth === 0 && (code === COMMA || isSpace(code))) return at;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  while (isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

function isOpening(code: number): boolean {
  return code === 0x7b || code === 0x5b;
}

function isClosing(code: number): boolean {
  return code === 0x7d || code === 0x5d;
}
