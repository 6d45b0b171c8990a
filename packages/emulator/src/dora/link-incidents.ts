import type { Deployment } from './chain.ts';

/** What metrics need of an incident that is not canceled. */
export interface Incident {
  id: string;
  changeId: string | undefined;
  /** Milliseconds since 1970. */
  start: number;
  /** Milliseconds since 1970; undefined while it is open. */
  end: number | undefined;
}

/**
 * Which deployment of a chain each incident is laid to, by its change id: the latest that was made when it began; if
 * none was, the earliest, unless the incident had ended by then (the fix carries the number of what it fixes).
 *
 * @param incidents those that concern the chain's entity and environment.
 * @returns the index of the deployment by the incident's id; those without one are missing.
 */
export function linkIncidents(
  deployments: readonly Deployment[],
  incidents: readonly Incident[],
): Map<string, number> {
  const byChange = new Map<string, number[]>();
  for (const [index, { changeId }] of deployments.entries()) {
    if (changeId === undefined) continue;
    const indexes = byChange.get(changeId);
    if (indexes) indexes.push(index);
    else byChange.set(changeId, [index]);
  }
  const links = new Map<string, number>();
  for (const { id, changeId, start, end } of incidents) {
    const candidates = changeId === undefined ? [] : (byChange.get(changeId) ?? []);
    const timeOf = (index: number) => deployments[index]?.t ?? Number.NaN;
    const [first] = candidates;
    const before = candidates.findLast((index) => timeOf(index) <= start);
    if (before !== undefined) links.set(id, before);
    else if (first !== undefined && !(end !== undefined && end < timeOf(first))) links.set(id, first);
  }
  return links;
}
