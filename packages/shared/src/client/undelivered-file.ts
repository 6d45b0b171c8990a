import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Event } from '../event/event.ts';
import { memberOf } from './answer-text.ts';
import { isIdempotencyKey } from './batches.ts';
import { UndeliveredFileError } from './errors.ts';
import type { UndeliveredBatch } from './types.ts';

/**
 * Keeps what could not be delivered: a line of JSON a batch, `{"idempotencyKey":…,"events":[…]}`, at the end of the
 * file, which is made if need be, readable by its owner alone. It is on disk when this resolves.
 */
export async function appendUndelivered(path: string, batches: readonly UndeliveredBatch[]): Promise<void> {
  if (batches.length === 0) return;
  const lines = batches.map(
    ({ idempotencyKey, events }) => `${JSON.stringify({ idempotencyKey, events })}\n`,
  );
  await makeDirectory(dirname(path));
  await using file = await open(path, 'a+', 0o600);
  // A line that was cut off, by a full disk or a kill, must not take the next one with it.
  const { size } = await file.stat();
  const { buffer } = await file.read(Buffer.alloc(1, '\n'), 0, 1, Math.max(0, size - 1));
  await file.appendFile(`${buffer.toString() === '\n' ? '' : '\n'}${lines.join('')}`);
  await file.sync();
}

/** By hand, since Node's recursive mkdir never returns where the system denies a directory with ENOENT, as /proc does. */
async function makeDirectory(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    await makeDirectory(dirname(path));
    await mkdir(path);
  }
}

/**
 * Reads what `appendUndelivered` wrote, for `replay`. Empty lines do not count.
 *
 * @throws UndeliveredFileError with the number of the first line that cannot be replayed; the error of the file system
 * when the file cannot be read.
 */
export async function readUndelivered(path: string): Promise<UndeliveredBatch[]> {
  const lines = (await readFile(path, 'utf8')).split('\n');
  return lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const batch = parseLine(path, index + 1, line);
    const idempotencyKey = memberOf(batch, 'idempotencyKey');
    const events = memberOf(batch, 'events');
    if (!isIdempotencyKey(idempotencyKey)) {
      throw new UndeliveredFileError(
        path,
        index + 1,
        'idempotencyKey is to be 1 to 255 printable ASCII characters',
      );
    }
    if (!Array.isArray(events) || events.length === 0 || !events.every(isEvent)) {
      throw new UndeliveredFileError(
        path,
        index + 1,
        'events is to be a list of one event or more, each with a type',
      );
    }
    return [{ idempotencyKey, events }];
  });
}

function parseLine(path: string, number: number, line: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new UndeliveredFileError(path, number, 'is not JSON; was writing it interrupted? Remove the line', {
      cause,
    });
  }
}

/** Whether a value can be replayed. */
export function isUndeliveredBatch(value: unknown): value is UndeliveredBatch {
  const events = memberOf(value, 'events');
  return (
    isIdempotencyKey(memberOf(value, 'idempotencyKey')) &&
    Array.isArray(events) &&
    events.length > 0 &&
    events.every(isEvent)
  );
}

function isEvent(value: unknown): value is Event {
  const attributes = memberOf(value, 'attributes');
  return (
    typeof memberOf(value, 'type') === 'string' &&
    ['timestamp', 'entityId'].every((name) =>
      ['string', 'undefined'].includes(typeof memberOf(value, name)),
    ) &&
    (attributes === undefined ||
      (typeof attributes === 'object' && attributes !== null && !Array.isArray(attributes)))
  );
}

/**
 * Takes out of the file what has been settled since it was read; without anything left the file is removed. Lines that
 * somebody has appended meanwhile stay.
 *
 * @param read what `readUndelivered` gave.
 * @param left what of it is still undelivered.
 */
export async function settleUndelivered(
  path: string,
  read: readonly UndeliveredBatch[],
  left: readonly UndeliveredBatch[],
): Promise<void> {
  const leftKeys = new Set(left.map(({ idempotencyKey }) => idempotencyKey));
  const readKeys = new Set(read.map(({ idempotencyKey }) => idempotencyKey));
  const meanwhile = (await readUndelivered(path)).filter(
    ({ idempotencyKey }) => !readKeys.has(idempotencyKey),
  );
  const kept = [...read.filter(({ idempotencyKey }) => leftKeys.has(idempotencyKey)), ...meanwhile];
  // What a refused batch was split into has a key of its own.
  kept.push(...left.filter(({ idempotencyKey }) => !readKeys.has(idempotencyKey)));
  if (kept.length === 0) {
    await rm(path);
    return;
  }
  const next = `${path}.next`;
  await rm(next, { force: true });
  await appendUndelivered(next, kept);
  await rename(next, path);
}
