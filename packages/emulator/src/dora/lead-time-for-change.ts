import { type Band, bandOf } from './bands.ts';
import type { ChainFacts, DeploymentFacts } from './measure-chain.ts';
import { percentile } from './percentile.ts';
import { type Bucket, dateOf, isWithin, type Window } from './window.ts';

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

/** How long changes took to be deployed: percentiles over all changes, pooled (metrics.md, "Lead time for change"). */
export function leadTimeForChange(
  chains: readonly ChainFacts[],
  window: Window,
  buckets: readonly Bucket[],
): LeadTimeForChange {
  const facts = chains
    .flatMap(({ deployments }) => deployments)
    .filter(({ deployment }) => isWithin(deployment.t, window));
  const all = leadTimesOf(facts);
  const count = (...rules: DeploymentFacts['leadTime']['rule'][]) =>
    facts.filter(({ leadTime }) => rules.includes(leadTime.rule)).length;
  const p50Seconds = percentile(all, 0.5);
  return {
    p50Seconds,
    p90Seconds: percentile(all, 0.9),
    changes: all.length,
    coverage: {
      measured: count('measured'),
      deployed: count('measured', 'pending', 'implausible'),
      pending: count('pending'),
      negative: facts.reduce((sum, { leadTime }) => sum + leadTime.negative, 0),
    },
    band: bandOf('leadTimeForChange', p50Seconds),
    series: buckets.map((bucket) => {
      const own = leadTimesOf(facts.filter(({ deployment }) => isWithin(deployment.t, bucket)));
      return {
        start: dateOf(bucket.from),
        p50Seconds: percentile(own, 0.5),
        p90Seconds: percentile(own, 0.9),
        n: own.length,
      };
    }),
  };
}

function leadTimesOf(facts: readonly DeploymentFacts[]): Float64Array {
  const seconds = facts.flatMap(({ leadTime }) => leadTime.changes.map(({ leadSeconds }) => leadSeconds));
  return Float64Array.from(seconds).sort();
}
