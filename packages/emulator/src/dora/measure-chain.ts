import { chainOf, type Deployment } from './chain.ts';
import type { CommitGraph } from './commit-graph.ts';
import { type Incident, linkIncidents } from './link-incidents.ts';
import { type FailureFacts, measureFailures } from './measure-failures.ts';
import { type LeadTimeFacts, measureLeadTimes } from './measure-lead-times.ts';
import { measureRework, type ReworkReason } from './measure-rework.ts';

/** Everything that is known of a deployment once its chain is measured. */
export interface DeploymentFacts {
  deployment: Deployment;
  leadTime: LeadTimeFacts;
  failure: FailureFacts;
  rework: ReworkReason | undefined;
}

/** What is known of a chain: from this any window is exact. */
export interface ChainFacts {
  /** By (t, seq). */
  deployments: DeploymentFacts[];
  duplicates: Deployment[];
}

/**
 * Measures all deployments of one entity in one environment.
 *
 * @param incidents those that concern the entity and the environment, without canceled ones.
 * @param graph the united commits of the entity's repositories.
 */
export function measureChain(
  all: readonly Deployment[],
  incidents: readonly Incident[],
  graph: CommitGraph,
  basis: 'authored' | 'committed' = 'authored',
): ChainFacts {
  const { deployments, duplicates } = chainOf(all);
  const links = linkIncidents(deployments, incidents);
  const linked = incidents.filter(({ id }) => links.has(id));
  const leadTimes = measureLeadTimes(deployments, graph, basis);
  const failures = measureFailures(deployments, linked, links);
  const rework = measureRework(deployments, linked, graph);
  const facts = deployments.flatMap((deployment, index) => {
    const [leadTime, failure] = [leadTimes[index], failures[index]];
    return leadTime && failure ? [{ deployment, leadTime, failure, rework: rework[index] }] : [];
  });
  return { deployments: facts, duplicates };
}
