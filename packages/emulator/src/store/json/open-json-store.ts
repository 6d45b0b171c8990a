import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Low, Memory } from 'lowdb';
import { emptyContents, type StoreContents } from '../contents/store-contents.ts';
import { acquireProcessLock } from '../process-lock.ts';
import { type Store, StoreOpenError } from '../store.ts';
import { createJsonStore } from './json-store.ts';

/** A write takes 20 ms with this many events and half a second with ten times as many. */
const MANY_EVENTS = 10_000;

/** A store that is gone when the process ends. */
export async function openMemoryStore(): Promise<Store> {
  return createJsonStore({ name: 'memory:', db: new Low(new Memory<StoreContents>(), emptyContents()) });
}

/**
 * A store in one readable file, for fixtures and small teams; the file is created if need be.
 *
 * @param options.path absolute.
 * @param options.warn told once when there are more events than suit a file that each write replaces.
 * @throws StoreOpenError
 */
export async function openFileStore(options: { path: string; warn(message: string): void }): Promise<Store> {
  const path = await followLink(options.path);
  const lock = acquireProcessLock(path);
  try {
    return createJsonStore({
      name: `file:${path}`,
      db: await openFile(path),
      onSize: createSizeWarning(path, options.warn),
      onClose: () => lock.release(),
    });
  } catch (error) {
    lock.release();
    if (error instanceof StoreOpenError) throw error;
    // Each record is sound, but two of them cannot be true together.
    throw new StoreOpenError(`${path} is damaged: ${reasonOf(error)}; restore it from a backup`, {
      cause: error,
    });
  }
}

/** A write puts a new file in the old one's place, which must not be that of a link to it. */
async function followLink(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    // There is no file yet, or none that can be reached: opening it will tell.
    return path;
  }
}

async function openFile(path: string): Promise<Low<StoreContents>> {
  // It loads ajv, which a store in memory does without.
  const { createDurableJsonFile } = await import('./durable-json-file.ts');
  const nothing = emptyContents();
  const db = new Low(createDurableJsonFile(path), nothing);
  await db.read();
  try {
    if (db.data === nothing) await db.write();
    else await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw new StoreOpenError(`Cannot write ${path}: ${reasonOf(error)}; check the path and its permissions`, {
      cause: error,
    });
  }
  return db;
}

function createSizeWarning(path: string, warn: (message: string) => void): (events: number) => void {
  let warned = false;
  return (events) => {
    if (warned || events <= MANY_EVENTS) return;
    warned = true;
    warn(
      `${path} holds more than ${MANY_EVENTS} events, and every write replaces the whole file; ` +
        'SQLite suits that many better (sqlite:PATH)',
    );
  };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
