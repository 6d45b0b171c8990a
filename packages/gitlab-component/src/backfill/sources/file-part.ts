import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { UsageError } from '../../usage-error.ts';

/** How far a file has been read. */
export interface FilePosition {
  /** Bytes. */
  offset: number;
  line: number;
  /** SHA-256 of the file's first `marked` bytes, hex: whether it is still the same one. */
  mark: string;
  marked: number;
}

/** What marks a file: the beginning, which stays when rows are appended. */
const MARKED = 4096;

function formatPosition({ offset, line, mark, marked }: FilePosition): string {
  return [offset, line, marked, mark].join(' ');
}

export function parsePosition(text: string): FilePosition {
  const [offset, line, marked, mark = ''] = text.split(' ');
  return { offset: Number(offset), line: Number(line), marked: Number(marked), mark };
}

/** @throws UsageError when the file cannot be read, or has become another one. */
export async function checkFile(path: string, after: FilePosition | undefined): Promise<number> {
  const size = await sizeOf(path);
  if (!after) return size;
  if (size < after.offset || (await markOf(path, after.marked)) !== after.mark) {
    throw new UsageError(
      `${path} is not the file that was read the last time; remove the cursor file, or give another one by --cursor`,
    );
  }
  return size;
}

async function sizeOf(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isFile()) throw new UsageError(`--from-file: ${path} is not a file`);
    return found.size;
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
    throw new UsageError(`--from-file: ${path} cannot be read (${code})`, { cause });
  }
}

/** Of the first bytes of a file. */
async function markOf(path: string, bytes: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return createHash('sha256').update(buffer.subarray(0, bytesRead)).digest('hex');
  } finally {
    await file.close();
  }
}

/** A function that marks positions of a file, the beginning of which it reads once. */
export async function positionsOf(path: string): Promise<(offset: number, line: number) => string> {
  const size = Math.min(MARKED, await sizeOf(path));
  const whole = await markOf(path, size);
  return (offset, line) => formatPosition({ offset, line, marked: size, mark: whole });
}

/** A line of a file, without its end. */
export interface Line {
  text: string;
  /** Counted from 1. */
  number: number;
  /** Where the next one begins. */
  end: number;
  /** How many line ends come before that. */
  ends: number;
}

/** The lines of a file from a byte on, in constant memory. */
export async function* readLines(path: string, start: number, first: number): AsyncGenerator<Line> {
  let rest: Buffer = Buffer.alloc(0);
  let end = start;
  let number = first;
  for await (const chunk of createReadStream(path, { start, highWaterMark: 1 << 18 })) {
    const data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let from = 0;
    for (let at = data.indexOf(10); at !== -1; at = data.indexOf(10, from)) {
      end += at + 1 - from;
      yield { text: data.toString('utf8', from, at), number, end, ends: number };
      number += 1;
      from = at + 1;
    }
    rest = data.subarray(from);
  }
  if (rest.length > 0)
    yield { text: rest.toString('utf8'), number, end: end + rest.length, ends: number - 1 };
}
