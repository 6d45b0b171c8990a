import { chainOf, type Deployment } from './chain.ts';
import type { CommitGraph } from './commit-graph.ts';
import { type Incident, linkIncidents } from './link-incidents.ts';
import { lowerBound } from './lower-bound.ts';
import { type FailureFacts, measureFailures } from './measure-failures.ts';
import { type LeadTimeBasis, type LeadTimeFacts, measureLeadTimes } from './measure-lead-times.ts';
import { measureRework, type ReworkReason, type Success } from './measure-rework.ts';

/** Everything that is known of a deployment once its chain is measured. */
export interface DeploymentFacts {
  deployment: Deployment;
  leadTime: LeadTimeFacts;
  failure: FailureFacts;
  rework: ReworkReason | undefined;
  /** Milliseconds since the chain's success before it; undefined when it failed, or is the first. */
  gap: number | undefined;
  /** The last success, this one included. */
  previous: Success | undefined;
  /** Nothing before it can change any more: a calculation may go on behind it, from `stateBehind`. */
  isSettled: boolean;
}

/** A chain behind one of its deployments, when nothing that comes can change what is before. */
export interface ChainState {
  /** Shas from which everything is reached that was there, loose commits aside. */
  tips: readonly string[];
  /** Shas of commits of whose parents nothing is known. */
  loose: readonly string[];
  /** The last success. */
  previous: Success | undefined;
}

/** What is known of a chain, or of the rest of it: from this any window is exact. */
export interface ChainFacts {
  /** By (t, seq). */
  deployments: DeploymentFacts[];
  duplicates: Deployment[];
  /** The index of the deployment that each incident is laid to, by the incident's id. */
  links: Map<string, number>;
}

export interface ChainInput {
  /** Those that concern the entity and the environment, without canceled ones. */
  incidents: readonly Incident[];
  /** The united commits of the entity's repositories. */
  graph: CommitGraph;
  basis?: LeadTimeBasis;
  /** Behind the deployments that came before these. */
  state?: ChainState | undefined;
  /** Deployments before these that carry a change id, in order. */
  earlier?: readonly { t: number; changeId: string }[];
}

/** Measures deployments of one entity in one environment: all of them, or those behind a state. */
export function measureChain(all: readonly Deployment[], input: ChainInput): ChainFacts {
  const { incidents, graph, basis = 'authored', state, earlier } = input;
  const { deployments, duplicates } = chainOf(all);
  const links = linkIncidents(deployments, incidents, earlier);
  const linked = incidents.filter(({ id }) => links.has(id));
  const indexesOf = (shas: readonly string[] = []) => shas.flatMap((sha) => graph.find(sha) ?? []);
  const before = { tips: indexesOf(state?.tips), loose: indexesOf(state?.loose) };
  const leadTimes = measureLeadTimes(deployments, graph, basis, before);
  const failures = measureFailures(deployments, linked, links);
  const rework = measureRework(deployments, linked, graph, state?.previous);
  const unsettled = findUnsettled(deployments, linked, links);

  let previous = state?.previous;
  const facts = deployments.flatMap((deployment, index): DeploymentFacts[] => {
    const [leadTime, failure] = [leadTimes[index], failures[index]];
    if (!leadTime || !failure) return [];
    const gap = deployment.isFailed || !previous ? undefined : deployment.t - previous.t;
    if (!deployment.isFailed) previous = { t: deployment.t, sha: deployment.sha };
    const isSettled = unsettled[index] === 0;
    return [{ deployment, leadTime, failure, rework: rework[index], gap, previous, isSettled }];
  });
  return { deployments: facts, duplicates, links };
}

/** What the rest of a chain needs to know behind a deployment; undefined where something before is not over yet. */
export function stateBehind(
  { leadTime: { reached }, previous, isSettled }: DeploymentFacts,
  { shaOf }: CommitGraph,
): ChainState | undefined {
  if (!isSettled) return undefined;
  const { tips, loose, looseCount } = reached;
  return { tips: tips.map(shaOf), loose: loose.slice(0, looseCount).map(shaOf), previous };
}

/** Behind which deployments a success is awaited: after a failure, or since an incident began. */
function findUnsettled(
  deployments: readonly Deployment[],
  linked: readonly Incident[],
  links: ReadonlyMap<string, number>,
): Uint8Array {
  const unsettled = new Uint8Array(deployments.length);
  const succeeded = deployments.flatMap(({ isFailed, t }, index) => (isFailed ? [] : [{ t, index }]));
  for (const { id, start } of linked) {
    const from = links.get(id) ?? 0;
    const next = succeeded[lowerBound(succeeded.length, (at) => (succeeded[at]?.t ?? 0) <= start)];
    unsettled.fill(1, from, Math.max(from, next?.index ?? deployments.length));
  }
  for (const [index, { isFailed }] of deployments.entries()) if (isFailed) unsettled[index] = 1;
  return unsettled;
}
