import { formatTimestamp } from '@milepost/shared/validation';
import type { IncidentRecord } from '../store/incident-port.ts';
import type { IncidentBody } from './incident.schema.ts';

/** An incident as the API answers it. */
export function incidentBody(incident: IncidentRecord): IncidentBody {
  const { startedAt: _kept, detectedAt, reportedAt, resolvedAt, closedAt, ...same } = incident;
  return {
    ...same,
    detectedAt: instant(detectedAt),
    reportedAt: instant(reportedAt),
    resolvedAt: instant(resolvedAt),
    closedAt: instant(closedAt),
    affectedEntityIds: [...incident.affectedEntityIds],
    customFields: JSON.parse(incident.customFields),
    createdAt: formatTimestamp(incident.createdAt),
    updatedAt: formatTimestamp(incident.updatedAt),
  };
}

function instant(milliseconds: number | null): string | null {
  return milliseconds === null ? null : formatTimestamp(milliseconds);
}
