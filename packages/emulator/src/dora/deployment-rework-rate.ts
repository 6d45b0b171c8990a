import type { ChainFacts, DeploymentFacts } from './measure-chain.ts';
import { type Bucket, dateOf, isWithin, type Window } from './window.ts';

export interface DeploymentReworkRate {
  /** From 0 to 1; null without a succeeded deployment. */
  rate: number | null;
  rework: number;
  /** Succeeded deployments. */
  total: number;
  series: { start: string; rate: number | null; rework: number; total: number }[];
}

/** Which part of the succeeded deployments was unplanned (metrics.md, "Two more"). */
export function deploymentReworkRate(
  chains: readonly ChainFacts[],
  window: Window,
  buckets: readonly Bucket[],
): DeploymentReworkRate {
  const facts = chains
    .flatMap(({ deployments }) => deployments)
    .filter(({ deployment }) => !deployment.isFailed && isWithin(deployment.t, window));
  return {
    ...rateOf(facts),
    series: buckets.map((bucket) => ({
      start: dateOf(bucket.from),
      ...rateOf(facts.filter(({ deployment }) => isWithin(deployment.t, bucket))),
    })),
  };
}

function rateOf(facts: readonly DeploymentFacts[]) {
  const total = facts.length;
  const rework = facts.filter(({ rework }) => rework !== undefined).length;
  return { rate: total === 0 ? null : rework / total, rework, total };
}
