import { createReadStream } from 'node:fs';
import { unknownName } from '@milepost/shared/validation';
import { parse } from 'csv-parse';
import { parse as parseStrictly } from 'csv-parse/sync';
import { incidentSchema, updateIncidentSchema } from './incident.schema.ts';
import { IncidentFileError, type IncidentRow } from './incident-row.ts';

/** No incident is longer: an opening quote without an end must not swallow the file. */
const LONGEST_RECORD = 1 << 20;

const COLUMNS = Object.keys(updateIncidentSchema.properties);
/** What the API answers and does not take: left out. */
const ANSWERED = Object.keys(incidentSchema.properties).filter((name) => !COLUMNS.includes(name));

/**
 * Reads comma-separated values (RFC 4180) whose first row names the columns as the API names its members. An empty
 * cell is left out; `affectedEntityIds` are separated by semicolons or spaces, `customFields` is JSON.
 */
export async function* readCsv(path: string): AsyncGenerator<IncidentRow> {
  const skipped: { place: string; problem: string }[] = [];
  const parser = parse({
    bom: true,
    info: true,
    max_record_size: LONGEST_RECORD,
    raw: true,
    relax_column_count: true,
    // Else one wrong quote takes the rows behind it along; what is relaxed is looked at again.
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) =>
      void skipped.push({ place: `line ${error?.['lines']}`, problem: `it is not CSV: ${error?.message}` }),
  });
  const file = createReadStream(path);
  file.on('error', (error) => parser.destroy(error));
  file.pipe(parser);
  let columns: string[] | undefined;
  try {
    for await (const { record, raw, info } of parser) {
      yield* skipped.splice(0);
      const cells: string[] = record;
      if (!columns) {
        columns = columnsOf(path, cells);
        continue;
      }
      const text = String(raw).replace(/^[\r\n]+|[\r\n]+$/g, '');
      // Told is where it ends; it is named after where it begins.
      const line = Number(info.lines) - newlinesIn(text);
      yield { place: `line ${line}`, ...rowOf(columns, cells, text) };
    }
    yield* skipped;
  } finally {
    file.destroy();
  }
  if (!columns) throw new IncidentFileError(`${path} is empty; its first row must name the columns`);
}

function columnsOf(path: string, cells: readonly string[]): string[] {
  const columns = cells.map((name) => name.trim());
  const unknown = columns.find((name) => !COLUMNS.includes(name) && !ANSWERED.includes(name));
  if (unknown !== undefined)
    throw new IncidentFileError(`${path}: ${unknownName('column', unknown, COLUMNS)}`);
  const twice = columns.find((name, index) => columns.indexOf(name) < index);
  if (twice !== undefined) throw new IncidentFileError(`${path}: the column '${twice}' is there twice`);
  return columns;
}

function rowOf(
  columns: readonly string[],
  cells: readonly string[],
  text: string,
): { row: unknown } | { problem: string } {
  const wrongQuote = quoteProblem(cells, text);
  if (wrongQuote !== undefined) return { problem: `it is not CSV: ${wrongQuote}` };
  if (cells.length !== columns.length) {
    return { problem: `it has ${cells.length} cells, and the first row ${columns.length}` };
  }
  const row: Record<string, unknown> = {};
  for (const [index, column] of columns.entries()) {
    const text = cells[index]?.trim() ?? '';
    if (text === '' || ANSWERED.includes(column)) continue;
    if (column === 'affectedEntityIds') row[column] = text.split(/[\s;]+/).filter(Boolean);
    else if (column === 'customFields') row[column] = parseJson(text);
    else row[column] = text;
  }
  return { row };
}

/** What a strict reader says of a record that has quotes. */
function quoteProblem(cells: readonly string[], text: string): string | undefined {
  if (!cells.some((cell) => cell.includes('"'))) return undefined;
  try {
    parseStrictly(text, { bom: true, relax_column_count: true });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message.replace(/ at line \d+/, '') : String(error);
  }
}

/** What is no JSON stays a text, which the check then refuses where it stands. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function newlinesIn(text: string): number {
  return text.split('\n').length - 1;
}
