import { type Fact, isCounted } from './fact.ts';

export const METRICS = [
  'deploymentFrequency',
  'leadTimeForChange',
  'changeFailureRate',
  'failedDeploymentRecoveryTime',
  'deploymentReworkRate',
] as const;

export type Metric = (typeof METRICS)[number];

/** Whether a deployment is part of a metric's number, and the rule that decided. */
export interface Explanation {
  counted: boolean;
  reason: string;
}

/** Says what a deployment is in a metric (metrics.md). */
export function explainFact(metric: Metric, fact: Fact): Explanation {
  if (fact.rule === 'duplicate')
    return no('It was sent again: same entity, environment, timestamp and attributes as an earlier one.');
  if (!isCounted(fact)) return no('It names no entity or no environment, and is part of no metric.');
  return EXPLAIN[metric](fact);
}

const EXPLAIN: Record<Metric, (fact: Fact) => Explanation> = {
  deploymentFrequency: ({ isFailed, hasUnknownStatus }) => {
    if (isFailed) return no('Its status is failed: only succeeded deployments count.');
    return yes(hasUnknownStatus ? 'It has no status, and counts as succeeded.' : 'It succeeded.');
  },
  leadTimeForChange: explainLeadTime,
  changeFailureRate: ({ isFailed, hasIncident }) => {
    if (isFailed && hasIncident)
      return yes('Failed: its status is failed, and an incident has its change_id.');
    if (isFailed) return yes('Failed: its status is failed.');
    if (hasIncident) return yes('Failed: an incident has its change_id.');
    return yes('It did not fail; it counts among all deployments.');
  },
  failedDeploymentRecoveryTime: ({ isFailed, recovery }) => {
    if (recovery === undefined) return no('It did not fail.');
    if (recovery === 'open')
      return no(
        isFailed
          ? 'Not recovered yet: no success has followed, or an incident is still open.'
          : 'Not recovered yet: an incident is still open.',
      );
    if (recovery < 0) return no('It was over before it began, and is left out.');
    return yes(
      `Recovered after ${recovery} s: its incidents resolved, and the next success where it failed.`,
    );
  },
  deploymentReworkRate: ({ isFailed, rework }) => {
    if (isFailed) return no('Its status is failed: only succeeded deployments count.');
    return yes(rework === undefined ? 'Planned.' : `Unplanned: ${REWORK_REASONS[rework]}.`);
  },
};

const REWORK_REASONS = {
  rollback: 'a rollback, its commit is an ancestor of the one deployed before',
  'after-failure': 'the first success after a failed deployment',
  'during-incident': 'the first success after the start of an incident that was open then',
} as const;

/** What is kept of it, in lower case. */
const HEX = /^[\da-f]{7,}$/;

function explainLeadTime({ rule, leads, negative, isTruncated, commit = '' }: Fact): Explanation {
  switch (rule) {
    case 'failed':
      return no('Its status is failed: it brings nothing.');
    case 'no-commit':
      return no('It has no build_commit_sha.');
    case 'pending':
      if (!HEX.test(commit)) return no('Its build_commit_sha is no sha: 7 hex digits or more.');
      return no('Its commit is not known: the repository does not have it (yet), or none is connected.');
    case 'implausible':
      return no('It is more than a day earlier than its own commit: a wrong timestamp.');
    case 'baseline':
      return no('The baseline: the first deployment whose commit is known; its history is not new work.');
    case 'rebaselined':
      return no('A new baseline: its commit has no ancestor in common with anything deployed before.');
  }
  const left = negative === 0 ? '' : ` ${negative} younger than the deployment left out.`;
  const cut = isTruncated ? ' The history ends at a commit whose parent the repository lacks.' : '';
  if (leads.length === 0 && negative === 0)
    return yes(`Measured: it brought no commit for the first time (the same again, or a rollback).${cut}`);
  const brought = leads.length === 1 ? '1 commit' : `${leads.length} commits`;
  return yes(`Measured: it brought ${brought} to the environment for the first time.${left}${cut}`);
}

function yes(reason: string): Explanation {
  return { counted: true, reason };
}

function no(reason: string): Explanation {
  return { counted: false, reason };
}
