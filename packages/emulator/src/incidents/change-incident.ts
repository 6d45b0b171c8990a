import { parseTimestamp } from '@milepost/shared/validation';
import { v7 as uuidv7 } from 'uuid';
import { normalizeEnvironment } from '../environment.ts';
import type { IncidentRecord } from '../store/incident-port.ts';
import type { UpdateIncidentBody } from './incident.schema.ts';
import { incidentStart } from './incident-span.ts';

export const DEFAULT_ENVIRONMENT = 'production';

/** Members of an incident that are to be others. What is left out stays. */
export type IncidentChanges = Partial<
  Omit<IncidentRecord, 'accountId' | 'id' | 'createdAt' | 'updatedAt' | 'startedAt'>
>;

/** An incident of which nothing is known yet but that there is one. */
export function newIncident(accountId: string, now: number, id = uuidv7()): IncidentRecord {
  return {
    accountId,
    id,
    title: '',
    description: null,
    externalSystem: null,
    externalIncidentNumber: null,
    state: 'new',
    severity: null,
    detectedAt: null,
    reportedAt: null,
    resolvedAt: null,
    closedAt: null,
    changeId: null,
    env: DEFAULT_ENVIRONMENT,
    affectedEntityIds: [],
    customFields: '{}',
    createdAt: now,
    updatedAt: now,
    startedAt: now,
  };
}

/**
 * The incident with the changes made.
 *
 * @param endedAt when it ended, if it is now resolved or closed and nothing says since when.
 */
export function changeIncident(
  before: IncidentRecord,
  changes: IncidentChanges,
  now: number,
  endedAt = now,
): IncidentRecord {
  const merged = { ...before, ...changes };
  return {
    ...merged,
    ...settleEnd(before, changes, endedAt),
    env: normalizeEnvironment(merged.env),
    startedAt: incidentStart(merged),
    updatedAt: now,
  };
}

function settleEnd(
  before: IncidentRecord,
  changes: IncidentChanges,
  endedAt: number,
): Pick<IncidentRecord, 'resolvedAt' | 'closedAt'> {
  const { state, ...ends } = { ...before, ...changes };
  // What was open again ends a second time: the times of its first end are not those of this one.
  const again = before.state === 'reopened';
  const resolvedAt = again ? (changes.resolvedAt ?? null) : ends.resolvedAt;
  const closedAt = again ? (changes.closedAt ?? null) : ends.closedAt;
  switch (state) {
    case 'resolved':
      return { closedAt, resolvedAt: resolvedAt ?? endedAt };
    case 'closed':
      return { resolvedAt, closedAt: closedAt ?? endedAt };
    default:
      return { resolvedAt: ends.resolvedAt, closedAt: ends.closedAt };
  }
}

const INSTANTS = ['detectedAt', 'reportedAt', 'resolvedAt', 'closedAt'] as const;

/**
 * What a valid body wants changed; null clears.
 *
 * @param entityIds the ids of the entities that the body names.
 */
export function changesOf(
  { detectedAt, reportedAt, resolvedAt, closedAt, ...body }: UpdateIncidentBody,
  entityIds: readonly string[],
): IncidentChanges {
  const { affectedEntityIds, customFields, env, ...same } = body;
  const instants = { detectedAt, reportedAt, resolvedAt, closedAt };
  const changes: IncidentChanges = {
    ...same,
    ...(env !== undefined && { env: env ?? DEFAULT_ENVIRONMENT }),
    ...(affectedEntityIds !== undefined && { affectedEntityIds: entityIds }),
    ...(customFields !== undefined && { customFields: JSON.stringify(customFields ?? {}) }),
  };
  for (const name of INSTANTS) {
    const text = instants[name];
    if (text !== undefined) changes[name] = text === null ? null : (parseTimestamp(text) ?? null);
  }
  return changes;
}
