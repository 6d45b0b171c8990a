import type { JSONSchemaType } from 'ajv/dist/2020.js';
import type {
  ChainRecord,
  ChangeUse,
  DayRecord,
  LinkRecord,
  MetricState,
  RunRecord,
} from '../metric-port.ts';
import {
  closed,
  count,
  day,
  finishedDay,
  instant,
  instantOrNull,
  json,
  jsonArray,
  jsonArrayOrNull,
  jsonObject,
  jsonObjectOrNull,
  text,
  textOrNull,
  toldInstant,
  toldInstantOrNull,
  uuid,
  uuidOrNull,
} from './schema-parts.ts';
import type { InAccount } from './store-contents.ts';

export const metricState: JSONSchemaType<InAccount<MetricState>> = {
  ...closed,
  properties: {
    accountId: uuid,
    version: count,
    watermark: count,
    throughDay: finishedDay,
    calculatedAt: instant,
    settings: json,
    histories: jsonObject,
  },
  required: ['accountId', 'version', 'watermark', 'throughDay', 'calculatedAt', 'settings', 'histories'],
};

export const metricChain: JSONSchemaType<InAccount<ChainRecord>> = {
  ...closed,
  properties: {
    accountId: uuid,
    id: count,
    entityId: uuidOrNull,
    env: textOrNull,
    firstDay: day,
  },
  required: ['accountId', 'id', 'entityId', 'env', 'firstDay'],
};

export const metricDay: JSONSchemaType<InAccount<DayRecord>> = {
  ...closed,
  properties: {
    accountId: uuid,
    chainId: count,
    day,
    facts: jsonArray,
    detail: jsonArrayOrNull,
    state: jsonObjectOrNull,
  },
  required: ['accountId', 'chainId', 'day', 'facts', 'detail', 'state'],
};

export const metricChange: JSONSchemaType<InAccount<ChangeUse>> = {
  ...closed,
  properties: { accountId: uuid, changeId: text, chainId: count, t: instant, seq: count },
  required: ['accountId', 'changeId', 'chainId', 't', 'seq'],
};

export const metricLink: JSONSchemaType<InAccount<LinkRecord>> = {
  ...closed,
  properties: {
    accountId: uuid,
    incidentId: uuid,
    chainId: count,
    t: instant,
    start: toldInstant,
    end: toldInstantOrNull,
    digest: text,
  },
  required: ['accountId', 'incidentId', 'chainId', 't', 'start', 'end', 'digest'],
};

export const metricRun: JSONSchemaType<RunRecord> = {
  ...closed,
  properties: {
    accountId: uuid,
    id: uuid,
    startedAt: instant,
    finishedAt: instantOrNull,
    state: { type: 'string', enum: ['running', 'succeeded', 'failed'] },
    throughDay: finishedDay,
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
