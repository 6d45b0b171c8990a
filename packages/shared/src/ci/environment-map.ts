import { InvalidInputError } from './invalid-input-error.ts';

/**
 * Gives an environment the name of the first line that matches: `pattern = name`, where `*` is any text (also with a
 * slash), `?` any one character, and case does not matter, as it does not for environments. Blank lines and those
 * that begin with `#` are passed over; without a match the name stays.
 *
 * No library: branch names, which strangers choose, come here, and those that exist go back for ever over many stars.
 *
 * @returns the pattern that matched, too.
 * @throws InvalidInputError for a line that is no rule.
 */
export function mapEnvironment(map: string, environment: string): { name: string; pattern?: string } {
  let found: { name: string; pattern: string } | undefined;
  for (const [index, line] of map.split(/\r?\n/).entries()) {
    const rule = line.trim();
    if (rule === '' || rule.startsWith('#')) continue;
    const [, pattern, name] = /^(.*?\S)\s*=\s*(\S.*)$/.exec(rule) ?? [];
    if (pattern === undefined || name === undefined) {
      throw new InvalidInputError(
        'environmentMap',
        `line ${index + 1} is not of the form 'pattern = name': ${rule}`,
      );
    }
    // Read to the end: a wrong line is told whichever line matches today.
    if (!found && matches(charactersOf(pattern), charactersOf(environment))) found = { name, pattern };
  }
  return found ?? { name: environment };
}

/** In time proportional to the product of the lengths: on a mismatch only the last star takes one character more. */
function matches(pattern: readonly string[], text: readonly string[]): boolean {
  let inPattern = 0;
  let inText = 0;
  let star = -1;
  let afterStar = 0;
  while (inText < text.length) {
    const expected = pattern[inPattern];
    if (expected === '*') {
      star = inPattern;
      inPattern += 1;
      afterStar = inText;
    } else if (expected !== undefined && (expected === '?' || expected === text[inText])) {
      inPattern += 1;
      inText += 1;
    } else if (star !== -1) {
      afterStar += 1;
      inPattern = star + 1;
      inText = afterStar;
    } else return false;
  }
  while (pattern[inPattern] === '*') inPattern += 1;
  return inPattern === pattern.length;
}

/** Whole characters: a `?` is one, also where UTF-16 has two units. */
function charactersOf(text: string): string[] {
  return [...text.toLowerCase()];
}
