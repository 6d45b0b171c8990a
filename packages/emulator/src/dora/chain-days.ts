import type { Deployment } from './chain.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { Fact, FactDetail } from './fact.ts';
import { type ChainFacts, type ChainState, type DeploymentFacts, stateBehind } from './measure-chain.ts';
import { DAY, dayOf } from './window.ts';

/** A day of a chain: its facts, how to find the rest of them, and where a calculation can go on. */
export interface ChainDay {
  day: number;
  facts: Fact[];
  /** As many as facts, in their order. */
  detail: FactDetail[];
  /** Makes the state behind the day's last deployment; it answers undefined where a calculation cannot go on. */
  state(): ChainState | undefined;
}

/** The days of a measured chain that have deployments, in order. Within a day duplicates follow what they repeat. */
export function chainDays({ deployments, duplicates, links }: ChainFacts, graph: CommitGraph): ChainDay[] {
  const incidents = new Map<number, string[]>();
  for (const [id, index] of links) incidents.set(index, [...(incidents.get(index) ?? []), id]);
  const days = createDays(() => undefined);
  for (const [index, measured] of deployments.entries()) {
    const day = days.at(measured.deployment.t);
    day.facts.push(factOf(measured, graph));
    day.detail.push(detailOf(measured, incidents.get(index)?.sort() ?? [], graph));
    day.state = () => stateBehind(measured, graph);
  }
  for (const deployment of duplicates) leaveOut(days.at(deployment.t), deployment, 'duplicate');
  return days.inOrder();
}

const NOTHING: ChainState = { tips: [], loose: [], previous: undefined };

/** The days of deployments that name no entity or no environment. */
export function outsideDays(all: readonly Deployment[]): ChainDay[] {
  const days = createDays(() => NOTHING);
  for (const deployment of all) leaveOut(days.at(deployment.t), deployment, 'outside');
  return days.inOrder();
}

/** Days that are made when something comes to them. */
function createDays(state: ChainDay['state']) {
  const days = new Map<number, ChainDay>();
  return {
    at(t: number): ChainDay {
      const day = dayOf(t);
      const known = days.get(day) ?? { day, facts: [], detail: [], state };
      days.set(day, known);
      return known;
    },
    inOrder: () => [...days.values()].sort((a, b) => a.day - b.day),
  };
}

function leaveOut(
  day: ChainDay,
  { id, t, isFailed, hasUnknownStatus }: Deployment,
  rule: Fact['rule'],
): void {
  day.facts.push({
    at: t - day.day * DAY,
    rule,
    isFailed,
    hasUnknownStatus,
    hasIncident: false,
    isTruncated: false,
    rework: undefined,
    gap: undefined,
    commit: undefined,
    recovery: undefined,
    negative: 0,
    leads: [],
  });
  day.detail.push({ id, changes: [], negative: [], incidents: [] });
}

const COMMIT_DIGITS = 16;

function factOf(measured: DeploymentFacts, graph: CommitGraph): Fact {
  const { deployment, leadTime, failure, rework, gap } = measured;
  const { t, sha, isFailed, hasUnknownStatus } = deployment;
  const commit = sha === undefined ? undefined : graph.find(sha);
  const wholeSha = commit === undefined ? sha?.toLowerCase() : graph.shaOf(commit);
  return {
    at: t - dayOf(t) * DAY,
    rule: leadTime.rule,
    isFailed,
    hasUnknownStatus,
    hasIncident: failure.incidents.length > 0,
    isTruncated: leadTime.isTruncated,
    rework,
    gap,
    // A failed one does not wait for its commit: what is known of it must not depend on when that came.
    commit: isFailed ? undefined : wholeSha?.slice(0, COMMIT_DIGITS),
    recovery: failure.recovery,
    negative: leadTime.negative.length,
    leads: leadTime.changes.map(({ leadSeconds }) => leadSeconds),
  };
}

function detailOf(
  { deployment, leadTime }: DeploymentFacts,
  incidents: string[],
  graph: CommitGraph,
): FactDetail {
  return {
    id: deployment.id,
    changes: leadTime.changes.map(({ commit }) => graph.shaOf(commit)),
    negative: leadTime.negative.map(({ commit, leadSeconds }) => [graph.shaOf(commit), leadSeconds]),
    incidents,
  };
}
