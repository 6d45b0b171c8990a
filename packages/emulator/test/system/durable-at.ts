import { dirname } from 'node:path';
import type { SystemCall } from './strace.ts';

/** For each id: the line of the trace at which it was on disk for good. */
export type DurableAt = ReadonlyMap<string, number>;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
// https://sqlite.org/fileformat2.html#the_write_ahead_log
const FRAME_HEADER = 24;

/** Reads from the calls when SQLite had a transaction in the write-ahead log and the log on disk. */
export function durableInSqlite(calls: readonly SystemCall[], path: string): DurableAt {
  const durable = new Map<string, number>();
  let transaction: string[] = [];
  let commits = false;
  let committed: { ids: string[]; end: number }[] = [];
  for (const call of calls.filter(({ file }) => file === `${path}-wal`)) {
    if (isFlush(call)) {
      const flushed = committed.filter(({ end }) => end < call.begin);
      committed = committed.filter(({ end }) => end >= call.begin);
      remember(
        durable,
        flushed.flatMap(({ ids }) => ids),
        call.end,
      );
    } else if (call.name.startsWith('pwrite')) {
      const bytes = call.texts.join('');
      if (bytes.length === FRAME_HEADER) {
        // Bytes 4 to 7: the size of the database after a commit, 0 in every other frame.
        commits = bytes.slice(4, 8) !== '\0\0\0\0';
        continue;
      }
      transaction.push(...idsIn(bytes));
      if (!commits) continue;
      committed.push({ ids: transaction, end: call.end });
      transaction = [];
      commits = false;
    }
  }
  return durable;
}

/** Reads from the calls when a file was written beside, flushed, renamed into place, and its directory flushed. */
export function durableInFile(calls: readonly SystemCall[], path: string): DurableAt {
  const durable = new Map<string, number>();
  const temporary = `${path}.writing`;
  let version: { text: string; step: 'written' | 'flushed' | 'in-place'; end: number } | undefined;
  for (const call of calls) {
    if (call.file === temporary && call.name.includes('write')) {
      // A large file is written in several calls.
      const sofar = version?.step === 'written' ? version.text : '';
      version = { text: sofar + call.texts.join(''), step: 'written', end: call.end };
    } else if (!version || call.begin <= version.end) {
      // Nothing to bring further, or it began too early to be about this version.
    } else if (version.step === 'written' && call.file === temporary && isFlush(call)) {
      version = { ...version, step: 'flushed', end: call.end };
    } else if (call.name.startsWith('rename') && call.texts.join() === `${temporary},${path}`) {
      // One that was renamed before it was flushed never becomes durable here.
      version = version.step === 'flushed' ? { ...version, step: 'in-place', end: call.end } : undefined;
    } else if (version.step === 'in-place' && call.file === dirname(path) && isFlush(call)) {
      remember(durable, idsIn(version.text), call.end);
    }
  }
  return durable;
}

/** Every event that any answer showed before it was durable. */
export function earlyAnswers(calls: readonly SystemCall[], durable: DurableAt): string[] {
  return answeredIds(calls).flatMap(({ id, begin }) => {
    const line = durable.get(id);
    if (line === undefined) return [`${id} was answered at line ${begin} and never flushed`];
    return line < begin ? [] : [`${id} was answered at line ${begin}, before it was flushed at line ${line}`];
  });
}

/** The ids of events in what went out to clients, and where it began to go. */
export function answeredIds(calls: readonly SystemCall[]): { id: string; begin: number }[] {
  return calls
    .filter(({ file }) => file?.startsWith('socket:'))
    .flatMap(({ texts, begin }) =>
      Array.from(texts.join('').matchAll(/"id":"([0-9a-f-]{36})"/g), ([, id = '']) => ({ id, begin })),
    );
}

function isFlush({ name, result }: SystemCall): boolean {
  return (name === 'fsync' || name === 'fdatasync') && result === '0';
}

function remember(durable: Map<string, number>, ids: string[], line: number): void {
  for (const id of ids) if (!durable.has(id)) durable.set(id, line);
}

function idsIn(bytes: string): string[] {
  return bytes.match(ID) ?? [];
}
