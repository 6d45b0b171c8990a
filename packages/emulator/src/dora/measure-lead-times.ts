import type { Deployment } from './chain.ts';
import type { CommitGraph, CommitIndex } from './commit-graph.ts';
import { newCommits } from './new-commits.ts';
import { DAY } from './window.ts';

/**
 * Which rule decided what a deployment brought (metrics.md, "Lead time for change"):
 * - `failed`, `no-commit`: brings nothing, moves nothing;
 * - `pending`: its commit is not in the repository yet;
 * - `implausible`: more than a day earlier than its own commit;
 * - `baseline`, `rebaselined`: its history is not new work;
 * - `measured`: brings `changes`, or none after a rollback or a redeployment.
 */
export type LeadTimeRule =
  | 'failed'
  | 'no-commit'
  | 'pending'
  | 'implausible'
  | 'baseline'
  | 'rebaselined'
  | 'measured';

/** A commit that a deployment brought to its environment for the first time. */
export interface Change {
  commit: CommitIndex;
  /** From the commit to the deployment. */
  leadSeconds: number;
}

export interface LeadTimeFacts {
  rule: LeadTimeRule;
  changes: Change[];
  /** Those that are younger than the deployment: left out. */
  negative: Change[];
  /** The repository lacks a parent of what is new. */
  isTruncated: boolean;
  /** From these everything is reached that was there when it was made. */
  tips: readonly CommitIndex[];
}

/** Which of a commit's times counts. */
export type LeadTimeBasis = 'authored' | 'committed';

/**
 * What each deployment of a chain brought, in order.
 *
 * @param before `tips` of the deployment before the first of these.
 */
export function measureLeadTimes(
  deployments: readonly Deployment[],
  graph: CommitGraph,
  basis: LeadTimeBasis = 'authored',
  before: readonly CommitIndex[] = [],
): LeadTimeFacts[] {
  const commitTime = basis === 'authored' ? graph.authoredAt : graph.committedAt;
  let tips = before;

  function measure({ t, sha, isFailed }: Deployment): LeadTimeFacts {
    if (isFailed) return nothing('failed');
    if (sha === undefined) return nothing('no-commit');
    const commit = graph.find(sha);
    if (commit === undefined) return nothing('pending');
    // A clock may be a little wrong; a wrong timestamp is wrong by more.
    if (t < graph.committedAt(commit) - DAY) return nothing('implausible');
    const isKnown = graph.hasKnownParents(commit);
    if (tips.length === 0 && isKnown) {
      tips = [commit];
      return nothing('baseline');
    }
    const found = newCommits(graph, commit, tips);
    tips = found.tips;
    if (isKnown && !found.hasCommon) return nothing('rebaselined');
    const brought = isKnown
      ? found.commits.filter((one) => !graph.isMerge(one))
      : found.commits.filter((one) => one === commit);
    const leads = brought.map((one) => ({ commit: one, leadSeconds: (t - commitTime(one)) / 1000 }));
    const changes = leads.filter(({ leadSeconds }) => leadSeconds >= 0);
    const negative = leads.filter(({ leadSeconds }) => leadSeconds < 0);
    return { rule: 'measured', changes, negative, isTruncated: found.isTruncated, tips };
  }

  function nothing(rule: LeadTimeRule): LeadTimeFacts {
    return { rule, changes: [], negative: [], isTruncated: false, tips };
  }

  return deployments.map(measure);
}
