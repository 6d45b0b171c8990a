import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';
import {
  type CalculationDeps,
  type CalculationOptions,
  calculateMetrics,
} from '../calculation/calculate-metrics.ts';
import type { Clocks } from '../clock.ts';
import { dayOf } from '../dora/window.ts';
import type { RunRecord } from '../store/store.ts';
import { createInterruptions } from './interruptions.ts';
import { createRunAlone } from './run-alone.ts';
import { startSchedule } from './start-schedule.ts';

export interface MetricJobsDeps extends Omit<CalculationDeps, 'readRepos' | 'clock'> {
  clocks: Clocks;
  /** The machine's time. */
  realTime: { now(): number };
  readRepos(accountId: string, signal?: AbortSignal): Promise<void>;
  /** The account whose calculation must not fail at midnight; all of them when there is none. */
  ownAccountId?: string | undefined;
  /** Removes what is left of repositories that are gone. */
  tidyUp(): Promise<void>;
}

type WhatToCalculate = Omit<CalculationOptions, 'accountId' | 'throughDay'>;

/** When the metrics are calculated. */
export interface MetricJobs {
  /**
   * One account, or all that go by the shared clock, for the days before a UTC midnight. Rejects when that one, or of
   * all the emulator's own, could not be calculated; the others are tried again by the schedule.
   */
  runAt(midnight: number, options: { readsRepos: boolean; accountId?: string | undefined }): Promise<void>;
  /** Those that go by a clock of their own, when midnights have passed by that: all finished days at once. */
  catchUp(): Promise<void>;
  /** Ends the calculations of these accounts, and lets none go on until the function that is answered is called. */
  interrupt(accountIds: readonly string[]): () => void;
  /** Does something while no account of these is calculated, by this process or another. */
  exclusively<Result>(accountIds: readonly string[], work: () => Promise<Result>): Promise<Result>;
  /** All finished days of one account, now. */
  calculate(accountId: string, options?: WhatToCalculate): Promise<RunRecord>;
  /** From now on at every midnight, and at once when one was missed. */
  start(): { stop(): Promise<void> };
}

/** A run that failed is tried again after so long, in milliseconds: it reads all repositories first. */
const AFTER_FAILURE = 15 * millisecondsInMinute;

/** Makes the calculation of metrics as it is scheduled, and asked for (metrics.md, "When it is calculated"). */
export function createMetricJobs(deps: MetricJobsDeps): MetricJobs {
  const { store, clocks, log, realTime } = deps;
  const runAlone = createRunAlone(store, realTime, deps.signal);
  const nameOf = (accountId: string) => `metrics ${accountId}`;
  /** Accounts whose scheduled run failed, and when the next may be tried. */
  const notBefore = new Map<string, number>();
  const finishedDay = (accountId: string) => dayOf(clocks.of(accountId).now()) - 1;
  const hasOwnClock = (accountId: string) => clocks.of(accountId) !== clocks.shared;

  const interruptions = createInterruptions();

  async function run(
    accountId: string,
    throughDay: number,
    alone: AbortSignal,
    { readsRepos = true, ...what }: WhatToCalculate & { readsRepos?: boolean } = {},
  ): Promise<RunRecord> {
    await endAbandonedRuns(accountId);
    const readRepos = readsRepos ? deps.readRepos : undefined;
    const clock = clocks.of(accountId);
    return interruptions.interruptible(accountId, (interrupted) => {
      const signal = AbortSignal.any([alone, interrupted, ...(deps.signal ? [deps.signal] : [])]);
      return calculateMetrics({ ...deps, clock, readRepos, signal }, { accountId, throughDay, ...what });
    });
  }

  /** Only one may run, and it is this one: those that say they do have died. */
  async function endAbandonedRuns(accountId: string): Promise<void> {
    const { items } = await store.listRuns(accountId, { limit: 10, offset: 0 });
    for (const abandoned of items.filter(({ state }) => state === 'running')) {
      const error = 'The process ended before the run had finished.';
      await store.putRun({ ...abandoned, state: 'failed', finishedAt: clocks.of(accountId).now(), error });
    }
  }

  /** Asked again when it is its turn: another replica, or an advance of the clock, may have done it. */
  async function isDue(accountId: string): Promise<boolean> {
    const state = await store.getMetricState(accountId);
    // A clock that was set back has not seen what was calculated then.
    if (state)
      return state.throughDay < finishedDay(accountId) || state.calculatedAt > clocks.of(accountId).now();
    const account = await store.getAccount(accountId);
    const hasSeenMidnight = (account?.createdAt ?? 0) < (finishedDay(accountId) + 1) * millisecondsInDay;
    return hasSeenMidnight && (await store.lastEventSeq(accountId)) > 0;
  }

  async function runDue(): Promise<void> {
    for (const { id } of await store.listAccounts()) {
      if (realTime.now() < (notBefore.get(id) ?? 0) || !(await isDue(id))) continue;
      await runWhenDue(id, { wait: false });
    }
  }

  async function runWhenDue(id: string, waiting: { wait: boolean }): Promise<void> {
    const work = async (signal: AbortSignal) => {
      const done = (await isDue(id)) ? await run(id, finishedDay(id), signal) : undefined;
      if (done?.state === 'failed' && !interruptions.isInterrupted(id))
        notBefore.set(id, realTime.now() + AFTER_FAILURE);
    };
    await runAlone(nameOf(id), work, waiting).catch((error: unknown) => unlessGone(id, error));
  }

  /** An account may be removed at any time, and with it what was to be calculated. */
  async function unlessGone(accountId: string, error: unknown): Promise<undefined> {
    if (await store.getAccount(accountId)) throw error;
  }

  // In one order, so that two of them never wait for each other.
  async function exclusively<Result>(
    accountIds: readonly string[],
    work: () => Promise<Result>,
  ): Promise<Result> {
    const [first, ...others] = [...accountIds].sort();
    if (first === undefined) return work();
    const alone = async () => ({ result: await exclusively(others, work) });
    const done = await runAlone(nameOf(first), alone, { wait: true });
    if (!done) throw new Error('what was waited for did not come about');
    return done.result;
  }

  return {
    async runAt(midnight, { readsRepos, accountId }) {
      const throughDay = dayOf(midnight) - 1;
      for (const { id } of await store.listAccounts()) {
        if (accountId === undefined ? hasOwnClock(id) : id !== accountId) continue;
        // Many that tests have made have nothing yet, and a year has many midnights.
        if ((await store.lastEventSeq(id)) === 0) continue;
        const calculation = (signal: AbortSignal) => run(id, throughDay, signal, { readsRepos });
        const done = await runAlone(nameOf(id), calculation, { wait: true }).catch((error: unknown) =>
          unlessGone(id, error),
        );
        // Who interrupts it sees to what comes then; the others are told of by the log, and tried again.
        const isDecisive = id === (accountId ?? deps.ownAccountId ?? id) && !interruptions.isInterrupted(id);
        if (done?.state === 'failed' && isDecisive)
          throw new Error(`The metrics could not be calculated: ${done.error}`);
      }
    },

    async catchUp() {
      for (const { id } of await store.listAccounts())
        if (hasOwnClock(id)) await runWhenDue(id, { wait: true });
    },

    interrupt: interruptions.interrupt,
    exclusively,

    async calculate(accountId, options) {
      const calculation = (signal: AbortSignal) => run(accountId, finishedDay(accountId), signal, options);
      const done = await runAlone(nameOf(accountId), calculation, { wait: true });
      if (!done) throw new Error('a run that was waited for did not come about');
      return done;
    },

    start: () => startSchedule({ tidyUp: deps.tidyUp, runDue, clock: clocks.shared, log }),
  };
}
