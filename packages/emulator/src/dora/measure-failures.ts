import type { Deployment } from './chain.ts';
import type { Incident } from './link-incidents.ts';

/** How a deployment failed as a change, and when that was over. */
export interface FailureFacts {
  /** Its status is `failed`. */
  byStatus: boolean;
  /** Incidents that are laid to it. */
  incidents: Incident[];
  /**
   * Seconds from the deployment until all its incidents were resolved and, after a failed status, something succeeded.
   * `open` when that is still to come; undefined when it did not fail.
   */
  recovery: number | 'open' | undefined;
}

/**
 * Failures and recoveries of a chain, in order (metrics.md, "Change failure rate" and "Failed deployment recovery time").
 *
 * @param links of `linkIncidents`.
 */
export function measureFailures(
  deployments: readonly Deployment[],
  incidents: readonly Incident[],
  links: ReadonlyMap<string, number>,
): FailureFacts[] {
  const laid = new Map<number, Incident[]>();
  for (const incident of incidents) {
    const index = links.get(incident.id);
    if (index !== undefined) laid.set(index, [...(laid.get(index) ?? []), incident]);
  }
  const facts: FailureFacts[] = [];
  let nextSuccess: number | undefined;
  for (const [index, { t, isFailed }] of [...deployments.entries()].reverse()) {
    const own = laid.get(index) ?? [];
    const ends = own.map(({ end }) => end);
    if (isFailed) ends.push(nextSuccess);
    facts.push({ byStatus: isFailed, incidents: own, recovery: recoveryOf(t, ends) });
    if (!isFailed) nextSuccess = t;
  }
  return facts.reverse();
}

function recoveryOf(t: number, ends: readonly (number | undefined)[]): FailureFacts['recovery'] {
  if (ends.length === 0) return undefined;
  const known = ends.filter((end) => end !== undefined);
  return known.length < ends.length ? 'open' : (Math.max(...known) - t) / 1000;
}
