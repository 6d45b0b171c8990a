import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import {
  type CalculationDeps,
  type CalculationOptions,
  calculateMetrics,
} from '../calculation/calculate-metrics.ts';
import { dayOf } from '../dora/window.ts';
import type { RunRecord } from '../store/store.ts';
import { createRunAlone } from './run-alone.ts';

export interface MetricJobsDeps extends Omit<CalculationDeps, 'readRepos'> {
  /** The machine's time. */
  realTime: { now(): number };
  readRepos(accountId: string): Promise<void>;
  /** Removes what is left of repositories that are gone. */
  tidyUp(): Promise<void>;
}

type WhatToCalculate = Omit<CalculationOptions, 'accountId' | 'throughDay'>;

/** When the metrics are calculated. */
export interface MetricJobs {
  /** All accounts, for the days before a UTC midnight. Rejects when one of them could not be calculated. */
  runAt(midnight: number, options: { readsRepos: boolean }): Promise<void>;
  /** All finished days of one account, now. */
  calculate(accountId: string, options?: WhatToCalculate): Promise<RunRecord>;
  /** From now on at every midnight, and at once when one was missed. */
  start(): { stop(): Promise<void> };
}

/** Midnight is looked for so often at least: the machine may sleep, and the clock be set. */
const LONGEST_WAIT = millisecondsInMinute;

/** A run that failed is tried again after so long, in milliseconds: it reads all repositories first. */
const AFTER_FAILURE = 15 * millisecondsInMinute;

/** Makes the calculation of metrics as it is scheduled, and asked for (metrics.md, "When it is calculated"). */
export function createMetricJobs(deps: MetricJobsDeps): MetricJobs {
  const { store, clock, log, realTime } = deps;
  const runAlone = createRunAlone(store, realTime, deps.signal);
  const nameOf = (accountId: string) => `metrics ${accountId}`;
  /** Accounts whose scheduled run failed, and when the next may be tried. */
  const notBefore = new Map<string, number>();
  const finishedDay = () => dayOf(clock.now()) - 1;

  async function run(
    accountId: string,
    throughDay: number,
    alone: AbortSignal,
    { readsRepos = true, ...what }: WhatToCalculate & { readsRepos?: boolean } = {},
  ): Promise<RunRecord> {
    await endAbandonedRuns(accountId);
    const readRepos = readsRepos ? deps.readRepos : undefined;
    const signal = deps.signal ? AbortSignal.any([deps.signal, alone]) : alone;
    return calculateMetrics({ ...deps, readRepos, signal }, { accountId, throughDay, ...what });
  }

  /** Only one may run, and it is this one: those that say they do have died. */
  async function endAbandonedRuns(accountId: string): Promise<void> {
    const { items } = await store.listRuns(accountId, { limit: 10, offset: 0 });
    for (const abandoned of items.filter(({ state }) => state === 'running')) {
      const error = 'The process ended before the run had finished.';
      await store.putRun({ ...abandoned, state: 'failed', finishedAt: clock.now(), error });
    }
  }

  /** Asked again when it is its turn: another replica, or an advance of the clock, may have done it. */
  async function isDue(accountId: string): Promise<boolean> {
    const state = await store.getMetricState(accountId);
    // A clock that was set back has not seen what was calculated then.
    if (state) return state.throughDay < finishedDay() || state.calculatedAt > clock.now();
    const account = await store.getAccount(accountId);
    const hasSeenMidnight = (account?.createdAt ?? 0) < (finishedDay() + 1) * millisecondsInDay;
    return hasSeenMidnight && (await store.lastEventSeq(accountId)) > 0;
  }

  async function runDue(): Promise<void> {
    for (const { id } of await store.listAccounts()) {
      if (realTime.now() < (notBefore.get(id) ?? 0) || !(await isDue(id))) continue;
      await runAlone(nameOf(id), async (signal) => {
        const done = (await isDue(id)) ? await run(id, finishedDay(), signal) : undefined;
        if (done?.state === 'failed') notBefore.set(id, realTime.now() + AFTER_FAILURE);
      });
    }
  }

  return {
    async runAt(midnight, { readsRepos }) {
      const throughDay = dayOf(midnight) - 1;
      for (const { id } of await store.listAccounts()) {
        const done = await runAlone(nameOf(id), (signal) => run(id, throughDay, signal, { readsRepos }), {
          wait: true,
        });
        if (done?.state === 'failed') throw new Error(`The metrics could not be calculated: ${done.error}`);
      }
    },

    async calculate(accountId, options) {
      const calculation = (signal: AbortSignal) => run(accountId, finishedDay(), signal, options);
      const done = await runAlone(nameOf(accountId), calculation, { wait: true });
      if (!done) throw new Error('a run that was waited for did not come about');
      return done;
    },

    start() {
      let timer: NodeJS.Timeout | undefined;
      let isStopped = false;
      const check = async (): Promise<void> => {
        await runDue().catch((err: unknown) => log.error({ err }, 'the metrics could not be calculated'));
        if (isStopped) return;
        const untilMidnight = millisecondsInDay - (clock.now() % millisecondsInDay);
        timer = setTimeout(next, Math.min(untilMidnight + 1, LONGEST_WAIT)).unref();
      };
      let checking = deps
        .tidyUp()
        .catch((err: unknown) => log.warn({ err }, 'old mirrors are still there'))
        .then(check);
      function next(): void {
        checking = check();
      }
      return {
        async stop() {
          isStopped = true;
          clearTimeout(timer);
          await checking;
        },
      };
    },
  };
}
