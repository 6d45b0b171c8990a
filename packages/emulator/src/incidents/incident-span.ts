import type { IncidentRecord } from '../store/incident-port.ts';

type Times = Pick<IncidentRecord, 'detectedAt' | 'reportedAt' | 'createdAt'>;
type Endings = Pick<IncidentRecord, 'state' | 'resolvedAt' | 'closedAt'>;

/** When an incident began and ended, in milliseconds since 1970 (metrics.md, "Change failure rate"). */
export interface IncidentSpan {
  start: number;
  /** undefined while it lasts, or lasts again. May lie before `start`: the calculator counts those apart. */
  end: number | undefined;
}

/** The span of an incident: detected, else reported, else created; to resolved, else closed, unless reopened. */
export function incidentSpan(incident: Times & Endings): IncidentSpan {
  return { start: incidentStart(incident), end: incidentEnd(incident) };
}

/** What a record keeps as `startedAt`. */
export function incidentStart({ detectedAt, reportedAt, createdAt }: Times): number {
  return detectedAt ?? reportedAt ?? createdAt;
}

function incidentEnd({ state, resolvedAt, closedAt }: Endings): number | undefined {
  return state === 'reopened' ? undefined : (resolvedAt ?? closedAt ?? undefined);
}
