import { open, readFile, rename, rm } from 'node:fs/promises';
import { isUndeliveredBatch, type UndeliveredBatch } from '@milepost/shared/client';
import { isObject } from '@milepost/shared/validation';
import { UsageError } from '../usage-error.ts';
import type { Row } from './source.ts';

/** A batch on its way, and the rows that its events stand in. */
export interface PendingBatch extends UndeliveredBatch {
  rows: Row[];
}

/** How far a backfill has come. */
export interface Cursor {
  source: string;
  /** Base URL of the service. */
  service: string;
  /** Digest of everything that decides what the events are. */
  settings: string;
  /** Of the source's last item that is done; undefined at the beginning. */
  position: string | undefined;
  /** Ids of deployments that had not ended. */
  waiting: string[];
  /** Batches on their way, whose fate is not known: they are sent first, under the same keys. */
  pending: PendingBatch[];
  /** The position once they are done. */
  pendingPosition: string | undefined;
  /** ISO 8601; empty before the first time. */
  savedAt: string;
}

const VERSION = 1;

/** Reads a cursor file; undefined when there is none. @throws UsageError when it is no cursor, or of something else. */
export async function readCursor(
  path: string,
  expected: Pick<Cursor, 'source' | 'service' | 'settings'>,
): Promise<Cursor | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return undefined;
  const cursor = parseCursor(text);
  const remedy = 'remove it, or give another one by --cursor';
  if (!cursor) throw new UsageError(`--cursor: ${path} is no cursor file of this version; ${remedy}`);
  for (const name of ['source', 'service'] as const) {
    if (cursor[name] !== expected[name]) {
      throw new UsageError(`--cursor: ${path} is of ${cursor[name]}, not of ${expected[name]}; ${remedy}`);
    }
  }
  if (cursor.settings !== expected.settings) {
    throw new UsageError(
      `--cursor: ${path} was made with other flags, with which the same deployments were other events; remove it to send all of them again, or give another one by --cursor`,
    );
  }
  return cursor;
}

function parseCursor(text: string): Cursor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(value) || value['version'] !== VERSION) return undefined;
  const { source, service, settings, position, waiting, pending, pendingPosition, savedAt } = value;
  if (typeof source !== 'string' || typeof service !== 'string' || typeof savedAt !== 'string')
    return undefined;
  if (typeof settings !== 'string') return undefined;
  if (!Array.isArray(waiting) || !Array.isArray(pending) || !pending.every(isPending)) return undefined;
  return {
    source,
    service,
    settings,
    position: typeof position === 'string' ? position : undefined,
    waiting: waiting.map(String),
    pending,
    pendingPosition: typeof pendingPosition === 'string' ? pendingPosition : undefined,
    savedAt,
  };
}

function isPending(value: unknown): value is PendingBatch {
  if (!isUndeliveredBatch(value) || !('rows' in value) || !Array.isArray(value.rows)) return false;
  return value.rows.length === value.events.length && value.rows.every((row) => isObject(row));
}

/** Replaces the file in one step: a kill leaves the old one or the new one. */
export async function writeCursor(path: string, cursor: Cursor): Promise<void> {
  const next = `${path}.next`;
  await rm(next, { force: true });
  const file = await open(next, 'w', 0o600);
  try {
    await file.writeFile(`${JSON.stringify({ version: VERSION, ...cursor })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(next, path);
}
