import { createReadStream } from 'node:fs';
import { InvalidInputError } from '@milepost/shared/ci';
import { type CsvError, parse } from 'csv-parse';
import type { BackfillSettings } from '../backfill-settings.ts';
import { asKnown, type ColumnMap, columnsOf } from '../column-map.ts';
import { makeEvent } from '../make-event.ts';
import type { Source } from '../source.ts';
import { checkFile, parsePosition, positionsOf } from './file-part.ts';
import { itemOf } from './ndjson-file.ts';

/** A record of a CSV file, or what is wrong with it. */
interface CsvRecord {
  cells: string[] | undefined;
  problem: string;
  raw: string;
  /** Of its first line, counted from 1. */
  line: number;
  /** Where the next one begins, in bytes. */
  end: number;
}

/** A file of comma-separated values (RFC 4180), whose first row names the columns. */
export function csvFile(
  path: string,
  map: ColumnMap,
  delimiter: string,
  settings: BackfillSettings,
  note: (message: string) => void,
): Source {
  let size = 0;
  let header: string | undefined;
  return {
    name: `file:${path}`,
    header: () => header,
    async *read(after) {
      const from = after === undefined ? undefined : parsePosition(after);
      size = await checkFile(path, from);
      const positionOf = await positionsOf(path);
      const first = await firstRecord(path, delimiter);
      header = first.raw;
      const { fields, ignored } = columnsOf(
        (first.cells ?? []).map((name) => name.trim()),
        map,
      );
      if (ignored.length > 0)
        note(`Columns that no field is named after are left out: ${ignored.join(', ')}`);
      const start = {
        offset: from?.offset ?? first.end,
        line: from?.line ?? first.line + newlinesIn(first.raw),
      };
      for await (const { cells, problem, raw, line, end } of recordsOf(path, delimiter, start)) {
        const lines = line + newlinesIn(raw);
        const made = cells ? makeEvent(asKnown(fieldsOf(cells, fields)), settings) : { bad: problem };
        yield itemOf(made, positionOf(end, lines), { line, text: raw });
      }
    },
    progress: (position) => ({ done: parsePosition(position).offset, total: size }),
    close: () => {},
  };
}

function fieldsOf(
  cells: readonly string[],
  fields: readonly (string | undefined)[],
): { [field: string]: string } {
  return Object.fromEntries(
    fields.flatMap((field, index) => (field === undefined ? [] : [[field, cells[index] ?? '']])),
  );
}

async function firstRecord(path: string, delimiter: string): Promise<CsvRecord> {
  for await (const record of recordsOf(path, delimiter, { offset: 0, line: 0 })) return record;
  throw new InvalidInputError('fromFile', `${path} is empty; its first row must name the columns`);
}

/** @param start how many bytes and lines come before. */
async function* recordsOf(
  path: string,
  delimiter: string,
  start: { offset: number; line: number },
): AsyncGenerator<CsvRecord> {
  const skipped: { error: CsvError | undefined; raw: string }[] = [];
  const parser = parse({
    bom: start.offset === 0,
    delimiter,
    info: true,
    raw: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error, raw) => void skipped.push({ error, raw: String(raw ?? '') }),
  });
  const file = createReadStream(path, { start: start.offset, highWaterMark: 1 << 18 });
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const { record, raw, info } of parser) {
      const text = trimEnd(String(raw));
      const end = start.offset + Number(info.bytes);
      const line = start.line + Number(info.lines) - newlinesIn(text);
      // Told when they were met, which is before the next good one.
      for (const { error, raw: bad } of skipped.splice(0)) yield broken(error, trimEnd(bad), line, end);
      yield { cells: record, problem: '', raw: text, line, end };
    }
    for (const { error, raw } of skipped) {
      yield broken(
        error,
        trimEnd(raw),
        start.line + Number(error?.['lines'] ?? 1),
        start.offset + file.bytesRead,
      );
    }
  } finally {
    file.destroy();
  }
}

function broken(error: CsvError | undefined, raw: string, line: number, end: number): CsvRecord {
  return { cells: undefined, problem: `it is not CSV: ${error?.message ?? 'unknown'}`, raw, line, end };
}

function trimEnd(raw: string): string {
  return raw.replace(/^\uFEFF/, '').replace(/^[\r\n]+|[\r\n]+$/g, '');
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}
