import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidInputError, type RecordedJob } from '@milepost/shared/ci';

/** Much more than the template writes, in bytes: what is longer is none of its files. */
const LONGEST = 100_000;

/**
 * Reads what deploying jobs recorded of themselves (templates/record-deployment): a file `*.env` a job, with lines
 * `NAME=value`, in the order of the jobs' ids. A directory that is not there has none.
 *
 * @param cwd where a relative path begins.
 * @param warn is told of a file that is none of the template's; the others count.
 * @throws InvalidInputError when the directory cannot be read.
 */
export async function readRecords(
  directory: string,
  cwd: string,
  warn: (message: string) => void,
): Promise<RecordedJob[]> {
  const path = resolve(cwd, directory);
  const names = await readdir(path).catch((cause: unknown) => {
    const code = codeOf(cause);
    if (code === 'ENOENT') return [];
    throw new InvalidInputError('record', `${path} is no directory that can be read (${code})`, { cause });
  });
  const jobs: RecordedJob[] = [];
  for (const name of names.filter((one) => one.endsWith('.env')).sort(byNumber)) {
    try {
      const file = join(path, name);
      const found = await stat(file);
      if (!found.isFile() || found.size > LONGEST) throw new Error('it is no file of record-deployment');
      jobs.push({ source: 'record', variables: parseRecord(await readFile(file, 'utf8')) });
    } catch (error) {
      warn(`The record ${name} is left out: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return jobs;
}

/** Values stand as they are, to the end of the line; what is no line of the template's is passed over. */
export function parseRecord(text: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) variables[name] = value;
  }
  return variables;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error);
}

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
