import { type Band, bandOf } from './bands.ts';
import type { ChainFacts, DeploymentFacts } from './measure-chain.ts';
import { percentile } from './percentile.ts';
import { type Bucket, dateOf, isWithin, type Window } from './window.ts';

export interface FailedDeploymentRecoveryTime {
  p50Seconds: number | null;
  recovered: number;
  /** Not recovered yet. */
  open: number;
  band: Band | null;
  series: { start: string; p50Seconds: number | null; n: number }[];
}

/** How long it took until a failed change was over, by the day of its deployment (metrics.md, "Two more"). */
export function failedDeploymentRecoveryTime(
  chains: readonly ChainFacts[],
  window: Window,
  buckets: readonly Bucket[],
): FailedDeploymentRecoveryTime {
  const facts = chains
    .flatMap(({ deployments }) => deployments)
    .filter(({ deployment }) => isWithin(deployment.t, window));
  const all = recoveriesOf(facts);
  const p50Seconds = percentile(all, 0.5);
  return {
    p50Seconds,
    recovered: all.length,
    open: facts.filter(({ failure }) => failure.recovery === 'open').length,
    band: bandOf('failedDeploymentRecoveryTime', p50Seconds),
    series: buckets.map((bucket) => {
      const own = recoveriesOf(facts.filter(({ deployment }) => isWithin(deployment.t, bucket)));
      return { start: dateOf(bucket.from), p50Seconds: percentile(own, 0.5), n: own.length };
    }),
  };
}

/** In ascending order, without those that were over before they began. */
function recoveriesOf(facts: readonly DeploymentFacts[]): Float64Array {
  const seconds = facts.flatMap(({ failure: { recovery } }) =>
    typeof recovery === 'number' && recovery >= 0 ? [recovery] : [],
  );
  return Float64Array.from(seconds).sort();
}
