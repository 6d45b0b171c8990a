import { access, appendFile, rm } from 'node:fs/promises';
import { basename, extname, resolve } from 'node:path';
import type { GetInput } from '@milepost/shared/report';
import type { Row } from './source.ts';

/** Keeps rows that could not be sent, to be mended and backfilled by themselves. */
export interface BadRows {
  /** Tells of the row at once; it is written by the next `flush`. */
  add(row: Row, reason: string): void;
  flush(): Promise<void>;
  /** The file with the rows, when there are any. */
  path(): string | undefined;
}

/** So many are told one by one; all are in the files. */
const MOST_TOLD = 20;

/**
 * @param path of the rows as they stand in the source; `PATH.reasons` has why, a line each.
 * @param header is written above them.
 * @param isFresh whether files of an earlier run are replaced.
 */
export function openBadRows(
  path: string,
  header: () => string | undefined,
  isFresh: boolean,
  tell: (message: string) => void,
): BadRows {
  let rows: string[] = [];
  let reasons: string[] = [];
  let count = 0;
  let isBegun = false;

  async function begin(): Promise<void> {
    if (isFresh) await Promise.all([path, `${path}.reasons`].map((one) => rm(one, { force: true })));
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    const first = header();
    if (!isThere && first !== undefined) rows.unshift(`${first}\n`);
    isBegun = true;
  }

  return {
    add({ line, text }, reason) {
      count += 1;
      const where = line > 0 ? `line ${line}: ` : '';
      if (count <= MOST_TOLD) tell(`${where}${reason}`);
      if (count === MOST_TOLD + 1) tell(`… more are in ${path}.reasons`);
      rows.push(`${text}\n`);
      reasons.push(`${where}${reason}\n`);
    },
    async flush() {
      if (rows.length === 0) return;
      if (!isBegun) await begin();
      await appendFile(path, rows.join(''));
      await appendFile(`${path}.reasons`, reasons.join(''));
      rows = [];
      reasons = [];
    },
    path: () => (count > 0 ? path : undefined),
  };
}

/** Where bad rows go, unless `--bad-rows` says so: beside whoever calls, named after the source. */
export function badRowsPath(get: GetInput, cwd: string): string {
  const file = get('from-file');
  const given = get('bad-rows');
  if (given !== '') return resolve(cwd, given);
  if (file === '') return resolve(cwd, 'milepost-backfill.bad.ndjson');
  const extension = extname(file) || '.ndjson';
  return resolve(cwd, `${basename(file, extension)}.bad${extension}`);
}
