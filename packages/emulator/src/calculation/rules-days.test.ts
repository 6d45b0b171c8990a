import { expect, test } from 'vitest';
import { openWorld } from './rules.fixture.ts';

/** Deployments of `one` at instants. */
async function deployedAt(instants: readonly string[], attributes: Record<string, unknown> = {}) {
  const world = await openWorld();
  for (const instant of instants) {
    await world.drive.send(
      instant,
      { env: 'production', status: 'success', ...attributes },
      { entity: 'one' },
    );
  }
  await world.calculate();
  return world;
}

test('a day begins at 00:00:00.000 and ends with 23:59:59.999, both UTC', async () => {
  const { summary } = await deployedAt([
    '2026-03-01T23:59:59.999Z',
    '2026-03-02T00:00:00.000Z',
    '2026-03-02T23:59:59.999Z',
    '2026-03-03T00:00:00.000Z',
  ]);
  const { series } = (await summary({ from: '2026-03-01', to: '2026-03-03' })).deploymentFrequency;
  expect(series.map(({ start, n }) => [start, n])).toEqual([
    ['2026-03-01', 1],
    ['2026-03-02', 2],
    ['2026-03-03', 1],
  ]);
  const day = await summary({ from: '2026-03-02', to: '2026-03-02' });
  // 86,399.999 s lie between the two of the day.
  expect(day.deploymentFrequency).toMatchObject({ perDay: 2, count: 2, meanTimeBetweenSeconds: 86_399.999 });
});

test('before the first deployment nothing is known; a day without one is 0 from then on', async () => {
  const { summary } = await deployedAt(['2026-03-02T12:00:00Z', '2026-03-04T12:00:00Z']);
  const { deploymentFrequency, changeFailureRate } = await summary({ from: '2026-03-01', to: '2026-03-05' });
  expect(deploymentFrequency.series.map(({ value }) => value)).toEqual([null, 1, 0, 1, 0]);
  expect(changeFailureRate.series.map(({ rate }) => rate)).toEqual([null, 0, null, 0, null]);
  expect(deploymentFrequency).toMatchObject({ perDay: 0.4, perMonth: 12 });
  expect((await summary({ from: '2026-02-01', to: '2026-03-01' })).deploymentFrequency.perDay).toBeNull();
});

test('2028 has a 29 February', async () => {
  const { summary } = await deployedAt([
    '2028-02-28T12:00:00Z',
    '2028-02-29T00:00:00Z',
    '2028-02-29T23:59:59.999Z',
    '2028-03-01T00:00:00Z',
  ]);
  const days = await summary({ from: '2028-02-28', to: '2028-03-01' });
  expect(days.deploymentFrequency.series.map(({ start, n }) => `${start} ${n}`)).toEqual([
    '2028-02-28 1',
    '2028-02-29 2',
    '2028-03-01 1',
  ]);
  const months = await summary({ from: '2028-02-01', to: '2028-03-31', granularity: 'month' });
  expect(months.deploymentFrequency.series).toEqual([
    { start: '2028-02-01', value: 3 / 29, n: 3, failed: 0 },
    { start: '2028-03-01', value: 1 / 31, n: 1, failed: 0 },
  ]);
  // 29 days of February and 31 of March.
  expect(months.deploymentFrequency.perDay).toBe(4 / 60);
});

test('weeks begin on Monday, and are clipped to the window', async () => {
  // 2026-03-01 is a Sunday.
  const { summary } = await deployedAt([
    '2026-03-01T12:00:00Z',
    '2026-03-02T12:00:00Z',
    '2026-03-09T12:00:00Z',
  ]);
  const { series } = (await summary({ from: '2026-03-01', to: '2026-03-10', granularity: 'week' }))
    .deploymentFrequency;
  expect(series).toEqual([
    { start: '2026-03-01', value: 1, n: 1, failed: 0 },
    { start: '2026-03-02', value: 1 / 7, n: 1, failed: 0 },
    { start: '2026-03-09', value: 1 / 2, n: 1, failed: 0 },
  ]);
});

test('spellings of an environment are one environment, and others are none of it', async () => {
  const { drive, calculate, summary } = await deployedAt(['2026-03-01T01:00:00Z']);
  for (const [hour, env] of [
    'PROD',
    ' prd ',
    'Live',
    'Production',
    'stage',
    'STG',
    'prod2',
    'dev',
  ].entries()) {
    await drive.send(hour + 2, { env, status: 'success' }, { entity: 'one' });
  }
  await calculate();
  const counts = ['production', 'staging', 'development', 'prod2', 'qa'].map(
    async (env) => (await summary({ env })).deploymentFrequency.count,
  );
  expect(await Promise.all(counts)).toEqual([5, 2, 1, 1, 0]);
});

test('a status that is unknown counts as succeeded; one that is not failed, too', async () => {
  const { summary } = await deployedAt(['2026-03-01T01:00:00Z'], { status: undefined });
  const { changeFailureRate, deploymentFrequency, dataQuality } = await summary();
  expect(deploymentFrequency.count).toBe(1);
  expect(changeFailureRate).toMatchObject({ rate: 0, total: 1 });
  expect(dataQuality.unknownStatus).toBe(1);
});

test('entities are pooled: the median is over all changes, never of medians', async () => {
  const { drive, deploy, calculate, summary } = await openWorld();
  await drive.commits(await drive.repo('one', 'two'), 'a@0 b@1:a c@2:b d@3:c e@4:d');
  await deploy('a@0.5 d@13');
  await deploy('d@3.5 e@5', { entity: 'two' });
  await calculate();
  // one: 12, 11 and 10 hours; two: 1 hour. The middle two are 10 and 11.
  const { leadTimeForChange } = await summary();
  expect(leadTimeForChange).toMatchObject({ p50Seconds: 37_800, changes: 4 });
  expect((await summary({ entities: ['two'] })).leadTimeForChange.p50Seconds).toBe(3600);
  // The band of a frequency is one entity's.
  expect((await summary()).deploymentFrequency.band).toBeNull();
  expect((await summary({ entities: ['two'] })).deploymentFrequency.band).toEqual({
    level: 'medium',
    year: 2023,
  });
});
