import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oneClock } from '../clock.ts';
import { DAY, dateOf, dayOf, type Window } from '../dora/window.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { openSqliteStore } from '../store/sql/sqlite/open-sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { playWorld } from './play-world.fixture.ts';
import { COMMITS, EVERYTHING, INCIDENTS, type RandomWorld, randomWorld } from './random-world.fixture.ts';
import { DEFAULT_SETTINGS } from './settings.ts';
import { ACCOUNT, driveStore, FAR_DAY, START, sha } from './store-driver.fixture.ts';
import { summarizeMetrics } from './summarize-metrics.ts';

async function calculatesTheSame(store: Store, world: RandomWorld): Promise<void> {
  const drive = await playWorld(store, world);
  await drive.calculate();
  const stepByStep = await drive.results();
  expect(await drive.calculate(true)).toMatchObject({ state: 'succeeded', error: null });
  expect(stepByStep).toEqual(await drive.results());
}

test.each([
  ['many chains', 3, 50, EVERYTHING, 100],
  ['two chains', 1, 50, EVERYTHING, 200],
  ['one chain and its incidents', 0, 30, INCIDENTS, 800],
  ['one chain and its commits', 0, 30, COMMITS, 800],
])(
  'what is calculated step by step equals what is calculated at once: %s',
  async (_, most, maxLength, weights, numRuns) => {
    const property = fc.asyncProperty(randomWorld(most, maxLength, weights), async (world) => {
      const store = await openMemoryStore();
      await calculatesTheSame(store, world);
      await store.close();
    });
    await fc.assert(property, { numRuns });
  },
  120_000,
);

test('… and in a database', async () => {
  const property = fc.asyncProperty(randomWorld(1, 40, EVERYTHING), async (world) => {
    const directory = mkdtempSync(join(tmpdir(), 'milepost-world-'));
    const store = await openSqliteStore({ path: join(directory, 'events.db') });
    try {
      await calculatesTheSame(store, world);
    } finally {
      await store.close();
      rmSync(directory, { recursive: true });
    }
  });
  await fc.assert(property, { numRuns: 8 });
}, 120_000);

/** A deployment with its commit, or a commit alone, at an hour of its own: nothing is decided by who came first. */
const arrivals = fc.uniqueArray(
  fc.record({
    hour: fc.integer({ min: 1, max: 24 * 60 }),
    commit: fc.nat(14),
    failed: fc.integer({ min: 0, max: 4 }).map((n) => n === 0),
    change: fc.nat(5),
  }),
  { selector: ({ hour }) => hour, minLength: 1, maxLength: 30 },
);

test('the order of arrival does not matter', async () => {
  const property = fc.asyncProperty(
    arrivals,
    fc.array(fc.nat()),
    fc.infiniteStream(fc.integer({ min: 0, max: 3 })),
    async (deployments, swaps, dice) => {
      const commits = Array.from(
        { length: 12 },
        (_, n) => `c0ffee${n.toString(16)}@${n * 100}${n ? `:c0ffee${(n - 1).toString(16)}` : ''}`,
      );
      const inOrder = deployments.toSorted((a, b) => a.hour - b.hour).map((one) => ({ deploy: one }));
      const world = [...commits.map((commit) => ({ commit })), ...inOrder];
      const shuffled = [...world];
      for (const [at, swap] of swaps.entries()) {
        const [a, b] = [at % shuffled.length, swap % shuffled.length];
        const [one, other] = [shuffled[a], shuffled[b]];
        if (one && other) [shuffled[a], shuffled[b]] = [other, one];
      }

      async function play(list: readonly (typeof world)[number][], calculatesBetween: boolean) {
        const store = await openMemoryStore();
        const drive = driveStore(store);
        await drive.entity('one');
        const repo = await drive.repo('one');
        for (const what of list) {
          if ('commit' in what) await drive.commits(repo, what.commit);
          else {
            const { hour, commit, failed, change } = what.deploy;
            const attributes = {
              env: 'production',
              status: failed ? 'failed' : 'success',
              build_commit_sha: sha(`c0ffee${commit.toString(16)}`),
              change_id: `C${change}`,
            };
            await drive.send(hour, attributes, { entity: 'one' });
          }
          if (calculatesBetween && dice.next().value === 0) await drive.calculate();
        }
        await store.createIncident(
          drive.incident({ changeId: 'C1', detectedAt: START + 24 * 30 * 3_600_000 }),
        );
        await drive.calculate();
        const chains = await store.listChains({ accountId: ACCOUNT });
        const chainIds = chains.map(({ id }) => id);
        const days = await store.readDays({ accountId: ACCOUNT, chainIds, from: 0, to: FAR_DAY });
        await store.close();
        return days.map(({ day, facts }) => ({ day, facts }));
      }

      expect(await play(shuffled, true)).toEqual(await play(world, false));
    },
  );
  await fc.assert(property, { numRuns: 150 });
}, 60_000);

test('only what is new is read, also after a night with commits and without deployments', async () => {
  const store = await openMemoryStore();
  const drive = driveStore(store);
  await drive.entity('one');
  const repo = await drive.repo('one');
  await drive.commits(repo, 'a@0 b@1:a');
  const deploy = (name: string, day: number) =>
    drive.send(24 * day, { env: 'production', build_commit_sha: sha(name) }, { entity: 'one' });
  const readDeployments = async () => (await drive.calculate()).deployments;
  for (let day = 1; day <= 50; day++) await deploy('b', day);
  expect(await readDeployments()).toBe(50);
  expect(await readDeployments()).toBe(0);
  await drive.commits(repo, 'c@2:b');
  expect(await readDeployments()).toBe(0);
  await drive.commits(repo, 'd@3:c');
  await deploy('d', 51);
  expect(await readDeployments()).toBe(1);
});

test('a day is the same, whatever window it is asked for in', async () => {
  const property = fc.asyncProperty(randomWorld(1, 40, EVERYTHING), fc.nat(60), async (world, days) => {
    const store = await openMemoryStore();
    const drive = await playWorld(store, world);
    await drive.calculate();
    const summary = (window: Window) =>
      summarizeMetrics(
        { store, clocks: oneClock({ now: () => (FAR_DAY + 1) * DAY }), settings: DEFAULT_SETTINGS },
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
  await fc.assert(property, { numRuns: 80 });
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
