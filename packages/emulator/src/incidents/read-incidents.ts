import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { IncidentFileError, type IncidentRow } from './incident-row.ts';
import { readCsv } from './read-csv.ts';

/** A JSON array has to be read whole, unlike the other formats. */
const LARGEST_ARRAY = 64 * 1024 * 1024;

/**
 * Reads incidents one after the other: a JSON array, JSON objects one a line, or CSV with the columns in the first
 * row. The first character tells which it is. What cannot be read is told with its place, and the rest is read on.
 *
 * @throws IncidentFileError when the file cannot be read, or its first row is not one of columns.
 */
export async function* readIncidents(path: string): AsyncGenerator<IncidentRow> {
  const first = await firstCharacter(path);
  if (first === '[') yield* readArray(path);
  else if (first === '{') yield* readLines(path);
  else yield* readCsv(path);
}

async function firstCharacter(path: string): Promise<string> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0);
      return buffer
        .toString('utf8', 0, bytesRead)
        .replace(/^\uFEFF/, '')
        .trimStart()
        .slice(0, 1);
    } finally {
      await file.close();
    }
  } catch (cause) {
    throw new IncidentFileError(`${path}: ${messageOf(cause)}`, { cause });
  }
}

async function* readArray(path: string): AsyncGenerator<IncidentRow> {
  if ((await stat(path)).size > LARGEST_ARRAY) {
    const limit = `${LARGEST_ARRAY / 1024 / 1024} MiB`;
    throw new IncidentFileError(
      `${path}: a JSON array of more than ${limit}; write one object a line, or CSV`,
    );
  }
  const text = await readFile(path, 'utf8');
  let items: unknown[];
  try {
    items = [JSON.parse(text.replace(/^\uFEFF/, ''))].flat(1);
  } catch (cause) {
    throw new IncidentFileError(`${path}: it is not JSON: ${messageOf(cause)}`, { cause });
  }
  for (const [index, row] of items.entries()) yield { place: `item ${index + 1}`, row };
}

async function* readLines(path: string): AsyncGenerator<IncidentRow> {
  let number = 0;
  const input = createReadStream(path, { encoding: 'utf8' });
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    const text = line.replace(/^\uFEFF/, '').trim();
    if (text !== '') yield { place: `line ${number}`, ...parseLine(text) };
  }
}

function parseLine(text: string): { row: unknown } | { problem: string } {
  try {
    return { row: JSON.parse(text) };
  } catch (cause) {
    return { problem: `it is not JSON: ${messageOf(cause)}` };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
