import { readFile, rm } from 'node:fs/promises';
import type { Adapter } from 'lowdb';
import {
  formatContents,
  type JsonMigration,
  jsonMigrations,
  parseContents,
} from '../contents/contents-format.ts';
import { JsonFormatError } from '../contents/json-format-error.ts';
import type { StoreContents } from '../contents/store-contents.ts';
import { StoreOpenError } from '../store.ts';
import { replaceFile, temporaryPath } from './replace-file.ts';

/**
 * lowdb's own file adapter never calls fsync; this one answers a write when it is on disk. It also removes
 * what a killed process left half written, and copies a file of an older format to `PATH.format-N.bak`
 * before anything is written over it.
 *
 * Reading rejects with StoreOpenError; writing rejects with the system's error.
 */
export function createDurableJsonFile(
  path: string,
  migrations: readonly JsonMigration[] = jsonMigrations,
): Adapter<StoreContents> {
  const newest = migrations.length + 1;

  async function read(): Promise<StoreContents | null> {
    await rm(temporaryPath(path), { force: true });
    const bytes = await readBytes(path);
    if (!bytes) return null;
    const text = decodeText(bytes);
    const { contents, format } = parseContents(text, migrations);
    if (format < newest) await replaceFile(`${path}.format-${format}.bak`, text);
    return contents;
  }

  return {
    async read() {
      try {
        return await read();
      } catch (error) {
        throw openError(path, error);
      }
    },
    write: (contents) => replaceFile(path, formatContents(contents, newest)),
  };
}

async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** fatal: bytes that are not UTF-8 would be replaced silently, and lost at the next write. */
function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new JsonFormatError('is not UTF-8 text', 'restore it from a backup, or name another file', {
      cause: error,
    });
  }
}

function openError(path: string, error: unknown): StoreOpenError {
  if (error instanceof JsonFormatError)
    return new StoreOpenError(`${path} ${error.message}; ${error.remedy}`, { cause: error });
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreOpenError(`Cannot read ${path}: ${reason}; check the path and its permissions`, {
    cause: error,
  });
}
