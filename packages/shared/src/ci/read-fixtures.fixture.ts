import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** All fixtures of a directory beside the tests, by name. */
export async function readFixtures<T>(directory: string): Promise<[string, T][]> {
  const path = join(import.meta.dirname, 'fixtures', directory);
  const names = (await readdir(path)).sort();
  return await Promise.all(
    names.map(
      async (name): Promise<[string, T]> => [
        name.replace('.json', ''),
        JSON.parse(await readFile(join(path, name), 'utf8')),
      ],
    ),
  );
}

/** The variables of a fixture: the usual ones, changed; null is one that is not set. */
export function variablesOf(
  usual: Record<string, string>,
  changes: Record<string, string | null>,
): Record<string, string> {
  const all: [string, string | null][] = Object.entries({ ...usual, ...changes });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === null ? [] : [[name, value]])));
}
