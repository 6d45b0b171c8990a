import { setImmediate } from 'node:timers';
import { StoreUnavailableError } from '../store.ts';
import { applyDraft, type Draft, draftTables, isChanged, type Tables } from './tables.ts';

/** The one way to change the tables. */
export interface WriteQueue {
  /**
   * Makes a change and answers its result when it is on disk. The change sees all that was changed before
   * it; it must check before it changes anything, since one that throws is refused alone.
   *
   * @throws StoreUnavailableError when the change could not be written; it has left nothing behind then.
   */
  write<Result>(change: (draft: Draft) => Result): Promise<Result>;
  /** Writes all there is once more, whether or not anything has changed. */
  rewrite(): Promise<void>;
  /** Refuses further writes for this reason; resolves when those that came before are done. */
  close(reason: string): Promise<void>;
}

interface Waiting {
  evenUnchanged: boolean;
  /** Makes the change, and answers what tells the caller that it is on disk. */
  change(draft: Draft): () => void;
  reject(error: unknown): void;
}

/**
 * Lets one write at a time go to disk. All that is asked for in the meantime, of whatever kind, is gathered
 * in the next one: that is why events do not go through `group-commit.ts` here, which would hold them back
 * from a write that is about to start. Changes are made on a draft; readers see the tables, which become
 * what the draft says only when it is on disk.
 */
export function createWriteQueue(
  tables: Tables,
  persist: (draft: Draft) => Promise<void>,
  onWritten: () => void,
): WriteQueue {
  let waiting: Waiting[] = [];
  let closed: string | undefined;
  let running: Promise<void> | undefined;

  async function commit(group: readonly Waiting[]): Promise<void> {
    const draft = draftTables(tables);
    const made: { resolve(): void; reject(error: unknown): void }[] = [];
    for (const { change, reject } of group) {
      try {
        made.push({ resolve: change(draft), reject });
      } catch (error) {
        reject(error);
      }
    }
    try {
      if (isChanged(draft) || group.some(({ evenUnchanged }) => evenUnchanged)) await persist(draft);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      const unavailable = new StoreUnavailableError(`The store cannot be written now: ${reason}`, {
        cause: error,
      });
      for (const { reject } of made) reject(unavailable);
      return;
    }
    applyDraft(draft);
    onWritten();
    for (const { resolve } of made) resolve();
  }

  async function run(): Promise<void> {
    // One turn later, so that all the requests that arrived together are in the first group.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      await commit(group);
    }
    running = undefined;
  }

  function enqueue<Result>(change: (draft: Draft) => Result, evenUnchanged: boolean): Promise<Result> {
    if (closed !== undefined) return Promise.reject(new StoreUnavailableError(closed));
    return new Promise((resolve, reject) => {
      waiting.push({
        evenUnchanged,
        change(draft) {
          const result = change(draft);
          return () => resolve(result);
        },
        reject,
      });
      running ??= run();
    });
  }

  return {
    write: (change) => enqueue(change, false),
    rewrite: () => enqueue(() => {}, true),
    async close(reason) {
      closed = reason;
      await running;
    },
  };
}
