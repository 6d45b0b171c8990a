/**
 * One process of bench:dora: opens a store, does what it is told, and says on one line how long each took and what
 * it needed. What is measured runs in a process of its own, so that its memory is its own, too.
 */
import { pino } from 'pino';
import { WELL_KNOWN_ACCOUNT } from '../../src/auth/well-known.ts';
import { calculateMetrics } from '../../src/calculation/calculate-metrics.ts';
import { DEFAULT_SETTINGS } from '../../src/calculation/settings.ts';
import type { StoreLocation } from '../../src/config.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { addDay, type Filled, fillStore } from './fill-store.ts';
import { nextDay } from './next-day.ts';
import { planWorld, type World, type WorldOptions } from './world.ts';

/** What the process is told, as JSON. */
export interface TasksRequest {
  location: StoreLocation;
  world: WorldOptions;
  tasks: Task[];
}

export type Task = 'fill' | 'full' | 'next-day' | 'nightly';

/** What it says at its end. */
export interface TasksAnswer {
  filled?: Filled & { ms: number };
  full?: Calculated;
  nextDay?: { events: number; chains: number; commits: number; incidents: number };
  nightly?: Calculated;
}

export interface Calculated {
  ms: number;
  /** Most that was resident in the process until then, in MB (10^6 bytes). */
  peakMegabytes: number;
  deployments: number;
  dirtyChains: number;
}

/** Deployments of the day after. */
const NEXT_DAY = 1000;
const DAY = 86_400_000;

const request: TasksRequest = JSON.parse(process.argv[2] ?? '');
const world = planWorld(request.world);
const store = await openStore(request.location, { warn: (message) => process.stderr.write(`${message}\n`) });
const answer: TasksAnswer = {};
try {
  for (const task of request.tasks) Object.assign(answer, await run(task, store, world));
} finally {
  await store.close();
}
process.stdout.write(`${JSON.stringify(answer)}\n`);

async function run(task: Task, store: Store, world: World): Promise<TasksAnswer> {
  switch (task) {
    case 'fill':
      return { filled: await fill(store, world) };
    case 'full':
      return { full: await calculate(store, world.lastDay, true) };
    case 'nightly':
      return { nightly: await calculate(store, world.lastDay + 1, false) };
    case 'next-day': {
      const day = nextDay(world, WELL_KNOWN_ACCOUNT.id, NEXT_DAY);
      await addDay(store, day);
      const commits = [...day.commits.values()].flat().length;
      const { events, incidents, chains } = day;
      return { nextDay: { events: events.length, incidents: incidents.length, chains, commits } };
    }
  }
}

async function fill(store: Store, world: World): Promise<Filled & { ms: number }> {
  const start = performance.now();
  const filled = await fillStore(store, world, (events) => progress(`filled ${events}`));
  return { ...filled, ms: performance.now() - start };
}

async function calculate(store: Store, throughDay: number, full: boolean): Promise<Calculated> {
  const accountId = WELL_KNOWN_ACCOUNT.id;
  // Five minutes past the midnight that ends the day.
  const clock = { now: () => (throughDay + 1) * DAY + 300_000 };
  const deps = { store, clock, log: pino({ level: 'silent' }), settings: DEFAULT_SETTINGS };
  const start = performance.now();
  const onProgress = (done: number, total: number) => progress(`calculated ${done} of ${total}`);
  const record = await calculateMetrics(deps, { accountId, throughDay, full, onProgress });
  const ms = performance.now() - start;
  if (record.state !== 'succeeded')
    throw new Error(`the calculation ended as ${record.state}: ${record.error}`);
  const peakMegabytes = (process.resourceUsage().maxRSS * 1024) / 1e6;
  return { ms, peakMegabytes, deployments: record.deployments, dirtyChains: record.dirtyChains };
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`);
}
