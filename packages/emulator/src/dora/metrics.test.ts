import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chainDays } from './chain-days.ts';
import { changeFailureRate } from './change-failure-rate.ts';
import { deploymentFrequency } from './deployment-frequency.ts';
import { deploymentReworkRate } from './deployment-rework-rate.ts';
import { deploymentsOf, HOUR, historyOf, START } from './deployments.fixture.ts';
import { failedDeploymentRecoveryTime } from './failed-deployment-recovery-time.ts';
import { leadTimeForChange } from './lead-time-for-change.ts';
import type { Incident } from './link-incidents.ts';
import { measureChain } from './measure-chain.ts';
import { bucketsOf, dateOf, dayOf, type Granularity, hasDay, type Window } from './window.ts';

/** Sunday, 1 March 2026. */
const FIRST = dayOf(START);
const days = (from: number, to: number): Window => ({ from: FIRST + from, to: FIRST + to });

function all(
  history: string,
  chains: string[],
  window: Window,
  granularity: Granularity = 'day',
  incidents: Incident[] = [],
) {
  const graph = historyOf(history);
  const everyDay = chains.flatMap((chain) =>
    chainDays(measureChain(deploymentsOf(chain), { incidents, graph }), graph),
  );
  const found = everyDay.filter(({ day }) => hasDay(window, day));
  const buckets = bucketsOf(window, granularity);
  const [firstDay] = everyDay.map(({ day }) => day).sort((a, b) => a - b);
  const isOneEntity = chains.length === 1;
  return {
    frequency: deploymentFrequency(found, window, buckets, { firstDay, isOneEntity }),
    leadTime: leadTimeForChange(found, window, buckets),
    failures: changeFailureRate(found, window, buckets),
    recovery: failedDeploymentRecoveryTime(found, window, buckets),
    rework: deploymentReworkRate(found, window, buckets),
  };
}

const line = 'a@0 b@2:a c@4:b d@6:c';

test('12 deployments in 60 days are 0.2 a day, 1.4 a week, 6 a month', () => {
  const chain = Array.from({ length: 12 }, (_, index) => `a@${index * 24}`).join(' ');
  const { frequency } = all(line, [chain], days(0, 59));
  expect(frequency).toMatchObject({ perDay: 0.2, perWeek: 1.4000000000000001, perMonth: 6, count: 12 });
  expect(frequency).toMatchObject({ distinctCommits: 1, meanTimeBetweenSeconds: 86_400 });
  expect(frequency.band).toEqual({ level: 'high', year: 2023 });
});

test('before the first deployment nothing is known, on a day without one it is 0, and midnight begins a day', () => {
  const { frequency, leadTime, failures } = all(line, ['a@24 b@47.999! c@72'], days(0, 3));
  expect(frequency.series).toEqual([
    { start: '2026-03-01', value: null, n: 0, failed: 0 },
    { start: '2026-03-02', value: 1, n: 1, failed: 1 },
    { start: '2026-03-03', value: 0, n: 0, failed: 0 },
    { start: '2026-03-04', value: 1, n: 1, failed: 0 },
  ]);
  expect(failures.series.map(({ rate }) => rate)).toEqual([null, 0.5, null, 0]);
  expect(leadTime.series.map(({ n }) => n)).toEqual([0, 0, 0, 2]);
  expect(all(line, ['a@24'], days(-9, -1)).frequency).toMatchObject({
    perDay: null,
    perMonth: null,
    band: null,
  });
});

test('lead times are pooled over deployments and entities: no median of medians', () => {
  // 8, 6 and 4 hours; 30 hours.
  const { leadTime } = all(line, ['a@1 d@10', 'a@1 b@32'], days(0, 9));
  expect(leadTime).toMatchObject({ p50Seconds: 7 * 3600, changes: 4, band: { level: 'elite', year: 2023 } });
  expect(leadTime.p90Seconds).toBeCloseTo((8 + 0.7 * 22) * 3600);
  expect(leadTime.coverage).toEqual({ measured: 2, deployed: 2, pending: 0, negative: 0 });
});

test('the frequency of several entities has no band', () => {
  expect(all(line, ['a@1', 'a@2'], days(0, 0)).frequency).toMatchObject({ perDay: 2, band: null });
});

test('a failed deployment with an incident is one failure with two causes, and never more than 100 %', () => {
  const at = (hour: number) => START + hour * HOUR;
  const incidents = [
    { id: 'i', changeId: 'C', start: at(2), end: at(5) },
    { id: 'j', changeId: 'C', start: at(3), end: at(4) },
  ];
  const { failures, recovery, rework } = all(line, ['a@1!#C b@9'], days(0, 0), 'day', incidents);
  expect(failures).toMatchObject({ rate: 0.5, failed: 1, total: 2, byStatus: 1, byIncident: 1 });
  expect(recovery).toMatchObject({ p50Seconds: 8 * 3600, recovered: 1, open: 0 });
  expect(rework).toMatchObject({ rate: 1, rework: 1, total: 1 });
});

test('nothing at all is null, not 0', () => {
  const { frequency, leadTime, failures, recovery, rework } = all(line, [], days(0, 6));
  expect([frequency.perDay, leadTime.p50Seconds, failures.rate, recovery.p50Seconds, rework.rate]).toEqual(
    Array(5).fill(null),
  );
});

describe('buckets', () => {
  const starts = (from: string, to: string, granularity: Granularity) =>
    bucketsOf({ from: dayOf(Date.parse(from)), to: dayOf(Date.parse(to)) }, granularity).map(
      (bucket) => `${dateOf(bucket.from)}..${dateOf(bucket.to)}`,
    );
  test.each([
    [
      '2026-03-01',
      '2026-03-10',
      'week',
      ['2026-03-01..2026-03-01', '2026-03-02..2026-03-08', '2026-03-09..2026-03-10'],
    ],
    [
      '2028-02-28',
      '2028-03-01',
      'day',
      ['2028-02-28..2028-02-28', '2028-02-29..2028-02-29', '2028-03-01..2028-03-01'],
    ],
    [
      '2028-01-15',
      '2028-03-02',
      'month',
      ['2028-01-15..2028-01-31', '2028-02-01..2028-02-29', '2028-03-01..2028-03-02'],
    ],
    ['2026-12-28', '2027-01-04', 'week', ['2026-12-28..2027-01-03', '2027-01-04..2027-01-04']],
  ] as const)('from %s to %s by %s', (from, to, granularity, expected) => {
    expect(starts(from, to, granularity)).toEqual(expected);
  });
});

test('what lies in a window does not depend on its edges: the days of a wide one are those of narrow ones', () => {
  const words = fc.constantFrom('a', 'b', 'c', 'd', 'ffff', '-');
  const deployment = fc.tuple(words, fc.nat(9 * 24), fc.constantFrom('', '', '!'));
  fc.assert(
    fc.property(fc.array(deployment, { minLength: 1, maxLength: 30 }), (list) => {
      const chain = [...list].sort((x, y) => x[1] - y[1]).map(([name, hour, end]) => `${name}@${hour}${end}`);
      const wide = all(line, [chain.join(' ')], days(0, 9));
      for (let day = 0; day <= 9; day++) {
        const narrow = all(line, [chain.join(' ')], days(day, day));
        expect(narrow.frequency.series).toEqual([wide.frequency.series[day]]);
        expect(narrow.leadTime.series).toEqual([wide.leadTime.series[day]]);
        expect(narrow.failures.series).toEqual([wide.failures.series[day]]);
        expect(narrow.recovery.series).toEqual([wide.recovery.series[day]]);
        expect(narrow.rework.series).toEqual([wide.rework.series[day]]);
      }
    }),
    { numRuns: 100 },
  );
});
