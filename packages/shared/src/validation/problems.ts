import type { ValidationError } from '../event/errors.ts';
import { shorten } from './quote.ts';

/** Most problems that one answer lists. */
export const MAX_PROBLEMS = 100;
const LONGEST_MESSAGE = 1000;

/** Takes down one problem with a request. */
export type Report = (path: string, msg: string) => void;

/** Problems with one request: no two alike, and bounded, whatever the request brings. */
export interface Problems {
  readonly list: ValidationError[];
  add: Report;
  /** Nothing more will be taken: looking further is a waste. */
  isFull(): boolean;
}

/** An empty list of problems with a body. */
export function createProblems(): Problems {
  const list: ValidationError[] = [];
  return {
    list,
    add(path, msg) {
      if (list.length >= MAX_PROBLEMS) return;
      const short = shorten(msg, LONGEST_MESSAGE);
      if (list.some((known) => known.path === path && known.msg === short)) return;
      list.push({ type: 'field', msg: short, path, location: 'body' });
    },
    isFull: () => list.length >= MAX_PROBLEMS,
  };
}
