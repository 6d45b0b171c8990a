import { createReadStream } from 'node:fs';
import { InvalidInputError } from '@milepost/shared/ci';
import { parse } from 'csv-parse';
import { parse as parseStrictly } from 'csv-parse/sync';
import type { BackfillSettings } from '../backfill-settings.ts';
import { asKnown, type ColumnMap, columnsOf } from '../column-map.ts';
import { itemOf, makeEvent } from '../make-event.ts';
import type { Source } from '../source.ts';
import { checkFile, parsePosition, positionsOf } from './file-part.ts';

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
        const count = `it has ${cells?.length} cells, and the header ${fields.length}`;
        const made =
          cells?.length === fields.length
            ? makeEvent(asKnown(fieldsOf(cells, fields)), settings)
            : { bad: cells ? count : problem };
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

/** No deployment's row is longer: an opening quote without an end must not swallow the file. */
const LONGEST_RECORD = 1 << 20;

/** @param start how many bytes and line ends come before. */
async function* recordsOf(
  path: string,
  delimiter: string,
  start: { offset: number; line: number },
): AsyncGenerator<CsvRecord> {
  const skipped: { problem: string; raw: string }[] = [];
  const parser = parse({
    bom: start.offset === 0,
    delimiter,
    info: true,
    max_record_size: LONGEST_RECORD,
    raw: true,
    relax_column_count: true,
    // Else one wrong quote takes the rows behind it along; what is relaxed is looked at again.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error, raw) =>
      void skipped.push({ problem: error?.message ?? 'unknown', raw: String(raw ?? '') }),
  });
  const file = createReadStream(path, { start: start.offset, highWaterMark: 1 << 18 });
  const lines = countLines(start);
  file.on('data', lines.see);
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  try {
    for await (const { record, raw, info } of parser) {
      const end = start.offset + Number(info.bytes);
      const text = trimEnd(String(raw));
      // Told when they were met, which is before the next good one.
      for (const one of skipped.splice(0)) yield broken(one.problem, trimEnd(one.raw), lines.at(end), end);
      const line = lines.at(end) - newlinesIn(text);
      const problem = problemOf(record, text, delimiter);
      yield problem === undefined
        ? { cells: record, problem: '', raw: text, line, end }
        : broken(problem, text, line, end);
    }
    const end = start.offset + file.bytesRead;
    for (const { problem, raw } of skipped) {
      const text = trimEnd(raw);
      yield broken(problem, text, lines.at(end) - newlinesIn(text), end);
    }
  } finally {
    file.destroy();
  }
}

/** What a strict reader says of a record that has quotes. */
function problemOf(cells: readonly string[], raw: string, delimiter: string): string | undefined {
  if (!cells.some((cell) => cell.includes('"'))) return undefined;
  try {
    parseStrictly(raw, { delimiter, relax_column_count: true });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/ at line \d+/, '') : String(error);
  }
}

function broken(problem: string, raw: string, line: number, end: number): CsvRecord {
  return { cells: undefined, problem: `it is not CSV: ${problem}`, raw, line, end };
}

/**
 * Tells on which line the byte before an offset lies, from what it has seen of the file: csv-parse counts a line end of
 * Windows inside of quotes twice. Offsets are asked in ascending order.
 */
function countLines(start: { offset: number; line: number }) {
  let ends: number[] = [];
  let seen = start.offset;
  let passed = start.line;
  return {
    see(chunk: Buffer | string): void {
      const data = Buffer.from(chunk);
      for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, at + 1)) ends.push(seen + at);
      seen += data.length;
    },
    at(offset: number): number {
      const next = ends.findIndex((end) => end >= offset - 1);
      const count = next === -1 ? ends.length : next;
      passed += count;
      ends = ends.slice(count);
      return passed + 1;
    },
  };
}

function trimEnd(raw: string): string {
  return raw.replace(/^\uFEFF/, '').replace(/^[\r\n]+|[\r\n]+$/g, '');
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}
