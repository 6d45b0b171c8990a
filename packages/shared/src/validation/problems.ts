import type { ValidationError } from '../event/errors.ts';
import { pointerOfPath } from './json-pointer.ts';
import { shorten } from './quote.ts';

/** Most problems that one answer lists. */
export const MAX_PROBLEMS = 100;
const LONGEST_MESSAGE = 1000;
const LONGEST_POINTER = 500;

/** What a problem is to a machine. */
export interface Cause {
  /** What was broken, in kebab-case: `enum`, `unknown-attribute`, `timestamp`. */
  rule: string;
  /** JSON Pointer (RFC 6901) into the body; of what is around it, when names are too long to be repeated. */
  path: string;
  /** The valid value, or name, that is nearest to what was sent, or the bound; null when none can be named. */
  nearest: unknown;
}

/** What `Report` is told of the cause. */
export interface Why {
  rule: string;
  /** That of the path by default: to be given where names in the path are a caller's. */
  pointer?: string;
  nearest?: unknown;
}

/** Takes down one problem with a request. */
export type Report = (path: string, msg: string, why?: Why) => void;

/** Problems with one request: no two alike, and bounded, whatever the request brings. */
export interface Problems {
  /** For the caller. */
  readonly list: ValidationError[];
  /** One for each of the list. */
  readonly causes: Cause[];
  add: Report;
  /** Nothing more will be taken: looking further is a waste. */
  isFull(): boolean;
}

/** An empty list of problems with a body. */
export function createProblems(): Problems {
  const list: ValidationError[] = [];
  const causes: Cause[] = [];
  return {
    list,
    causes,
    add(path, msg, why) {
      if (list.length >= MAX_PROBLEMS) return;
      const short = shorten(msg, LONGEST_MESSAGE);
      if (list.some((known) => known.path === path && known.msg === short)) return;
      list.push({ type: 'field', msg: short, path, location: 'body' });
      causes.push({
        rule: why?.rule ?? 'invalid',
        path: shortPointer(why?.pointer ?? pointerOfPath(path)),
        nearest: why?.nearest ?? null,
      });
    },
    isFull: () => list.length >= MAX_PROBLEMS,
  };
}

/** A copy: what is cut out of a text keeps all of it in memory. */
function shortPointer(pointer: string): string {
  if (pointer.length <= LONGEST_POINTER) return pointer;
  return JSON.parse(JSON.stringify(pointer.slice(0, pointer.lastIndexOf('/', LONGEST_POINTER))));
}
