import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY, dateOf, dayOf, type Window } from '../dora/window.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { openSqliteStore } from '../store/sql/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { playWorld } from './play-world.fixture.ts';
import { type RandomWorld, randomWorld } from './random-world.fixture.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { ACCOUNT, FAR_DAY, START } from './store-driver.fixture.ts';
import { summarizeMetrics } from './summarize-metrics.ts';

async function calculatesTheSame(store: Store, world: RandomWorld): Promise<void> {
  const drive = await playWorld(store, world);
  await drive.calculate();
  const stepByStep = await drive.results();
  expect(await drive.calculate(true)).toMatchObject({ state: 'succeeded', error: null });
  expect(stepByStep).toEqual(await drive.results());
}

test.each([
  ['many chains', 3, 50, 250],
  ['two chains in which much happens', 1, 60, 400],
  ['one chain', 0, 40, 900],
])(
  'what is calculated step by step equals what is calculated at once: %s',
  async (_, most, maxLength, numRuns) => {
    const property = fc.asyncProperty(randomWorld(most, maxLength), async (world) => {
      const store = await openMemoryStore();
      await calculatesTheSame(store, world);
      await store.close();
    });
    await fc.assert(property, { numRuns });
  },
  120_000,
);

test('… and in a database', async () => {
  const property = fc.asyncProperty(randomWorld(1, 40), async (world) => {
    const directory = mkdtempSync(join(tmpdir(), 'milepost-world-'));
    const store = await openSqliteStore({ path: join(directory, 'events.db') });
    try {
      await calculatesTheSame(store, world);
    } finally {
      await store.close();
      rmSync(directory, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns: 15 });
}, 120_000);

test('a day is the same, whatever window it is asked for in', async () => {
  const property = fc.asyncProperty(randomWorld(1, 40), fc.nat(60), async (world, days) => {
    const store = await openMemoryStore();
    const drive = await playWorld(store, world);
    await drive.calculate();
    const summary = (window: Window) =>
      summarizeMetrics(
        { store, clock: { now: () => (FAR_DAY + 1) * DAY }, settings: DEFAULT_SETTINGS },
        {
          accountId: ACCOUNT,
          entityIds: undefined,
          env: 'production',
          window,
          live: false,
          granularity: 'day',
        },
      );
    const first = dayOf(START) - 1;
    const wide = seriesOf(await summary({ from: first, to: first + 2 * days }));
    // A window that ends within it, one that begins within it, and days alone.
    const parts = [
      { from: first, to: first + days },
      { from: first + days, to: first + 2 * days },
      { from: first + days, to: first + days },
      { from: first + 1, to: first + 1 },
    ];
    for (const { from, to } of days === 0 ? [] : parts) {
      const isIn = ({ start }: { start: string }) => start >= dateOf(from) && start <= dateOf(to);
      expect(seriesOf(await summary({ from, to }))).toEqual(wide.filter(isIn));
    }
    await store.close();
  });
  await fc.assert(property, { numRuns: 150 });
}, 120_000);

/** Of each day the numbers that do not need another day. */
function seriesOf(summary: Awaited<ReturnType<typeof summarizeMetrics>>) {
  return summary.deploymentFrequency.series.map((frequency, index) => ({
    ...frequency,
    lead: summary.leadTimeForChange.series[index],
    failures: summary.changeFailureRate.series[index],
    recovery: summary.failedDeploymentRecoveryTime.series[index],
    rework: summary.deploymentReworkRate.series[index],
  }));
}
