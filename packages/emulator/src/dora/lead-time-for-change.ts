import { type Band, bandOf } from './bands.ts';
import type { DayFacts } from './fact.ts';
import { percentile } from './percentile.ts';
import { type Bucket, bucketFinder, dateOf, type Window } from './window.ts';

export interface LeadTimeForChange {
  p50Seconds: number | null;
  p90Seconds: number | null;
  /** Commits that were brought, and measured. */
  changes: number;
  /** Of the succeeded deployments with a commit: baselines are in neither count. */
  coverage: { measured: number; deployed: number; pending: number; negative: number };
  band: Band | null;
  series: { start: string; p50Seconds: number | null; p90Seconds: number | null; n: number }[];
}

/**
 * How long changes took to be deployed: percentiles over all changes, pooled (metrics.md, "Lead time for change").
 *
 * @param days of all chains, within the window.
 */
export function leadTimeForChange(
  days: readonly DayFacts[],
  window: Window,
  buckets: readonly Bucket[],
): LeadTimeForChange {
  const bucketOf = bucketFinder(window, buckets);
  const leads = buckets.map((): number[] => []);
  const coverage = { measured: 0, deployed: 0, pending: 0, negative: 0 };
  for (const { day, facts } of days) {
    const bucket = leads[bucketOf(day)];
    for (const fact of facts) {
      coverage.negative += fact.negative;
      if (fact.rule === 'measured') coverage.measured += 1;
      if (fact.rule === 'pending') coverage.pending += 1;
      if (fact.rule === 'measured' || fact.rule === 'pending' || fact.rule === 'implausible')
        coverage.deployed += 1;
      for (const seconds of fact.leads) bucket?.push(seconds);
    }
  }
  const all = Float64Array.from(leads.flat()).sort();
  const p50Seconds = percentile(all, 0.5);
  return {
    p50Seconds,
    p90Seconds: percentile(all, 0.9),
    changes: all.length,
    coverage,
    band: bandOf('leadTimeForChange', p50Seconds),
    series: buckets.map(({ from }, index) => {
      const own = Float64Array.from(leads[index] ?? []).sort();
      return {
        start: dateOf(from),
        p50Seconds: percentile(own, 0.5),
        p90Seconds: percentile(own, 0.9),
        n: own.length,
      };
    }),
  };
}
