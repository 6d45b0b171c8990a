import type { Deployment } from './chain.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { Incident } from './link-incidents.ts';
import { lowerBound } from './lower-bound.ts';
import { isAncestor } from './new-commits.ts';

/** Why a succeeded deployment was unplanned. */
export type ReworkReason = 'rollback' | 'after-failure' | 'during-incident';

/**
 * Which deployments of a chain were unplanned, and why, in order (metrics.md, "Deployment rework rate"); undefined for
 * those that were planned, or failed.
 *
 * @param incidents those that are laid to one of the deployments.
 * @param before the last success before the first of these; nothing may have failed since.
 */
export function measureRework(
  deployments: readonly Deployment[],
  incidents: readonly Incident[],
  graph: CommitGraph,
  before?: Success,
): (ReworkReason | undefined)[] {
  const fixes = firstSuccessesDuring(deployments, incidents, before);
  let previous = before;
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

/** What later deployments are compared with. */
export interface Success {
  t: number;
  sha: string | undefined;
}

/** Its commit is an ancestor of, and not the same as, the one that was there. */
function isRollback({ sha }: Success, previous: Success | undefined, graph: CommitGraph): boolean {
  const commit = sha === undefined ? undefined : graph.find(sha);
  const before = previous?.sha === undefined ? undefined : graph.find(previous.sha);
  if (commit === undefined || before === undefined || commit === before) return false;
  return isAncestor(graph, commit, before);
}

/** Of each incident the first success after its start, if it was open then. */
function firstSuccessesDuring(
  deployments: readonly Deployment[],
  incidents: readonly Incident[],
  before: Success | undefined,
): Set<string> {
  const succeeded = deployments.filter(({ isFailed }) => !isFailed);
  const found = new Set<string>();
  for (const { start, end } of incidents) {
    if (before && before.t > start) continue;
    const first = succeeded[lowerBound(succeeded.length, (index) => (succeeded[index]?.t ?? 0) <= start)];
    if (first && (end === undefined || first.t <= end)) found.add(first.id);
  }
  return found;
}
