import type { FromSchema } from 'json-schema-to-ts';
import { dateAttributeSchema } from './dates.ts';

/** Attributes of an `event-deploy`, all optional, names case-sensitive (spec, section 2.4). */
export const deployAttributesSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    env: {
      type: 'string',
      description:
        'Environment name, such as production. Needed for Deployment Frequency. Use one name per environment.',
    },
    status: {
      type: 'string',
      enum: ['success', 'failed'],
      description: 'How the deployment ended. Needed for Change Failure Rate.',
    },
    build_id: { type: 'string', description: 'CI/CD build identifier.' },
    build_commit_sha: {
      type: 'string',
      description:
        'Source-control commit SHA. Needed for Lead Time for Change; must match a commit of the connected repository.',
    },
    build_url: { type: 'string', description: 'URL of the CI/CD build or pipeline run.' },
    description: { type: 'string', description: 'Human-readable description.' },
    initiator: { type: 'string', description: 'Person or system that triggered the deployment.' },
    change_id: {
      type: 'string',
      description:
        'Change-management ticket identifier, which links incidents. Needed for Change Failure Rate.',
    },
    change_url: { type: 'string', description: 'URL of the change ticket.' },
    change_title: { type: 'string', description: 'Change ticket title.' },
    change_author: { type: 'string', description: 'Change ticket author.' },
    change_approver: { type: 'string', description: 'Change ticket approver.' },
    change_window_start: { ...dateAttributeSchema, description: 'Scheduled change window start, ISO 8601.' },
    change_window_end: { ...dateAttributeSchema, description: 'Scheduled change window end, ISO 8601.' },
    deployment_start_time: { ...dateAttributeSchema, description: 'Actual deployment start, ISO 8601.' },
  },
} as const;

export type DeployAttributes = FromSchema<typeof deployAttributesSchema>;
