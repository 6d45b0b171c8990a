import { type Band, bandOf } from './bands.ts';
import type { ChainFacts } from './measure-chain.ts';
import { type Bucket, dateOf, dayOf, daysIn, isWithin, type Window } from './window.ts';

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

/** How often it was deployed with success (metrics.md, "Deployment frequency"). */
export function deploymentFrequency(
  chains: readonly ChainFacts[],
  window: Window,
  buckets: readonly Bucket[],
): DeploymentFrequency {
  const chosen = chains.map(({ deployments }) =>
    deployments.map(({ deployment }) => deployment).filter(({ t }) => isWithin(t, window)),
  );
  const all = chosen.flat();
  const succeeded = all.filter(({ isFailed }) => !isFailed);
  const gaps = chosen.flatMap((chain) => {
    const times = chain.filter(({ isFailed }) => !isFailed).map(({ t }) => t);
    return times.slice(1).map((t, index) => t - (times[index] ?? t));
  });
  const firstDay = Math.min(
    ...chains.map(({ deployments }) => dayOf(deployments[0]?.deployment.t ?? Infinity)),
  );
  const perDay = firstDay > window.to ? null : succeeded.length / daysIn(window);
  return {
    perDay,
    perWeek: perDay === null ? null : perDay * 7,
    perMonth: perDay === null ? null : perDay * 30,
    count: succeeded.length,
    distinctCommits: new Set(succeeded.flatMap(({ sha }) => sha?.toLowerCase() ?? [])).size,
    meanTimeBetweenSeconds: gaps.length === 0 ? null : gaps.reduce((a, b) => a + b, 0) / gaps.length / 1000,
    band: chains.length === 1 ? bandOf('deploymentFrequency', perDay) : null,
    series: buckets.map((bucket) => {
      const within = all.filter(({ t }) => isWithin(t, bucket));
      const n = within.filter(({ isFailed }) => !isFailed).length;
      const value = firstDay > bucket.to ? null : n / daysIn(bucket);
      return { start: dateOf(bucket.from), value, n, failed: within.length - n };
    }),
  };
}
