import { performance } from 'node:perf_hooks';
import { clearTimeout, setTimeout } from 'node:timers';
import { setImmediate } from 'node:timers/promises';
import { AccountGoneError, type AppendOutcome, type EventBatch } from './store.ts';

/** Milliseconds that a commit takes on a disk whose fsyncs are worth waiting for company. */
const SLOW_COMMIT = 2;

/** What became of one batch of a group: that of an account which is gone fails alone. */
export type BatchOutcome = AppendOutcome | { state: 'account-gone' };

interface Waiting {
  batch: EventBatch;
  resolve(outcome: AppendOutcome): void;
  reject(error: unknown): void;
}

/**
 * Lets requests that wait at the same moment share one transaction and one fsync: while one group is being
 * committed, the next one gathers.
 *
 * @param commit stores all the batches in one durable transaction and answers one outcome a batch, in
 *   order; when it rejects, nothing of the group is stored and every caller gets the error.
 * @param maxEvents most events of one group, so that one transaction stays short.
 */
export function createGroupCommit(
  commit: (batches: readonly EventBatch[]) => Promise<BatchOutcome[]>,
  maxEvents = 4096,
): (batch: EventBatch) => Promise<AppendOutcome> {
  let waiting: Waiting[] = [];
  let running = false;
  /** Set while the next group gathers: told when a batch has come. */
  let onArrival: (() => void) | undefined;

  function takeGroup(): Waiting[] {
    let events = 0;
    let size = 0;
    for (const { batch } of waiting) {
      events += batch.events.length;
      if (size > 0 && events > maxEvents) break;
      size++;
    }
    const group = waiting.slice(0, size);
    waiting = waiting.slice(size);
    return group;
  }

  async function commitGroup(group: Waiting[]): Promise<void> {
    try {
      const outcomes = await commit(group.map(({ batch }) => batch));
      for (const [index, { batch, resolve, reject }] of group.entries()) {
        const outcome = outcomes[index];
        if (!outcome) reject(new Error('the engine answered fewer outcomes than batches'));
        else if (outcome.state === 'account-gone') reject(new AccountGoneError(batch.accountId));
        else resolve(outcome);
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  }

  /**
   * After a slow commit, waits until as many have come as were just answered and were waiting already, but no
   * longer than that commit took. Otherwise callers split into two groups that take turns, and each of them
   * waits for two fsyncs where one would do (PostgreSQL's commit_delay). A lone caller is never kept waiting.
   */
  function gather(size: number, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(done, ms);
      function done(): void {
        clearTimeout(timer);
        onArrival = undefined;
        resolve();
      }
      onArrival = () => {
        if (waiting.length >= size) done();
      };
      onArrival();
    });
  }

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      // One turn later, so that all the requests that arrived together are in one group.
      await setImmediate();
      const group = takeGroup();
      const start = performance.now();
      await commitGroup(group);
      const took = performance.now() - start;
      if (took >= SLOW_COMMIT) await gather(group.length + waiting.length, took);
    }
    running = false;
  }

  return (batch) =>
    new Promise((resolve, reject) => {
      waiting.push({ batch, resolve, reject });
      onArrival?.();
      if (running) return;
      running = true;
      run();
    });
}
