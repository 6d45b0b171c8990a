import type { JSONSchemaType } from 'ajv/dist/2020.js';
import { event, idempotencyKey } from './event-schemas.ts';
import {
  metricChain,
  metricChange,
  metricDay,
  metricLink,
  metricRun,
  metricState,
} from './metric-schemas.ts';
import { account, apiKey, blueprint, entity, secret, user } from './record-schemas.ts';
import { commit, incident, repo } from './repo-schemas.ts';
import { closed } from './schema-parts.ts';
import type { StoreContents } from './store-contents.ts';

/** The file: the store's records as they are, so that reading it is checking it. */
export type JsonDocument = { milepostFormat: number } & {
  [Name in keyof StoreContents]: StoreContents[Name] extends Iterable<infer Record> ? Record[] : never;
};

export const documentSchema: JSONSchemaType<JsonDocument> = {
  ...closed,
  properties: {
    milepostFormat: { type: 'integer' },
    accounts: { type: 'array', items: account },
    users: { type: 'array', items: user },
    apiKeys: { type: 'array', items: apiKey },
    blueprints: { type: 'array', items: blueprint },
    entities: { type: 'array', items: entity },
    secrets: { type: 'array', items: secret },
    idempotencyKeys: { type: 'array', items: idempotencyKey },
    events: { type: 'array', items: event },
    incidents: { type: 'array', items: incident },
    repos: { type: 'array', items: repo },
    commits: { type: 'array', items: commit },
    metricStates: { type: 'array', items: metricState },
    metricChains: { type: 'array', items: metricChain },
    metricDays: { type: 'array', items: metricDay },
    metricChanges: { type: 'array', items: metricChange },
    metricLinks: { type: 'array', items: metricLink },
    metricRuns: { type: 'array', items: metricRun },
  },
  required: [
    'milepostFormat',
    'accounts',
    'users',
    'apiKeys',
    'blueprints',
    'entities',
    'secrets',
    'idempotencyKeys',
    'events',
    'incidents',
    'repos',
    'commits',
    'metricStates',
    'metricChains',
    'metricDays',
    'metricChanges',
    'metricLinks',
    'metricRuns',
  ],
};
