import { setTimeout } from 'node:timers/promises';
import { acquireProcessLock } from '../store/process-lock.ts';

/** Milliseconds between two tries. */
const PAUSE = 100;
// https://sqlite.org/rescode.html
const SQLITE_BUSY = 5;

/**
 * Waits until nobody else, of this process or another one, works on the mirror. Whoever dies holding the lock gives it
 * back. The lock is the file `mirror` + `.lock`.
 *
 * @throws StoreOpenError when the lock cannot be made; the signal's reason when it is aborted.
 */
export async function lockMirror(
  mirror: string,
  signal: AbortSignal | undefined,
): Promise<{ release(): void }> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      return acquireProcessLock(mirror);
    } catch (error) {
      if (!isHeld(error)) throw error;
    }
    await setTimeout(PAUSE, undefined, signal && { signal });
  }
}

function isHeld(error: unknown): boolean {
  if (!(error instanceof Error) || !(error.cause instanceof Error)) return false;
  return 'errcode' in error.cause && error.cause.errcode === SQLITE_BUSY;
}
