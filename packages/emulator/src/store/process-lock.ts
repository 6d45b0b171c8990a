import { closeSync, existsSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreOpenError } from './store.ts';

// https://sqlite.org/rescode.html
const SQLITE_BUSY = 5;
const SQLITE_NOTADB = 26;

/**
 * Keeps other processes (and a second store in this one) away from a data file until it is released or the
 * process ends, however it ends.
 *
 * Node has no file lock of its own and a file that says "I am here" outlives a kill -9; the lock that SQLite
 * holds on an empty database beside the data file is dropped by the operating system. The lock file itself
 * stays: whoever removed it could remove the one that another process has just locked.
 *
 * @param path the data file; the lock is `path` + `.lock`, and its directory is created if need be (0700).
 * @throws StoreOpenError when the data file is in use, or the lock cannot be made.
 */
export function acquireProcessLock(path: string): { release(): void } {
  const lockPath = `${path}.lock`;
  try {
    makePrivateDirectory(dirname(path));
    createPrivateFile(lockPath);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StoreOpenError(`Cannot create ${lockPath}: ${reason}; check the path and its permissions`, {
      cause: error,
    });
  }

  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(lockPath, { timeout: 0 });
    // The journal in memory, or there would be a second file beside the lock.
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    throw lockError(path, lockPath, error);
  }

  const held = lock;
  return {
    release() {
      if (held.isOpen) held.close();
    },
  };
}

/**
 * New directories are flushed, too: a file is not durable before the names on the way to it are. One by one,
 * since Node's recursive mkdir never returns where the system denies a directory with ENOENT, as /proc does.
 */
function makePrivateDirectory(directory: string): void {
  const missing: string[] = [];
  for (let path = directory; !existsSync(path); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    mkdirSync(path, { mode: 0o700 });
    const parent = openSync(dirname(path), 'r');
    fsyncSync(parent);
    closeSync(parent);
  }
}

/**
 * Creates a file that only its owner may read, unless there is one already. Never opens a file that exists:
 * closing it would drop a lock that this process holds on it (POSIX).
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function lockError(path: string, lockPath: string, error: unknown): StoreOpenError {
  const code = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  if (code === SQLITE_BUSY) {
    return new StoreOpenError(`${path} is in use by another process; stop it, or name another place`, {
      cause: error,
    });
  }
  if (code === SQLITE_NOTADB) {
    return new StoreOpenError(`${lockPath} should be our lock file but holds something else; move it away`, {
      cause: error,
    });
  }
  const reason = error instanceof Error ? error.message : String(error);
  return new StoreOpenError(`Cannot lock ${lockPath}: ${reason}; check its permissions`, { cause: error });
}
