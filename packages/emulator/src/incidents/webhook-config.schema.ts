import type { FromSchema } from 'json-schema-to-ts';

const path = {
  type: 'string',
  pattern: '^/',
  description: 'a path into the payload, such as /event/data/title',
} as const;
const paths = { type: 'array', minItems: 1, items: path } as const;

const ruleSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['path'],
  properties: {
    path: { oneOf: [path, paths] },
    pattern: { type: 'string', minLength: 1, maxLength: 500 },
    values: { type: 'object', additionalProperties: { type: 'string', minLength: 1 } },
    default: { type: 'string', minLength: 1 },
  },
} as const;

/** Fields of an incident that a mapping can fill. */
export const MAPPED_FIELDS = [
  'title',
  'description',
  'state',
  'severity',
  'detectedAt',
  'reportedAt',
  'resolvedAt',
  'closedAt',
  'changeId',
  'env',
  'affectedEntityIds',
] as const;

export type MappedField = (typeof MAPPED_FIELDS)[number];

const mappingSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    title: ruleSchema,
    description: ruleSchema,
    state: ruleSchema,
    severity: ruleSchema,
    detectedAt: ruleSchema,
    reportedAt: ruleSchema,
    resolvedAt: ruleSchema,
    closedAt: ruleSchema,
    changeId: ruleSchema,
    env: ruleSchema,
    affectedEntityIds: ruleSchema,
    customFields: { type: 'object', additionalProperties: ruleSchema },
  },
} as const;

const sourceSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    // Its length is looked at apart: messages about a schema repeat the value.
    secret: { type: 'string' },
    secretEnv: { type: 'string', minLength: 1 },
    account: { type: 'string', format: 'uuid' },
    mapping: mappingSchema,
  },
} as const;

/** The file that says which systems may send incidents, and what their payloads mean. */
export const webhookConfigSchema = {
  type: 'object',
  additionalProperties: false,
  properties: { pagerduty: sourceSchema, servicenow: sourceSchema },
} as const;

export type WebhookConfigFile = FromSchema<typeof webhookConfigSchema>;
export type SourceConfig = FromSchema<typeof sourceSchema>;
export type MappingConfig = FromSchema<typeof mappingSchema>;
export type RuleConfig = FromSchema<typeof ruleSchema>;
