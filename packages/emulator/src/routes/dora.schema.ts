import type { FromSchema } from 'json-schema-to-ts';

const date = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' } as const;
const count = { type: 'integer', minimum: 0 } as const;
const seconds = { type: ['number', 'null'] } as const;
const fraction = { type: ['number', 'null'], minimum: 0, maximum: 1 } as const;
const band = {
  description: 'How the value compares with what DORA found in a year; null without a value.',
  oneOf: [
    {
      type: 'object',
      additionalProperties: false,
      required: ['level', 'year'],
      properties: {
        level: { type: 'string', enum: ['elite', 'high', 'medium', 'low'] },
        year: { type: 'integer' },
      },
    },
    { type: 'null' },
  ],
} as const;

const bucketStart = { ...date, description: 'First day of the bucket.' } as const;

const deploymentFrequency = {
  type: 'object',
  additionalProperties: false,
  required: [
    'perDay',
    'perWeek',
    'perMonth',
    'count',
    'distinctCommits',
    'meanTimeBetweenSeconds',
    'band',
    'series',
  ],
  properties: {
    perDay: { type: ['number', 'null'], description: 'Null before the first deployment.' },
    perWeek: { type: ['number', 'null'], description: '7 times perDay.' },
    perMonth: { type: ['number', 'null'], description: '30 times perDay.' },
    count: { ...count, description: 'Succeeded deployments.' },
    distinctCommits: count,
    meanTimeBetweenSeconds: {
      ...seconds,
      description: 'Between consecutive succeeded deployments of an entity; null without a pair.',
    },
    band,
    series: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['start', 'value', 'n', 'failed'],
        properties: {
          start: bucketStart,
          value: {
            type: ['number', 'null'],
            description: 'Deployments a day; null before the first deployment.',
          },
          n: { ...count, description: 'Succeeded deployments.' },
          failed: count,
        },
      },
    },
  },
} as const;

const leadTimeForChange = {
  type: 'object',
  additionalProperties: false,
  required: ['p50Seconds', 'p90Seconds', 'changes', 'coverage', 'band', 'series'],
  properties: {
    p50Seconds: { ...seconds, description: 'Median over all changes.' },
    p90Seconds: { ...seconds, description: '90th percentile.' },
    changes: { ...count, description: 'Commits that were brought for the first time, and measured.' },
    coverage: {
      type: 'object',
      additionalProperties: false,
      required: ['measured', 'deployed', 'pending', 'negative'],
      properties: {
        measured: { ...count, description: 'Deployments that were measured.' },
        deployed: { ...count, description: 'Succeeded deployments with a commit, without baselines.' },
        pending: { ...count, description: 'Those whose commit is not known yet.' },
        negative: { ...count, description: 'Changes left out because they are younger than the deployment.' },
      },
    },
    band,
    series: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['start', 'p50Seconds', 'p90Seconds', 'n'],
        properties: { start: bucketStart, p50Seconds: seconds, p90Seconds: seconds, n: count },
      },
    },
  },
} as const;

const changeFailureRate = {
  type: 'object',
  additionalProperties: false,
  required: ['rate', 'failed', 'total', 'byStatus', 'byIncident', 'band', 'series'],
  properties: {
    rate: { ...fraction, description: 'Null without a deployment.' },
    failed: count,
    total: { ...count, description: 'Deployments, succeeded and failed.' },
    byStatus: { ...count, description: 'Failed ones whose status says so.' },
    byIncident: { ...count, description: 'Failed ones whose change_id an incident names.' },
    band,
    series: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['start', 'rate', 'failed', 'total'],
        properties: { start: bucketStart, rate: fraction, failed: count, total: count },
      },
    },
  },
} as const;

const failedDeploymentRecoveryTime = {
  type: 'object',
  additionalProperties: false,
  required: ['p50Seconds', 'recovered', 'open', 'band', 'series'],
  properties: {
    p50Seconds: seconds,
    recovered: count,
    open: { ...count, description: 'Not recovered yet.' },
    band,
    series: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['start', 'p50Seconds', 'n'],
        properties: { start: bucketStart, p50Seconds: seconds, n: count },
      },
    },
  },
} as const;

const deploymentReworkRate = {
  type: 'object',
  additionalProperties: false,
  required: ['rate', 'rework', 'total', 'series'],
  properties: {
    rate: { ...fraction, description: 'Null without a succeeded deployment.' },
    rework: { ...count, description: 'Unplanned ones.' },
    total: { ...count, description: 'Succeeded deployments.' },
    series: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['start', 'rate', 'rework', 'total'],
        properties: { start: bucketStart, rate: fraction, rework: count, total: count },
      },
    },
  },
} as const;

const quality = {
  withoutEnv: 'Deployments without an environment.',
  withoutEntity:
    'Deployments without an entity, of this environment or of none; 0 when entities are asked for.',
  unknownStatus: 'Deployments without a status: they count as succeeded.',
  duplicates: 'Deployments that were sent again with the same timestamp and attributes.',
  deploymentsWithoutCommit: 'Succeeded deployments without build_commit_sha.',
  pending: 'Deployments whose commit is not known yet.',
  truncated: 'Deployments whose new history ends at a commit whose parent is not there.',
  rebaselined: 'Deployments without a common ancestor with anything before.',
  implausible: 'Deployments more than a day earlier than their own commit.',
  negativeLeadTimes: 'Changes younger than the deployment that brought them.',
  orphanIncidents:
    'Incidents of the account that began in the window and name no deployment that there is, as of the last calculation.',
  incidentsEndingBeforeStart:
    'Incidents of the account that began in the window and ended before that, as of the last calculation.',
  unreadableRepositories: 'Repositories that could not be read last time.',
} as const;

const dataQuality = {
  type: 'object',
  additionalProperties: false,
  required: [
    'withoutEnv',
    'withoutEntity',
    'unknownStatus',
    'duplicates',
    'deploymentsWithoutCommit',
    'pending',
    'truncated',
    'rebaselined',
    'implausible',
    'negativeLeadTimes',
    'orphanIncidents',
    'incidentsEndingBeforeStart',
    'unreadableRepositories',
  ],
  properties: {
    withoutEnv: { ...count, description: quality.withoutEnv },
    withoutEntity: { ...count, description: quality.withoutEntity },
    unknownStatus: { ...count, description: quality.unknownStatus },
    duplicates: { ...count, description: quality.duplicates },
    deploymentsWithoutCommit: { ...count, description: quality.deploymentsWithoutCommit },
    pending: { ...count, description: quality.pending },
    truncated: { ...count, description: quality.truncated },
    rebaselined: { ...count, description: quality.rebaselined },
    implausible: { ...count, description: quality.implausible },
    negativeLeadTimes: { ...count, description: quality.negativeLeadTimes },
    orphanIncidents: { ...count, description: quality.orphanIncidents },
    incidentsEndingBeforeStart: { ...count, description: quality.incidentsEndingBeforeStart },
    unreadableRepositories: { ...count, description: quality.unreadableRepositories },
  },
} as const;

/** The answer of GET /dora. */
export const metricsSchema = {
  type: 'object',
  additionalProperties: false,
  required: [
    'window',
    'filters',
    'calculatedAt',
    'calculatedThrough',
    'deploymentFrequency',
    'leadTimeForChange',
    'changeFailureRate',
    'failedDeploymentRecoveryTime',
    'deploymentReworkRate',
    'dataQuality',
  ],
  properties: {
    window: {
      type: 'object',
      additionalProperties: false,
      required: ['from', 'to', 'days'],
      properties: { from: date, to: { ...date, description: 'Included.' }, days: { ...count, minimum: 1 } },
    },
    filters: {
      type: 'object',
      additionalProperties: false,
      required: ['entityIds', 'env', 'granularity', 'live'],
      properties: {
        entityIds: { type: 'array', items: { type: 'string' }, description: 'None: all of the account.' },
        env: { type: 'string', description: 'The environment key.' },
        granularity: { type: 'string', enum: ['day', 'week', 'month'] },
        live: { type: 'boolean' },
      },
    },
    calculatedAt: {
      type: ['string', 'null'],
      description: 'When the last calculation ended; null before the first.',
    },
    calculatedThrough: { type: ['string', 'null'], description: 'The last day that is in the numbers.' },
    deploymentFrequency,
    leadTimeForChange,
    changeFailureRate,
    failedDeploymentRecoveryTime,
    deploymentReworkRate,
    dataQuality,
  },
} as const;

export type MetricsBody = FromSchema<typeof metricsSchema>;
