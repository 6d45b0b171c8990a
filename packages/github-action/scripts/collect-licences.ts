import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The licences of all packages of others in a bundle, one after the other by name. (ncc's own `--license` writes the
 * file anew for each chunk, so that only the last chunk's packages are in it.)
 *
 * @param stats what webpack tells of the bundle, as JSON: the files of its modules are looked for in it.
 */
export async function collectLicences(stats: string): Promise<string> {
  const directories = new Set<string>();
  for (const [, directory] of stats.matchAll(MODULE_FILE)) if (directory) directories.add(directory);
  const texts = await Promise.all([...directories].map(licenceOf));
  return `${[...new Set(texts)].sort().join('\n\n----\n\n')}\n`;
}

/** Captures the directory of the innermost package. */
const MODULE_FILE = /"nameForCondition":"(\/[^"]*\/node_modules\/(?:@[^/"]+\/)?[^/"]+)\/[^"]*"/g;

async function licenceOf(directory: string): Promise<string> {
  const { name, version, license } = manifestOf(await readFile(join(directory, 'package.json'), 'utf8'));
  const file = (await readdir(directory)).find((entry) => /^licen[cs]e/i.test(entry));
  const text =
    file === undefined ? '(no licence file in the package)' : await readFile(join(directory, file), 'utf8');
  return `${name} ${version} (${license})\n\n${text.trim()}`;
}

function manifestOf(json: string): { name: unknown; version: unknown; license: unknown } {
  const manifest: unknown = JSON.parse(json);
  const of = (key: string): unknown =>
    typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, key) : undefined;
  return { name: of('name'), version: of('version'), license: of('license') };
}
