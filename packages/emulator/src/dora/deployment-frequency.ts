import { type Band, bandOf } from './bands.ts';
import { type DayFacts, isCounted } from './fact.ts';
import { type Bucket, bucketFinder, DAY, dateOf, daysIn, type Window } from './window.ts';

export interface DeploymentFrequency {
  perDay: number | null;
  perWeek: number | null;
  perMonth: number | null;
  /** Succeeded deployments in the window. */
  count: number;
  distinctCommits: number;
  /** Between consecutive succeeded deployments of a chain; null without a pair. */
  meanTimeBetweenSeconds: number | null;
  band: Band | null;
  /** `value` is deployments a day; null before the first deployment. */
  series: { start: string; value: number | null; n: number; failed: number }[];
}

/**
 * How often it was deployed with success (metrics.md, "Deployment frequency").
 *
 * @param days of all chains, within the window.
 * @param chains the day of the first deployment of all (undefined without one), and whether they are of one entity.
 */
export function deploymentFrequency(
  days: readonly DayFacts[],
  window: Window,
  buckets: readonly Bucket[],
  { firstDay = Infinity, isOneEntity }: { firstDay: number | undefined; isOneEntity: boolean },
): DeploymentFrequency {
  const bucketOf = bucketFinder(window, buckets);
  const counts = buckets.map(() => ({ n: 0, failed: 0 }));
  const commits = new Set<string>();
  let [count, gapSum, gaps] = [0, 0, 0];
  for (const { day, facts } of days) {
    const bucket = counts[bucketOf(day)];
    for (const fact of facts) {
      if (!bucket || !isCounted(fact)) continue;
      if (fact.isFailed) {
        bucket.failed += 1;
        continue;
      }
      bucket.n += 1;
      count += 1;
      if (fact.commit !== undefined) commits.add(fact.commit);
      // Both of a pair are in the window.
      if (fact.gap === undefined || fact.gap > (day - window.from) * DAY + fact.at) continue;
      gapSum += fact.gap;
      gaps += 1;
    }
  }
  const perDay = firstDay > window.to ? null : count / daysIn(window);
  return {
    perDay,
    perWeek: perDay === null ? null : perDay * 7,
    perMonth: perDay === null ? null : perDay * 30,
    count,
    distinctCommits: commits.size,
    meanTimeBetweenSeconds: gaps === 0 ? null : gapSum / gaps / 1000,
    band: isOneEntity ? bandOf('deploymentFrequency', perDay) : null,
    series: buckets.map((bucket, index) => {
      const { n, failed } = counts[index] ?? { n: 0, failed: 0 };
      const value = firstDay > bucket.to ? null : n / daysIn(bucket);
      return { start: dateOf(bucket.from), value, n, failed };
    }),
  };
}
