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
  /** What was there when it was made. */
  reached: Reached;
}

/** What a chain has reached. */
export interface Reached {
  /** From these everything is reached that was there, loose commits aside. */
  tips: readonly CommitIndex[];
  /** Commits of whose parents nothing is known, in the order in which they came; it grows with the chain. */
  loose: readonly CommitIndex[];
  /** How many of them had come. */
  looseCount: number;
}

/** Which of a commit's times counts. */
export type LeadTimeBasis = 'authored' | 'committed';

/**
 * What each deployment of a chain brought, in order.
 *
 * @param before what was reached by the deployment before the first of these.
 */
export function measureLeadTimes(
  deployments: readonly Deployment[],
  graph: CommitGraph,
  basis: LeadTimeBasis = 'authored',
  before: { tips: readonly CommitIndex[]; loose: readonly CommitIndex[] } = { tips: [], loose: [] },
): LeadTimeFacts[] {
  const commitTime = basis === 'authored' ? graph.authoredAt : graph.committedAt;
  let tips = before.tips;
  const loose = [...before.loose];
  const looseOnes = new Set(loose);
  const looseComponents = new Set(loose.map(graph.component));
  const reached = (): Reached => ({ tips, loose, looseCount: loose.length });

  function measure({ t, sha, isFailed }: Deployment): LeadTimeFacts {
    if (isFailed) return nothing('failed');
    if (sha === undefined) return nothing('no-commit');
    const commit = graph.find(sha);
    if (commit === undefined) return nothing('pending');
    // A clock may be a little wrong; a wrong timestamp is wrong by more.
    if (t < graph.committedAt(commit) - DAY) return nothing('implausible');
    if (!graph.hasKnownParents(commit)) return measureLoose(t, commit);
    if (tips.length === 0 && loose.length === 0) {
      tips = [commit];
      return nothing('baseline');
    }
    if (!isConnected(commit)) {
      tips = [...tips, commit];
      return nothing('rebaselined');
    }
    const found = newCommits(graph, commit, tips, looseOnes);
    tips = found.tips;
    if (!found.hasCommon) return nothing('rebaselined');
    return changesOf(
      t,
      found.commits.filter((one) => !graph.isMerge(one)),
      found.isTruncated,
    );
  }

  /** A commit of whose parents nothing is known is the change itself, once. */
  function measureLoose(t: number, commit: CommitIndex): LeadTimeFacts {
    const { commits } = newCommits(graph, commit, tips, looseOnes);
    if (commits.length > 0) {
      loose.push(commit);
      looseOnes.add(commit);
      looseComponents.add(graph.component(commit));
    }
    return changesOf(t, commits, false);
  }

  /** Without a connection there is no common ancestor, and nothing to walk for. */
  function isConnected(commit: CommitIndex): boolean {
    const component = graph.component(commit);
    return looseComponents.has(component) || tips.some((tip) => graph.component(tip) === component);
  }

  function changesOf(t: number, brought: readonly CommitIndex[], isTruncated: boolean): LeadTimeFacts {
    const leads = brought.map((one) => ({ commit: one, leadSeconds: (t - commitTime(one)) / 1000 }));
    const changes = leads.filter(({ leadSeconds }) => leadSeconds >= 0);
    const negative = leads.filter(({ leadSeconds }) => leadSeconds < 0);
    return { rule: 'measured', changes, negative, isTruncated, reached: reached() };
  }

  function nothing(rule: LeadTimeRule): LeadTimeFacts {
    return { rule, changes: [], negative: [], isTruncated: false, reached: reached() };
  }

  return deployments.map(measure);
}
