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
 * Which of the deployments with its change id an incident is laid to: the latest that was made when it began; if none
 * was, the earliest, unless the incident had ended by then (the fix carries the number of what it fixes).
 *
 * @param candidates deployments of one chain with the incident's change id, in order.
 */
function linkedDeployment<T extends { t: number }>(
  { start, end }: Incident,
  candidates: readonly T[],
): T | undefined {
  const before = candidates.findLast(({ t }) => t <= start);
  if (before) return before;
  const [first] = candidates;
  return first && end !== undefined && end < first.t ? undefined : first;
}

/**
 * Lays incidents to deployments of a chain.
 *
 * @param deployments in order; all of the chain, or those from some day on.
 * @param incidents those that concern the chain's entity and environment.
 * @param earlier those before `deployments` that have a change id, in order.
 * @returns the index of the deployment by the incident's id; those without one among `deployments` are missing.
 */
export function linkIncidents(
  deployments: readonly { t: number; changeId: string | undefined }[],
  incidents: readonly Incident[],
  earlier: readonly { t: number; changeId: string }[] = [],
): Map<string, number> {
  const byChange = new Map<string, { t: number; index: number }[]>();
  const note = (changeId: string, candidate: { t: number; index: number }) => {
    const candidates = byChange.get(changeId);
    if (candidates) candidates.push(candidate);
    else byChange.set(changeId, [candidate]);
  };
  for (const { changeId, t } of earlier) note(changeId, { t, index: -1 });
  for (const [index, { changeId, t }] of deployments.entries())
    if (changeId !== undefined) note(changeId, { t, index });

  const links = new Map<string, number>();
  for (const incident of incidents) {
    const { changeId } = incident;
    const candidates = changeId === undefined ? [] : (byChange.get(changeId) ?? []);
    const found = linkedDeployment(incident, candidates);
    if (found && found.index >= 0) links.set(incident.id, found.index);
  }
  return links;
}
