import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A tag that must not become a release. */
export class ReleaseError extends Error {
  override readonly name = 'ReleaseError';
}

/**
 * What the changelog says of the version that a tag names.
 *
 * @param versions of all packages by name: a release has one version.
 * @throws ReleaseError when the tag is no version, is not that of the packages, or the changelog does not know it.
 */
export function releaseNotes(
  tag: string,
  versions: Readonly<Record<string, string>>,
  changelog: string,
): string {
  const [, version] = /^v((?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*))$/.exec(tag) ?? [];
  if (version === undefined) throw new ReleaseError(`the tag '${tag}' is not a version such as v1.2.3`);
  for (const [name, other] of Object.entries(versions)) {
    if (other !== version) throw new ReleaseError(`${name} has version ${other}; the tag says ${version}`);
  }
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => headingOf(text) === version);
  if (section === undefined) throw new ReleaseError(`CHANGELOG.md has no section '## ${version}'`);
  const notes = section.slice(section.indexOf('\n')).trim();
  if (notes === '') throw new ReleaseError(`CHANGELOG.md says nothing of ${version}`);
  return notes;
}

/** `1.2.3` of `[1.2.3] - 2026-01-31`. */
function headingOf(section: string): string {
  return (section.split(/[\s\]]/)[0] ?? '').replace('[', '');
}

async function versionsOf(root: string): Promise<Record<string, string>> {
  const packages = await readdir(join(root, 'packages'));
  const files = ['package.json', ...packages.map((name) => join('packages', name, 'package.json'))];
  const versions = await Promise.all(
    files.map(async (file) => {
      const { version }: { version: string } = JSON.parse(await readFile(join(root, file), 'utf8'));
      return [file, version];
    }),
  );
  return Object.fromEntries(versions);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '../../..');
  const [tag = ''] = process.argv.slice(2);
  try {
    console.log(
      releaseNotes(tag, await versionsOf(root), await readFile(join(root, 'CHANGELOG.md'), 'utf8')),
    );
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    console.error(`release: ${error.message}`);
    process.exitCode = 1;
  }
}
