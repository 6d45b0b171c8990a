import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { MetricStore } from '../store/metric-port.ts';

/** Milliseconds that a lease lasts: a process that has died keeps the others waiting for so long. */
const LEASE = 60_000;
const RENEWAL = LEASE / 3;
const RETRY = 500;

/** Does a work of some name alone; undefined when another process is at it, unless that is to be waited for. */
export type RunAlone = <Result>(
  name: string,
  work: () => Promise<Result>,
  options?: { wait: boolean },
) => Promise<Result | undefined>;

/**
 * Makes what lets only one of several processes, and of several callers in this one, do a work of some name.
 *
 * @param realTime the machine's time: a clock that somebody sets would end leases, or prolong them.
 */
export function createRunAlone(
  store: Pick<MetricStore, 'acquireLease' | 'releaseLease'>,
  realTime: { now(): number },
): RunAlone {
  const holder = randomUUID();
  const turns = new Map<string, Promise<unknown>>();
  const acquire = (name: string) => {
    const now = realTime.now();
    return store.acquireLease({ name, holder, now, until: now + LEASE });
  };

  async function withLease<Result>(name: string, work: () => Promise<Result>, wait: boolean) {
    while (!(await acquire(name))) {
      if (!wait) return undefined;
      await delay(RETRY);
    }
    // A store that is away for a moment: the next renewal may come in time, and a publication checks for itself.
    const renewal = setInterval(() => void acquire(name).catch(() => {}), RENEWAL).unref();
    try {
      return await work();
    } finally {
      clearInterval(renewal);
      await store.releaseLease(name, holder);
    }
  }

  return (name, work, { wait } = { wait: false }) => {
    const before = turns.get(name) ?? Promise.resolve();
    const turn = before.then(() => withLease(name, work, wait));
    // Whoever asked hears of the failure; the next one begins all the same.
    turns.set(
      name,
      turn.catch(() => {}),
    );
    return turn;
  };
}
