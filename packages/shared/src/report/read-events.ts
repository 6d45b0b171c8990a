import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { GivenEvent } from '../ci/complete-events.ts';
import { InvalidInputError } from '../ci/invalid-input-error.ts';
import { parseEvents } from '../ci/parse-events.ts';

/**
 * Reads the input `events`: JSON, or else the path of a file; undefined when it is empty.
 *
 * @param directory where a relative path begins.
 * @throws InvalidInputError
 */
export async function readEvents(input: string, directory: string): Promise<GivenEvent[] | undefined> {
  if (input === '') return undefined;
  if (/^\s*[[{]/.test(input)) return parseEvents(input);
  return parseEvents(await readText(input, directory));
}

async function readText(input: string, directory: string): Promise<string> {
  try {
    return await readFile(resolve(directory, input), 'utf8');
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    // A text of several lines was meant as JSON; it may be long.
    const message = /[\r\n]/.test(input.trim())
      ? 'is not JSON'
      : `is neither JSON nor a file that can be read (${code}): ${input.slice(0, 200)}`;
    throw new InvalidInputError('events', message, { cause });
  }
}
