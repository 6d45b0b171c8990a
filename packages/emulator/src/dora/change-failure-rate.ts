import { type Band, bandOf } from './bands.ts';
import { type DayFacts, isCounted } from './fact.ts';
import { rateOf } from './rate-of.ts';
import { type Bucket, bucketFinder, dateOf, type Window } from './window.ts';

export interface ChangeFailureRate {
  /** From 0 to 1; null without a deployment. */
  rate: number | null;
  failed: number;
  /** Succeeded and failed. */
  total: number;
  /** A deployment counts under each cause that it has. */
  byStatus: number;
  byIncident: number;
  band: Band | null;
  series: { start: string; rate: number | null; failed: number; total: number }[];
}

/**
 * Which part of the deployments failed as a change (metrics.md, "Change failure rate").
 *
 * @param days of all chains, within the window.
 */
export function changeFailureRate(
  days: readonly DayFacts[],
  window: Window,
  buckets: readonly Bucket[],
): ChangeFailureRate {
  const bucketOf = bucketFinder(window, buckets);
  const counts = buckets.map(() => ({ failed: 0, total: 0 }));
  let [byStatus, byIncident] = [0, 0];
  for (const { day, facts } of days) {
    const bucket = counts[bucketOf(day)];
    for (const fact of facts) {
      if (!bucket || !isCounted(fact)) continue;
      bucket.total += 1;
      if (fact.isFailed) byStatus += 1;
      if (fact.hasIncident) byIncident += 1;
      if (fact.isFailed || fact.hasIncident) bucket.failed += 1;
    }
  }
  const failed = counts.reduce((sum, bucket) => sum + bucket.failed, 0);
  const total = counts.reduce((sum, bucket) => sum + bucket.total, 0);
  const rate = rateOf(failed, total);
  return {
    rate,
    failed,
    total,
    byStatus,
    byIncident,
    band: bandOf('changeFailureRate', rate),
    series: buckets.map(({ from }, index) => {
      const own = counts[index] ?? { failed: 0, total: 0 };
      return { start: dateOf(from), rate: rateOf(own.failed, own.total), ...own };
    }),
  };
}
