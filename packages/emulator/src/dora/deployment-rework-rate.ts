import { type DayFacts, isCounted } from './fact.ts';
import { rateOf } from './rate-of.ts';
import { type Bucket, bucketFinder, dateOf, type Window } from './window.ts';

export interface DeploymentReworkRate {
  /** From 0 to 1; null without a succeeded deployment. */
  rate: number | null;
  rework: number;
  /** Succeeded deployments. */
  total: number;
  series: { start: string; rate: number | null; rework: number; total: number }[];
}

/**
 * Which part of the succeeded deployments was unplanned (metrics.md, "Two more").
 *
 * @param days of all chains, within the window.
 */
export function deploymentReworkRate(
  days: readonly DayFacts[],
  window: Window,
  buckets: readonly Bucket[],
): DeploymentReworkRate {
  const bucketOf = bucketFinder(window, buckets);
  const counts = buckets.map(() => ({ rework: 0, total: 0 }));
  for (const { day, facts } of days) {
    const bucket = counts[bucketOf(day)];
    for (const fact of facts) {
      if (!bucket || fact.isFailed || !isCounted(fact)) continue;
      bucket.total += 1;
      if (fact.rework !== undefined) bucket.rework += 1;
    }
  }
  const rework = counts.reduce((sum, bucket) => sum + bucket.rework, 0);
  const total = counts.reduce((sum, bucket) => sum + bucket.total, 0);
  return {
    rate: rateOf(rework, total),
    rework,
    total,
    series: buckets.map(({ from }, index) => {
      const own = counts[index] ?? { rework: 0, total: 0 };
      return { start: dateOf(from), rate: rateOf(own.rework, own.total), ...own };
    }),
  };
}
