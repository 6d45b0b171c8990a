import { storedInstantSchema, timestampSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { INCIDENT_STATES, SEVERITIES } from '../store/incident-port.ts';

const title = {
  type: 'string',
  minLength: 1,
  maxLength: 1024,
  description: 'What happened, in one line.',
} as const;
const description = { type: 'string', maxLength: 10_000 } as const;
const externalSystem = {
  type: 'string',
  minLength: 1,
  maxLength: 100,
  description: 'Where the incident is kept otherwise, such as pagerduty or servicenow.',
} as const;
const externalIncidentNumber = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: 'What that system calls it; unique in the account together with externalSystem.',
} as const;
const state = { type: 'string', enum: INCIDENT_STATES } as const;
const severity = { type: 'string', enum: SEVERITIES, description: 'P0 is the worst.' } as const;
const changeId = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description: '`change_id` of the deployment that caused it.',
} as const;
const env = {
  type: 'string',
  maxLength: 255,
  pattern: '\\S',
  description: 'Environment that it concerns, kept in lower case; production when left out.',
} as const;
const affectedEntityIds = {
  type: 'array',
  maxItems: 1000,
  items: { type: 'string', minLength: 1 },
  description: 'Ids or shortIds of the entities that it affects; none for all of the account.',
} as const;
const customFields = { type: 'object', description: 'Anything else worth knowing of it.' } as const;

/** Body of POST /incidents. */
export const createIncidentSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['title'],
  properties: {
    title,
    description,
    externalSystem,
    externalIncidentNumber,
    state: { ...state, description: 'new when left out.' },
    severity,
    detectedAt: timestampSchema,
    reportedAt: timestampSchema,
    resolvedAt: timestampSchema,
    closedAt: timestampSchema,
    changeId,
    env,
    affectedEntityIds,
    customFields,
  },
} as const;

export type CreateIncidentBody = FromSchema<typeof createIncidentSchema>;

const clearable = ['string', 'null'] as const;
const clearableInstant = { ...timestampSchema, type: clearable } as const;

/** Body of PATCH /incidents/{id}: what is left out stays, null clears. */
export const updateIncidentSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title,
    description: { ...description, type: clearable },
    externalSystem: { ...externalSystem, type: clearable },
    externalIncidentNumber: { ...externalIncidentNumber, type: clearable },
    state,
    severity: { ...severity, type: clearable, enum: [...SEVERITIES, null] },
    detectedAt: clearableInstant,
    reportedAt: clearableInstant,
    resolvedAt: clearableInstant,
    closedAt: clearableInstant,
    changeId: { ...changeId, type: clearable },
    env: { ...env, type: clearable },
    affectedEntityIds: { ...affectedEntityIds, type: ['array', 'null'] },
    customFields: { ...customFields, type: ['object', 'null'] },
  },
} as const;

export type UpdateIncidentBody = FromSchema<typeof updateIncidentSchema>;

const storedInstant = { ...storedInstantSchema, type: clearable } as const;

/** An incident as it is answered. */
export const incidentSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'id',
    'title',
    'description',
    'externalSystem',
    'externalIncidentNumber',
    'state',
    'severity',
    'detectedAt',
    'reportedAt',
    'resolvedAt',
    'closedAt',
    'changeId',
    'env',
    'affectedEntityIds',
    'customFields',
    'accountId',
    'createdAt',
    'updatedAt',
  ],
  properties: {
    ...updateIncidentSchema.properties,
    id: { type: 'string', format: 'uuid' },
    detectedAt: storedInstant,
    reportedAt: storedInstant,
    resolvedAt: storedInstant,
    closedAt: storedInstant,
    env,
    affectedEntityIds: { type: 'array', items: { type: 'string', format: 'uuid' } },
    customFields,
    accountId: { type: 'string', format: 'uuid' },
    createdAt: storedInstantSchema,
    updatedAt: storedInstantSchema,
  },
} as const;

export type IncidentBody = FromSchema<typeof incidentSchema>;
