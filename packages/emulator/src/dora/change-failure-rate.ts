import { type Band, bandOf } from './bands.ts';
import type { ChainFacts, DeploymentFacts } from './measure-chain.ts';
import { type Bucket, dateOf, isWithin, type Window } from './window.ts';

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

/** Which part of the deployments failed as a change (metrics.md, "Change failure rate"). */
export function changeFailureRate(
  chains: readonly ChainFacts[],
  window: Window,
  buckets: readonly Bucket[],
): ChangeFailureRate {
  const facts = chains
    .flatMap(({ deployments }) => deployments)
    .filter(({ deployment }) => isWithin(deployment.t, window));
  const whole = rateOf(facts);
  return {
    ...whole,
    byStatus: facts.filter(({ failure }) => failure.byStatus).length,
    byIncident: facts.filter(({ failure }) => failure.incidents.length > 0).length,
    band: bandOf('changeFailureRate', whole.rate),
    series: buckets.map((bucket) => ({
      start: dateOf(bucket.from),
      ...rateOf(facts.filter(({ deployment }) => isWithin(deployment.t, bucket))),
    })),
  };
}

function rateOf(facts: readonly DeploymentFacts[]) {
  const total = facts.length;
  const failed = facts.filter(({ failure }) => failure.recovery !== undefined).length;
  return { rate: total === 0 ? null : failed / total, failed, total };
}
