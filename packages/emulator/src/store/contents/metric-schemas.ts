import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type {
  ChainRecord,
  ChangeUse,
  DayRecord,
  LinkRecord,
  MetricState,
  RunRecord,
} from '../metric-port.ts';
import { closed, count, id, idOrNull, instant, instantOrNull, text, textOrNull } from './schema-parts.ts';
import type { InAccount } from './store-contents.ts';

const day = { type: 'integer' } as const;

export const metricState: JSONSchemaType<InAccount<MetricState>> = {
  ...closed,
  properties: {
    accountId: id,
    version: count,
    watermark: count,
    throughDay: day,
    calculatedAt: instant,
    settings: text,
    histories: { type: 'string', format: 'json' },
  },
  required: ['accountId', 'version', 'watermark', 'throughDay', 'calculatedAt', 'settings', 'histories'],
};

export const metricChain: JSONSchemaType<InAccount<ChainRecord>> = {
  ...closed,
  properties: {
    accountId: id,
    id: count,
    entityId: idOrNull,
    env: textOrNull,
    firstDay: day,
  },
  required: ['accountId', 'id', 'entityId', 'env', 'firstDay'],
};

export const metricDay: JSONSchemaType<InAccount<DayRecord>> = {
  ...closed,
  properties: { accountId: id, chainId: count, day, facts: text, detail: textOrNull, state: textOrNull },
  required: ['accountId', 'chainId', 'day', 'facts', 'detail', 'state'],
};

export const metricChange: JSONSchemaType<InAccount<ChangeUse>> = {
  ...closed,
  properties: { accountId: id, changeId: text, chainId: count, t: instant, seq: count },
  required: ['accountId', 'changeId', 'chainId', 't', 'seq'],
};

export const metricLink: JSONSchemaType<InAccount<LinkRecord>> = {
  ...closed,
  properties: {
    accountId: id,
    incidentId: id,
    chainId: count,
    t: instant,
    start: instant,
    end: instantOrNull,
    digest: text,
  },
  required: ['accountId', 'incidentId', 'chainId', 't', 'start', 'end', 'digest'],
};

export const metricRun: JSONSchemaType<RunRecord> = {
  ...closed,
  properties: {
    accountId: id,
    id,
    startedAt: instant,
    finishedAt: instantOrNull,
    state: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
    throughDay: day,
    dirtyChains: count,
    deployments: count,
    error: textOrNull,
  },
  required: [
    'accountId',
    'id',
    'startedAt',
    'finishedAt',
    'state',
    'throughDay',
    'dirtyChains',
    'deployments',
    'error',
  ],
};
