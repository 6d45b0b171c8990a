import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { type DoraService, startDoraService } from './dora.fixture.ts';
import {
  FEBRUARY,
  failuresOfCheckout,
  frequencyOfCheckout,
  leadTimeOfCheckout,
  nothingDoubtful,
  recoveryOfCheckout,
  reworkOfCheckout,
  tellFebruary,
} from './february.fixture.ts';

const [checkout, payments] = WELL_KNOWN_ENTITIES;
const year = 2023;

let dora: DoraService;
beforeEach(async () => {
  dora = await startDoraService();
  await tellFebruary(dora);
});
afterEach(() => dora[Symbol.asyncDispose]());

describe('GET /dora', () => {
  it('answers the five metrics of an entity, by week', async () => {
    await dora.calculate();
    expect(await dora.dora(`?entityId=checkout&granularity=week&${FEBRUARY}`)).toEqual({
      window: { from: '2026-02-01', to: '2026-02-28', days: 28 },
      filters: { entityIds: [checkout.id], env: 'production', granularity: 'week', live: false },
      calculatedAt: '2026-03-01T12:00:00.000Z',
      calculatedThrough: '2026-02-28',
      deploymentFrequency: {
        ...frequencyOfCheckout,
        series: [
          // Sunday alone, and before the first deployment.
          { start: '2026-02-01', value: null, n: 0, failed: 0 },
          { start: '2026-02-02', value: 4 / 7, n: 4, failed: 1 },
          { start: '2026-02-09', value: 2 / 7, n: 2, failed: 0 },
          { start: '2026-02-16', value: 1 / 7, n: 1, failed: 0 },
          { start: '2026-02-23', value: 0, n: 0, failed: 0 },
        ],
      },
      leadTimeForChange: {
        ...leadTimeOfCheckout,
        series: [
          { start: '2026-02-01', p50Seconds: null, p90Seconds: null, n: 0 },
          // 12, 18, 26, 36 hours.
          { start: '2026-02-02', p50Seconds: 79_200, p90Seconds: expect.closeTo(118_800, 6), n: 4 },
          { start: '2026-02-09', p50Seconds: 21_600, p90Seconds: 21_600, n: 1 },
          { start: '2026-02-16', p50Seconds: 86_400, p90Seconds: 86_400, n: 1 },
          { start: '2026-02-23', p50Seconds: null, p90Seconds: null, n: 0 },
        ],
      },
      changeFailureRate: {
        ...failuresOfCheckout,
        series: [
          { start: '2026-02-01', rate: null, failed: 0, total: 0 },
          { start: '2026-02-02', rate: 0.2, failed: 1, total: 5 },
          { start: '2026-02-09', rate: 0.5, failed: 1, total: 2 },
          { start: '2026-02-16', rate: 0, failed: 0, total: 1 },
          { start: '2026-02-23', rate: null, failed: 0, total: 0 },
        ],
      },
      failedDeploymentRecoveryTime: {
        ...recoveryOfCheckout,
        series: [
          { start: '2026-02-01', p50Seconds: null, n: 0 },
          { start: '2026-02-02', p50Seconds: 7200, n: 1 },
          { start: '2026-02-09', p50Seconds: 14_400, n: 1 },
          { start: '2026-02-16', p50Seconds: null, n: 0 },
          { start: '2026-02-23', p50Seconds: null, n: 0 },
        ],
      },
      deploymentReworkRate: {
        ...reworkOfCheckout,
        series: [
          { start: '2026-02-01', rate: null, rework: 0, total: 0 },
          { start: '2026-02-02', rate: 0.25, rework: 1, total: 4 },
          { start: '2026-02-09', rate: 0.5, rework: 1, total: 2 },
          { start: '2026-02-16', rate: 0, rework: 0, total: 1 },
          { start: '2026-02-23', rate: null, rework: 0, total: 0 },
        ],
      },
      dataQuality: nothingDoubtful,
    });
  });

  it('answers by month, those at the ends clipped, and one beyond the calculation', async () => {
    await dora.calculate();
    const body = await dora.dora('?entityId=checkout&granularity=month&from=2026-01-30&to=2026-03-10');
    expect(body.window.days).toBe(40);
    expect(body.deploymentFrequency).toMatchObject({
      perDay: 7 / 40,
      series: [
        { start: '2026-01-30', value: null, n: 0, failed: 0 },
        { start: '2026-02-01', value: 0.25, n: 7, failed: 1 },
        { start: '2026-03-01', value: 0, n: 0, failed: 0 },
      ],
    });
    expect(body.leadTimeForChange.series[1]).toEqual({
      start: '2026-02-01',
      p50Seconds: 75_600,
      p90Seconds: 111_600,
      n: 6,
    });
  });

  it('answers by day, unless asked otherwise', async () => {
    await dora.calculate();
    const body = await dora.dora('?entityId=checkout&from=2026-02-01&to=2026-02-05');
    expect(body.filters.granularity).toBe('day');
    expect(body.deploymentFrequency.series).toEqual([
      { start: '2026-02-01', value: null, n: 0, failed: 0 },
      { start: '2026-02-02', value: 2, n: 2, failed: 0 },
      { start: '2026-02-03', value: 0, n: 0, failed: 0 },
      { start: '2026-02-04', value: 1, n: 1, failed: 0 },
      { start: '2026-02-05', value: 1, n: 1, failed: 1 },
    ]);
    expect(body.leadTimeForChange.series.map(({ p50Seconds }: { p50Seconds: number }) => p50Seconds)).toEqual(
      [null, 86_400, null, 93_600, 64_800],
    );
    // The incident of the tenth is none of this window's.
    expect(body.changeFailureRate).toMatchObject({ rate: 0.2, byStatus: 1, byIncident: 0 });
  });

  it('pools the entities that are asked for, and all of the account otherwise', async () => {
    await dora.calculate();
    const pooled = {
      deploymentFrequency: {
        count: 9,
        perDay: 9 / 28,
        distinctCommits: 8,
        // 18 and 10 days, 7 gaps: 4 days.
        meanTimeBetweenSeconds: 345_600,
        // Of several entities it says nothing.
        band: null,
      },
      // 6, 12, 12, 18, 24, 26, 36 hours.
      leadTimeForChange: { p50Seconds: 64_800, p90Seconds: expect.closeTo(108_000, 6), changes: 7 },
      changeFailureRate: { rate: 3 / 11, failed: 3, total: 11, byStatus: 2, byIncident: 1 },
      failedDeploymentRecoveryTime: { p50Seconds: 10_800, recovered: 2, open: 1 },
      deploymentReworkRate: { rate: 2 / 9, rework: 2, total: 9 },
    };
    const both = await dora.dora(`?entityId=payments&entityId=${checkout.id}&${FEBRUARY}`);
    expect(both).toMatchObject(pooled);
    expect(both.filters.entityIds).toEqual([payments.id, checkout.id]);
    const all = await dora.dora(`?${FEBRUARY}`);
    expect(all).toMatchObject(pooled);
    expect(all.filters.entityIds).toEqual([]);
    const once = await dora.dora(`?entityId=checkout&entityId=${checkout.id.toUpperCase()}&${FEBRUARY}`);
    expect(once.deploymentFrequency).toMatchObject(frequencyOfCheckout);
  });

  it('takes the 30 days that ended yesterday, unless asked otherwise', async () => {
    await dora.calculate();
    const body = await dora.dora('?entityId=checkout');
    expect(body.window).toEqual({ from: '2026-01-30', to: '2026-02-28', days: 30 });
    expect(body.deploymentFrequency).toMatchObject({ perDay: 7 / 30, perWeek: 49 / 30, perMonth: 7 });
    const windows = ['from=2026-02-20', 'to=2026-02-10', 'from=2026-03-05'].map(
      async (query) => (await dora.dora(`?${query}`)).window,
    );
    expect(await Promise.all(windows)).toEqual([
      { from: '2026-02-20', to: '2026-02-28', days: 9 },
      { from: '2026-01-12', to: '2026-02-10', days: 30 },
      { from: '2026-03-05', to: '2026-03-05', days: 1 },
    ]);
  });

  it('knows nothing of a time before the first deployment, and nothing happens after the last', async () => {
    await dora.calculate();
    const before = await dora.dora('?entityId=checkout&from=2026-01-01&to=2026-02-01');
    expect(before.deploymentFrequency).toMatchObject({
      perDay: null,
      perWeek: null,
      perMonth: null,
      band: null,
    });
    const after = await dora.dora('?entityId=checkout&from=2026-02-21&to=2026-02-28');
    expect(after.deploymentFrequency).toMatchObject({
      perDay: 0,
      perWeek: 0,
      perMonth: 0,
      count: 0,
      meanTimeBetweenSeconds: null,
      band: { level: 'low', year },
    });
    for (const {
      leadTimeForChange,
      changeFailureRate,
      failedDeploymentRecoveryTime,
      deploymentReworkRate,
    } of [before, after]) {
      expect(leadTimeForChange).toMatchObject({ p50Seconds: null, p90Seconds: null, changes: 0, band: null });
      expect(changeFailureRate).toMatchObject({ rate: null, total: 0, band: null });
      expect(failedDeploymentRecoveryTime).toMatchObject({ p50Seconds: null, recovered: 0, band: null });
      expect(deploymentReworkRate).toMatchObject({ rate: null, total: 0 });
    }
  });

  it.each(['production', 'PROD', 'prd', '%20Live%20'])('takes env=%s for production', async (env) => {
    await dora.calculate();
    const body = await dora.dora(`?entityId=checkout&env=${env}&${FEBRUARY}`);
    expect([body.filters.env, body.deploymentFrequency.count]).toEqual(['production', 7]);
  });

  it('keeps environments apart', async () => {
    await dora.calculate();
    for (const env of ['staging', 'STG']) {
      const { filters, deploymentFrequency } = await dora.dora(`?env=${env}&${FEBRUARY}`);
      expect([filters.env, deploymentFrequency.count]).toEqual(['staging', 1]);
    }
    expect((await dora.dora(`?env=qa&${FEBRUARY}`)).deploymentFrequency.perDay).toBeNull();
  });
});
