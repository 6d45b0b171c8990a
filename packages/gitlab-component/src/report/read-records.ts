import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { RecordedJob } from '@milepost/shared/ci';

/** Much more than the template writes: what is longer is none of its files. */
const LONGEST = 100_000;

/**
 * Reads what deploying jobs recorded of themselves (templates/record-deployment): a file `*.env` a job, with lines
 * `NAME=value`, in the order of the jobs' ids. A directory that is not there has none.
 *
 * @param cwd where a relative path begins.
 */
export async function readRecords(directory: string, cwd: string): Promise<RecordedJob[]> {
  const path = resolve(cwd, directory);
  const names = await readdir(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const records = names.filter((name) => name.endsWith('.env')).sort(byNumber);
  return await Promise.all(
    records.map(async (name) => ({
      source: 'record',
      variables: parseRecord((await readFile(join(path, name), 'utf8')).slice(0, LONGEST)),
    })),
  );
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

function byNumber(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true });
}
