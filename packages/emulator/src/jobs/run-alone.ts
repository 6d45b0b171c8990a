import { randomUUID } from 'node:crypto';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import type { MetricStore } from '../store/metric-port.ts';
import { createTurns } from '../take-turns.ts';

/** Milliseconds that a lease lasts: a process that has died keeps the others waiting for so long. */
const LEASE = 20_000;
const RENEWAL = 5000;
const RETRY = 500;

/**
 * Does a work of some name alone; undefined when another process is at it, unless that is to be waited for. The work's
 * signal is aborted when another process may have begun, since this one was asleep for longer than its lease.
 */
export type RunAlone = <Result>(
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  options?: { wait: boolean },
) => Promise<Result | undefined>;

/**
 * Makes what lets only one of several processes, and of several callers in this one, do a work of some name.
 *
 * @param realTime the machine's time: a clock that somebody sets would end leases, or prolong them.
 * @param stopping ends the waiting, with an error.
 */
export function createRunAlone(
  store: Pick<MetricStore, 'acquireLease' | 'releaseLease'>,
  realTime: { now(): number },
  stopping?: AbortSignal,
): RunAlone {
  const holder = randomUUID();
  const inTurn = createTurns();
  const acquire = (name: string) => {
    const now = realTime.now();
    return store.acquireLease({ name, holder, now, until: now + LEASE });
  };

  async function withLease<Result>(
    name: string,
    work: (signal: AbortSignal) => Promise<Result>,
    wait: boolean,
  ): Promise<Result | undefined> {
    while (!(await acquire(name))) {
      if (!wait) return undefined;
      await delay(RETRY, undefined, stopping && { signal: stopping });
    }
    const lost = new AbortController();
    const renew = async (): Promise<void> => {
      if (!(await acquire(name))) lost.abort();
    };
    // A store that is away for a moment: the next renewal may come in time.
    const renewal = setInterval(() => void renew().catch(() => {}), RENEWAL).unref();
    try {
      return await work(lost.signal);
    } finally {
      clearInterval(renewal);
      await store.releaseLease(name, holder);
    }
  }

  return (name, work, { wait } = { wait: false }) => inTurn(name, () => withLease(name, work, wait));
}
