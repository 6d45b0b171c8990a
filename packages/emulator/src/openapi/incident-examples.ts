import { examples } from './examples.ts';

const { entity } = examples;

const incident = {
  id: '019c139e-76d8-7a41-9b1e-2d3c4b5a6980',
  title: 'Nobody can pay',
  description: null,
  externalSystem: 'servicenow',
  externalIncidentNumber: 'INC0010001',
  state: 'resolved',
  severity: 'P1',
  detectedAt: '2026-01-31T10:02:00.000Z',
  reportedAt: null,
  resolvedAt: '2026-01-31T10:41:00.000Z',
  closedAt: null,
  changeId: 'CHG-1042',
  env: 'production',
  affectedEntityIds: [entity.id],
  customFields: {},
  accountId: entity.accountId,
  createdAt: '2026-01-31T10:05:12.512Z',
  updatedAt: '2026-01-31T10:41:03.007Z',
};

/** Bodies about incidents. Each is valid by the schema that it stands beside, and works in a fresh emulator. */
export const incidentExamples = {
  incident,
  newIncident: {
    title: incident.title,
    severity: incident.severity,
    detectedAt: '2026-01-31T10:02:00Z',
    changeId: incident.changeId,
    affectedEntityIds: [entity.shortId],
  },
  resolvedIncident: { state: 'resolved', resolvedAt: '2026-01-31T10:41:00Z' },
  pagerduty: {
    event: {
      id: '5ac64822-4adc-4fda-ade0-410becf0de4f',
      event_type: 'incident.triggered',
      resource_type: 'incident',
      occurred_at: '2026-01-31T10:02:00.169Z',
      data: {
        id: 'PGR0VU2',
        type: 'incident',
        status: 'triggered',
        created_at: '2026-01-31T10:02:00Z',
        title: incident.title,
        priority: { summary: 'P1', type: 'priority_reference' },
      },
    },
  },
  servicenow: {
    number: incident.externalIncidentNumber,
    short_description: incident.title,
    state: '2',
    priority: '1',
    opened_at: '2026-01-31 10:05:12',
    sys_updated_on: '2026-01-31 10:06:40',
    u_change_id: incident.changeId,
  },
} as const;
