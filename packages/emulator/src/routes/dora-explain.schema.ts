import { storedInstantSchema } from '@milepost/shared';
import type { FromSchema } from 'json-schema-to-ts';
import { METRICS } from '../dora/explain-fact.ts';

/** A deployment, and its part in a metric. */
export const explainedSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['deployment', 'counted', 'reason', 'changes', 'incidents', 'links'],
  properties: {
    deployment: {
      type: 'object',
      additionalProperties: false,
      required: ['id', 'timestamp', 'entityId', 'attributes'],
      properties: {
        id: { type: 'string', format: 'uuid' },
        timestamp: storedInstantSchema,
        entityId: { type: ['string', 'null'] },
        attributes: { type: 'object' },
      },
    },
    counted: { type: 'boolean', description: 'Whether it is part of the number.' },
    reason: { type: 'string', description: 'The rule that decided.' },
    changes: {
      type: 'array',
      description: 'The commits that it brought for the first time, those left out as younger included.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['sha', 'authoredAt', 'leadSeconds', 'url'],
        properties: {
          sha: { type: 'string' },
          authoredAt: {
            ...storedInstantSchema,
            description:
              'When its lead time begins: when it was authored, or committed if the server counts from there.',
          },
          leadSeconds: { type: 'number' },
          url: {
            type: ['string', 'null'],
            description: 'Its page, where the address of the repository tells.',
          },
        },
      },
    },
    incidents: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['id', 'title', 'start', 'end'],
        properties: {
          id: { type: 'string', format: 'uuid' },
          title: { type: 'string' },
          start: storedInstantSchema,
          end: { type: ['string', 'null'], description: 'Null while it lasts.' },
        },
      },
    },
    links: {
      type: 'object',
      additionalProperties: false,
      required: ['event', 'commit'],
      properties: {
        event: { type: 'string', description: 'The event, as it is stored.' },
        commit: { type: ['string', 'null'], description: 'The page of the deployed commit.' },
      },
    },
  },
} as const;

export type ExplainedBody = FromSchema<typeof explainedSchema>;

export const metricNameSchema = { type: 'string', enum: METRICS } as const;
