import type { Deployment } from './chain.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { Incident } from './link-incidents.ts';
import { newCommits } from './new-commits.ts';

/** Why a succeeded deployment was unplanned. */
export type ReworkReason = 'rollback' | 'after-failure' | 'during-incident';

/**
 * Which deployments of a chain were unplanned, and why, in order (metrics.md, "Deployment rework rate"); undefined for
 * those that were planned, or failed.
 *
 * @param incidents those that are laid to a deployment of the chain.
 */
export function measureRework(
  deployments: readonly Deployment[],
  incidents: readonly Incident[],
  graph: CommitGraph,
): (ReworkReason | undefined)[] {
  const fixes = firstSuccessesDuring(deployments, incidents);
  let previous: Deployment | undefined;
  let hasFailed = false;
  return deployments.map((deployment) => {
    if (deployment.isFailed) {
      hasFailed = true;
      return undefined;
    }
    const reason = isRollback(deployment, previous, graph)
      ? 'rollback'
      : hasFailed
        ? 'after-failure'
        : fixes.has(deployment.id)
          ? 'during-incident'
          : undefined;
    previous = deployment;
    hasFailed = false;
    return reason;
  });
}

/** Its commit is an ancestor of, and not the same as, the one that was there. */
function isRollback({ sha }: Deployment, previous: Deployment | undefined, graph: CommitGraph): boolean {
  const commit = sha === undefined ? undefined : graph.find(sha);
  const before = previous?.sha === undefined ? undefined : graph.find(previous.sha);
  if (commit === undefined || before === undefined || commit === before) return false;
  // Of a higher generation it cannot be an ancestor, and the walk would go far.
  if (graph.generation(commit) >= graph.generation(before)) return false;
  return newCommits(graph, commit, [before]).commits.length === 0;
}

/** Of each incident the first success after its start, if it was open then. */
function firstSuccessesDuring(
  deployments: readonly Deployment[],
  incidents: readonly Incident[],
): Set<string> {
  const succeeded = deployments.filter(({ isFailed }) => !isFailed);
  const found = new Set<string>();
  for (const { start, end } of incidents) {
    const first = succeeded.find(({ t }) => t > start);
    if (first && (end === undefined || first.t <= end)) found.add(first.id);
  }
  return found;
}
