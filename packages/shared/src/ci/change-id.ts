import { createContext, Script } from 'node:vm';
import type { Fact } from './context.ts';
import { InvalidInputError } from './invalid-input-error.ts';

/** Milliseconds that the whole search may take. */
const BUDGET = 500;
const LONGEST_TEXT = 20_000;

/**
 * Finds the id of a change by a user's regular expression: the first group if there is one, else the whole match, in
 * the first text that has one. Strangers write the texts, and a pattern may go back for ever over one made for it:
 * the search is bounded, and says so.
 *
 * @throws InvalidInputError when the pattern is no regular expression.
 */
export function findChangeId(pattern: string, texts: readonly Fact[]): { found?: Fact; gaveUp: boolean } {
  const regExp = compile(pattern);
  // Only a script of another context can be stopped in the middle of a match.
  const context = createContext({ regExp, text: '' });
  const search = new Script('regExp.exec(text)');
  let left = BUDGET;
  for (const { value, source } of texts) {
    const started = performance.now();
    context['text'] = value.slice(0, LONGEST_TEXT);
    let match: unknown;
    try {
      match = search.runInContext(context, { timeout: Math.max(1, Math.ceil(left)) });
    } catch {
      return { gaveUp: true };
    }
    left -= performance.now() - started;
    const id = Array.isArray(match) ? (textOf(match[1]) ?? textOf(match[0])) : undefined;
    if (id !== undefined)
      return { found: { value: id, source: `${source}, change-id-pattern` }, gaveUp: false };
    if (left <= 0) return { gaveUp: true };
  }
  return { gaveUp: false };
}

function compile(pattern: string): RegExp {
  try {
    return new RegExp(pattern);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new InvalidInputError('changeIdPattern', `is not a regular expression: ${why}`, { cause });
  }
}

/** An empty match is no id. */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
