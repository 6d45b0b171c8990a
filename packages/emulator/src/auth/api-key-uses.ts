import realTimers from 'node:timers';
import type { ApiKeyRecord, ApiKeyUse, Store } from '../store/store.ts';

const FLUSH_INTERVAL_MS = 60_000;

/** Remembers when keys were last used, and writes it down off the path of the requests. */
export interface ApiKeyUses {
  remember(key: ApiKeyRecord, at: number): void;
  /** Writes down what is remembered: for a listing and for the shutdown. Does not reject; see `onError`. */
  flush(): Promise<void>;
}

/**
 * Uses are written once a minute of real time, all keys in one call. A failed write is tried again with the next one.
 *
 * @param onError is told of a failed write.
 * @param timers those of a test, when it fakes the global ones.
 */
export function createApiKeyUses(
  store: Pick<Store, 'touchApiKeys'>,
  onError: (error: unknown) => void,
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = realTimers,
): ApiKeyUses {
  let pending = new Map<string, ApiKeyUse>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function schedule(): void {
    timer ??= timers.setTimeout(flush, FLUSH_INTERVAL_MS).unref();
  }

  // One write after the other, so that the flush of a shutdown also waits for one that is under way.
  function flush(): Promise<void> {
    timers.clearTimeout(timer);
    timer = undefined;
    writing = writing.then(writePending);
    return writing;
  }

  async function writePending(): Promise<void> {
    if (pending.size === 0) return;
    const uses = pending;
    pending = new Map();
    try {
      await store.touchApiKeys([...uses.values()]);
    } catch (error) {
      // What came meanwhile is newer and wins.
      pending = new Map([...uses, ...pending]);
      schedule();
      onError(error);
    }
  }

  return {
    remember({ accountId, id }, at) {
      // Two accounts may have a key of one id, after a restore.
      pending.set(`${accountId} ${id}`, { accountId, id, at });
      schedule();
    },
    flush,
  };
}
