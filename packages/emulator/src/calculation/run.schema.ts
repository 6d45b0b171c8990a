import { storedInstantSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';

/** A run of the metric calculation, as it is shown. */
export const runSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'startedAt', 'finishedAt', 'state', 'through', 'dirtyChains', 'deployments', 'error'],
  properties: {
    id: { type: 'string' },
    startedAt: storedInstantSchema,
    finishedAt: {
      type: ['string', 'null'],
      description: 'ISO 8601 datetime in UTC with milliseconds; null while it is running.',
    },
    state: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
    through: {
      type: 'string',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      description: 'The last day that it calculates, in UTC.',
    },
    dirtyChains: {
      type: 'integer',
      minimum: 0,
      description: 'Chains (deployments of one entity to one environment) that had to be calculated anew.',
    },
    deployments: { type: 'integer', minimum: 0, description: 'Deployments that were read for them.' },
    error: { type: ['string', 'null'], description: 'Why it failed; null unless it did.' },
  },
} as const;

export type RunBody = FromSchema<typeof runSchema>;
