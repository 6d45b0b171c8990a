import { type Band, bandOf } from './bands.ts';
import type { DayFacts } from './fact.ts';
import { percentile } from './percentile.ts';
import { type Bucket, bucketFinder, dateOf, type Window } from './window.ts';

export interface FailedDeploymentRecoveryTime {
  p50Seconds: number | null;
  recovered: number;
  /** Not recovered yet. */
  open: number;
  band: Band | null;
  series: { start: string; p50Seconds: number | null; n: number }[];
}

/**
 * How long it took until a failed change was over, by the day of its deployment (metrics.md, "Two more").
 *
 * @param days of all chains, within the window.
 */
export function failedDeploymentRecoveryTime(
  days: readonly DayFacts[],
  window: Window,
  buckets: readonly Bucket[],
): FailedDeploymentRecoveryTime {
  const bucketOf = bucketFinder(window, buckets);
  const recoveries = buckets.map((): number[] => []);
  let open = 0;
  for (const { day, facts } of days) {
    const bucket = recoveries[bucketOf(day)];
    for (const { recovery } of facts) {
      if (recovery === 'open') open += 1;
      // One that was over before it began is left out.
      else if (recovery !== undefined && recovery >= 0) bucket?.push(recovery);
    }
  }
  const all = Float64Array.from(recoveries.flat()).sort();
  const p50Seconds = percentile(all, 0.5);
  return {
    p50Seconds,
    recovered: all.length,
    open,
    band: bandOf('failedDeploymentRecoveryTime', p50Seconds),
    series: buckets.map(({ from }, index) => {
      const own = Float64Array.from(recoveries[index] ?? []).sort();
      return { start: dateOf(from), p50Seconds: percentile(own, 0.5), n: own.length };
    }),
  };
}
