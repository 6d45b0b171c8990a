import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { Clock } from '../clock.ts';
import type { RunRecord, StagedChain, Store } from '../store/store.ts';
import { calculateChains, refuseWhenStopped } from './calculate-chains.ts';
import { type CalculationSettings, settingsText } from './settings.ts';

export interface CalculationDeps {
  store: Store;
  /** What time it is for the service. */
  clock: Clock;
  log: Logger;
  settings: CalculationSettings;
  /** Brings the connected repositories up to date; a repository that cannot be read must not reject. */
  readRepos?: ((accountId: string, signal?: AbortSignal) => Promise<void>) | undefined;
  /** Ends a calculation between two chains. */
  signal?: AbortSignal | undefined;
}

export interface CalculationOptions {
  accountId: string;
  /** The last day that is to be in the numbers, since 1970. */
  throughDay: number;
  /** Everything anew, not only what has changed. */
  full?: boolean | undefined;
  /** Everything from this day on, besides what has changed. */
  fromDay?: number | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** Day rows that are put aside at once. */
const DAYS_AT_ONCE = 4000;

/**
 * Calculates an account's metrics, publishes them and keeps a record of the run. A run that fails leaves the numbers
 * as they were. Only one may run at a time: `runAlone` sees to that.
 *
 * @returns the record of the run, also of a failed one.
 */
export async function calculateMetrics(
  deps: CalculationDeps,
  options: CalculationOptions,
): Promise<RunRecord> {
  const { store, clock, log } = deps;
  const { accountId, throughDay } = options;
  const run: RunRecord = {
    accountId,
    id: uuidv7({ msecs: clock.now() }),
    startedAt: clock.now(),
    finishedAt: null,
    state: 'running',
    throughDay,
    dirtyChains: 0,
    deployments: 0,
    error: null,
  };
  await store.putRun(run);
  try {
    await deps.readRepos?.(accountId, deps.signal);
    refuseWhenStopped(deps.signal);
    const { dirtyChains, deployments } = await calculateAndPublish(deps, options, run.id);
    Object.assign(run, { dirtyChains, deployments, state: 'succeeded' });
  } catch (err) {
    log.error(
      { err, accountId, runId: run.id },
      'the metrics could not be calculated; those of the last run stay',
    );
    Object.assign(run, { state: 'failed', error: err instanceof Error ? err.message : String(err) });
  }
  run.finishedAt = clock.now();
  await store.putRun(run);
  return run;
}

async function calculateAndPublish(
  { store, clock, settings, signal }: CalculationDeps,
  { accountId, throughDay, full = false, fromDay, onProgress }: CalculationOptions,
  runId: string,
) {
  await store.discardStaged(accountId);
  const staging = createStaging((chains, how) => store.stageChains(accountId, runId, chains, how));
  const input = { store, accountId, settings, full, fromDay, onProgress, signal };
  const outcome = await calculateChains(input, staging.add);
  await staging.finish();
  refuseWhenStopped(signal);
  const isPublished = await store.publishMetrics({
    accountId,
    expectedVersion: outcome.version,
    state: {
      version: (outcome.version ?? 0) + 1,
      watermark: outcome.watermark,
      throughDay,
      calculatedAt: clock.now(),
      settings: settingsText(settings),
      histories: JSON.stringify(outcome.histories),
    },
    runId,
    chains: outcome.dirtyChains,
    isFull: outcome.isFull,
    links: outcome.links,
  });
  if (!isPublished)
    throw new Error('Another calculation of this account finished meanwhile; its numbers stay.');
  return outcome;
}

type Stage = (chains: readonly StagedChain[], how: { isFull: boolean }) => Promise<void>;

/** Puts chains aside some at a time, while the next ones are calculated. */
function createStaging(stage: Stage) {
  let waiting: StagedChain[] = [];
  let days = 0;
  let staged = Promise.resolve();
  let last = { isFull: false };
  async function flush(): Promise<void> {
    await staged;
    if (waiting.length > 0) staged = stage(waiting, last);
    // Whoever adds more, or finishes, is told of a failure.
    staged.catch(() => {});
    waiting = [];
    days = 0;
  }
  return {
    async add(chain: StagedChain, how: { isFull: boolean }): Promise<void> {
      last = how;
      waiting.push(chain);
      days += chain.days.length;
      if (days >= DAYS_AT_ONCE) await flush();
    },
    async finish(): Promise<void> {
      await flush();
      await staged;
    },
  };
}
