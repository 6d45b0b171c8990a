import { pino } from 'pino';
import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../calculation/settings.ts';
import { ACCOUNT, driveStore, START } from '../calculation/store-driver.fixture.ts';
import { oneClock } from '../clock.ts';
import { dayOf } from '../dora/window.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import type { Store } from '../store/store.ts';
import { createMetricJobs } from './metric-jobs.ts';

const DAY = 86_400_000;
const FIRST = dayOf(START);

/** A service's jobs on a store with one deployment of START, at some time. */
async function setUp({
  now,
  wrap = (store: Store) => store,
}: {
  now: number;
  wrap?: (store: Store) => Store;
}) {
  const memory = await openMemoryStore();
  const drive = driveStore(memory);
  await drive.entity('one');
  await drive.send(1, { env: 'production' }, { entity: 'one' });
  const store = wrap(memory);
  const time = { now };
  let readings = 0;
  const jobs = createMetricJobs({
    store,
    clocks: oneClock({ now: () => time.now }),
    realTime: { now: () => time.now },
    log: pino({ level: 'silent' }),
    settings: DEFAULT_SETTINGS,
    readRepos: async () => {
      readings += 1;
    },
    tidyUp: async () => {},
  });
  const runs = async () => {
    const { items } = await memory.listRuns(ACCOUNT, { limit: 100, offset: 0 });
    return items.toReversed().map(({ state, throughDay }) => `${state} ${throughDay - FIRST}`);
  };
  /** What a start does, and nothing after it. */
  const startOnce = async () => jobs.start().stop();
  return { store: memory, jobs, time, runs, startOnce, readings: () => readings };
}

test('what was missed is made up for at the start, once', async () => {
  const { time, runs, startOnce } = await setUp({ now: START + 5 * DAY });
  await startOnce();
  expect(await runs()).toEqual(['succeeded 4']);
  await startOnce();
  expect(await runs()).toHaveLength(1);
  time.now += DAY;
  await startOnce();
  expect(await runs()).toEqual(['succeeded 4', 'succeeded 5']);
});

test('on the day of the first event nothing is due', async () => {
  const { runs, startOnce } = await setUp({ now: START + DAY / 2 });
  await startOnce();
  expect(await runs()).toEqual([]);
});

test('a clock that was set back makes the next calculation due again', async () => {
  const { jobs, time, runs, startOnce } = await setUp({ now: START + 30 * DAY });
  await jobs.calculate(ACCOUNT);
  time.now = START + 3 * DAY;
  await startOnce();
  expect(await runs()).toContain('succeeded 2');
  await startOnce();
  expect(await runs()).toHaveLength(2);
});

test('a run that fails says so, leaves the numbers, and is tried again a quarter of an hour later', async () => {
  let isBroken = false;
  const wrap = (store: Store): Store => ({
    ...store,
    publishMetrics: async (publication) => {
      if (isBroken) throw new Error('no space left');
      return store.publishMetrics(publication);
    },
  });
  const { store, jobs, time, runs } = await setUp({ now: START + 3 * DAY, wrap });
  await jobs.calculate(ACCOUNT);
  const before = await store.getMetricState(ACCOUNT);
  isBroken = true;
  time.now += DAY;
  await jobs.start().stop();
  expect(await runs()).toEqual(['succeeded 2', 'failed 3']);
  expect(await store.getMetricState(ACCOUNT)).toEqual(before);
  const { items } = await store.listRuns(ACCOUNT, { limit: 1, offset: 0 });
  expect(items[0]).toMatchObject({ error: 'no space left', finishedAt: time.now });
  isBroken = false;
  await jobs.start().stop();
  expect(await runs()).toHaveLength(2);
  time.now += 15 * 60_000;
  await jobs.start().stop();
  expect(await runs()).toEqual(['succeeded 2', 'failed 3', 'succeeded 3']);
});

test('a run that its process has not survived is ended by the next one', async () => {
  const { store, jobs, runs } = await setUp({ now: START + 3 * DAY });
  const dead = {
    accountId: ACCOUNT,
    id: '0197a000-0000-7000-8000-0000000000dd',
    startedAt: START,
    finishedAt: null,
  };
  await store.putRun({
    ...dead,
    state: 'running',
    throughDay: FIRST,
    dirtyChains: 0,
    deployments: 0,
    error: null,
  });
  await jobs.calculate(ACCOUNT);
  expect(await runs()).toEqual(['failed 0', 'succeeded 2']);
});

test('of several midnights only the first reads the repositories', async () => {
  const { jobs, readings, runs } = await setUp({ now: START + 3 * DAY });
  await jobs.runAt(START + 2 * DAY, { readsRepos: true });
  await jobs.runAt(START + 3 * DAY, { readsRepos: false });
  expect(readings()).toBe(1);
  // Both began at the time that the clock shows.
  expect((await runs()).sort()).toEqual(['succeeded 1', 'succeeded 2']);
});
