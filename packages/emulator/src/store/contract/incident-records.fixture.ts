import type { IncidentQuery, IncidentRecord } from '../incident-port.ts';
import { ACCOUNT, idOf, NOW } from './records.fixture.ts';

export function newIncident(members: Partial<IncidentRecord> = {}): IncidentRecord {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    title: 'Payments fail',
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
    env: 'production',
    affectedEntityIds: [],
    customFields: '{}',
    createdAt: NOW,
    updatedAt: NOW,
    startedAt: NOW,
    ...members,
  };
}

export function incidentQuery(members: Partial<IncidentQuery> = {}): IncidentQuery {
  return { accountId: ACCOUNT, limit: 1000, offset: 0, ...members };
}
