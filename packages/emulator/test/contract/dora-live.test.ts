import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DoraService, deploy, sha, startDoraService } from './dora.fixture.ts';
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

let dora: DoraService;
beforeEach(async () => {
  dora = await startDoraService();
  await tellFebruary(dora);
});
afterEach(() => dora[Symbol.asyncDispose]());

describe('what was not calculated yet', () => {
  it('has no values before the first calculation, and all of them live', async () => {
    const before = await dora.dora(`?entityId=checkout&${FEBRUARY}&granularity=month`);
    expect(before).toMatchObject({
      calculatedAt: null,
      calculatedThrough: null,
      deploymentFrequency: {
        perDay: null,
        count: 0,
        band: null,
        series: [{ start: '2026-02-01', value: null, n: 0, failed: 0 }],
      },
      leadTimeForChange: { p50Seconds: null, p90Seconds: null, band: null },
      changeFailureRate: { rate: null, band: null },
      failedDeploymentRecoveryTime: { p50Seconds: null, band: null },
      deploymentReworkRate: { rate: null },
      dataQuality: nothingDoubtful,
    });
    expect(await dora.dora(`?entityId=checkout&${FEBRUARY}&live=true`)).toMatchObject({
      filters: { live: true },
      calculatedAt: null,
      calculatedThrough: null,
      deploymentFrequency: frequencyOfCheckout,
      leadTimeForChange: leadTimeOfCheckout,
      changeFailureRate: failuresOfCheckout,
      failedDeploymentRecoveryTime: recoveryOfCheckout,
      deploymentReworkRate: reworkOfCheckout,
    });
    // Looking leaves nothing behind.
    expect(await dora.dora(`?entityId=checkout&${FEBRUARY}&granularity=month`)).toEqual(before);
  });

  it('is found live, and after the next calculation', async () => {
    await dora.calculate();
    await dora.send(deploy('2026-02-06T12:00:00Z', { build_commit_sha: sha('4') }));
    const query = `?entityId=checkout&${FEBRUARY}`;
    expect((await dora.dora(query)).deploymentFrequency.count).toBe(7);
    // Commit 4 is there since the fourth: a rollback, and one more success.
    const after = {
      deploymentFrequency: { count: 8, distinctCommits: 7 },
      leadTimeForChange: { p50Seconds: 75_600, changes: 6 },
      deploymentReworkRate: { rework: 3, total: 8 },
    };
    expect(await dora.dora(`${query}&live=true`)).toMatchObject(after);
    expect((await dora.dora(query)).deploymentFrequency.count).toBe(7);
    expect(await dora.calculate()).toMatchObject({ dirtyChains: 1, through: '2026-02-28' });
    expect(await dora.dora(query)).toMatchObject(after);
  });

  it('is the day that has not ended, which is only live', async () => {
    await dora.send(deploy('2026-03-01T10:00:00Z', { build_commit_sha: sha('8') }));
    await dora.calculate();
    const query = '?entityId=checkout&from=2026-03-01&to=2026-03-01';
    expect((await dora.dora(query)).deploymentFrequency.count).toBe(0);
    const live = await dora.dora(`${query}&live=true`);
    expect([live.deploymentFrequency.count, live.calculatedThrough]).toEqual([1, '2026-02-28']);
    dora.service.advance(12 * 3_600_000);
    await dora.calculate();
    const body = await dora.dora(query);
    expect([body.deploymentFrequency.count, body.calculatedThrough, body.calculatedAt]).toEqual([
      1,
      '2026-03-01',
      '2026-03-02T00:00:00.000Z',
    ]);
  });
});
