import { metricNameSchema } from '../../routes/dora-explain.schema.ts';
import { MAX_WINDOW_DAYS } from '../../routes/dora-query.ts';
import { guardedAnswers, invalidQuery, refusal } from '../answers.ts';
import { doraExamples } from '../dora-examples.ts';
import type { Operation, Parameter, Paths } from '../openapi-types.ts';
import { filter, pagingParameters, textFilter } from '../parameters.ts';
import { ANY_CREDENTIAL } from '../security.ts';

const date = { type: 'string', format: 'date' } as const;
const longest = MAX_WINDOW_DAYS.toLocaleString('en');

/** The parameters of a window, as routes/dora-query.ts reads them. */
const windowParameters: readonly Parameter[] = [
  {
    ...filter(
      'entityId',
      'Ids or shortIds of entities, whose deployments are pooled; repeat it for several. All of the account (or of the key) when left out.',
      { type: 'array', items: { type: 'string', minLength: 1 } },
    ),
    explode: true,
  },
  {
    ...textFilter('env', 'Environment, in any of its spellings: `prod` is `production`, too.'),
    schema: { type: 'string', minLength: 1, default: 'production' },
  },
  filter(
    'from',
    `First day (UTC) of the window; 29 days before \`to\` when left out. Not after \`to\`, and at most ${longest} days with it.`,
    date,
  ),
  filter(
    'to',
    'Last day (UTC) of the window, included; yesterday when left out, or `from` when that is later.',
    date,
  ),
  filter(
    'live',
    'With what came since the last calculation, in the days of the window; it has today when `to` says so.',
    {
      type: 'boolean',
      default: false,
    },
  ),
];

const notFound = refusal(
  'The account has no such entity, or the API key may not see it.',
  "Entity 'chekout' not found",
);
const badWindow = invalidQuery('from', 'must not be after to');

const getMetrics: Operation = {
  operationId: 'getDoraMetrics',
  tags: ['Metrics'],
  summary: 'The five DORA metrics (ext)',
  description:
    'Deployment frequency, lead time for change, change failure rate, failed deployment recovery time and deployment rework rate of a window of whole UTC days, as numbers and as series; and what is doubtful about them. Durations are seconds, rates are fractions from 0 to 1, gaps are null. They reach as far as the last calculation, `calculatedThrough`. As CSV (`Accept: text/csv`): one row a bucket, one column a number.',
  security: ANY_CREDENTIAL,
  parameters: [
    ...windowParameters,
    filter(
      'granularity',
      'Buckets of the series: days, weeks from Monday on, or months; those at the ends are clipped to the window.',
      { type: 'string', enum: ['day', 'week', 'month'], default: 'day' },
    ),
  ],
  responses: guardedAnswers({
    200: {
      description: 'The metrics.',
      schema: 'Metrics',
      example: doraExamples.metrics,
      text: 'text/csv',
      textExample: doraExamples.metricsCsv,
    },
    400: badWindow,
    404: notFound,
  }),
};

const explainMetric: Operation = {
  operationId: 'explainDoraMetric',
  tags: ['Metrics'],
  summary: 'What a metric comes from (ext)',
  description:
    'Every deployment of the window, newest first, those left out included: whether it is part of the number and by which rule, the commits that it brought, and the incidents that are laid to it. As CSV (`Accept: text/csv`): one row a commit, and one for a deployment without any; the page of `limit`, `offset` or `cursor`.',
  security: ANY_CREDENTIAL,
  parameters: [
    {
      name: 'metric',
      in: 'query',
      required: true,
      description: 'The metric to explain.',
      schema: metricNameSchema,
    },
    ...windowParameters,
    filter('day', 'A day (UTC) instead of `from` and `to`.', date),
    ...pagingParameters,
  ],
  responses: guardedAnswers({
    200: {
      description: 'A page of deployments.',
      schema: 'Explanation',
      example: doraExamples.explanation,
      text: 'text/csv',
      textExample: doraExamples.explanationCsv,
    },
    400: badWindow,
    404: notFound,
  }),
};

const listRuns: Operation = {
  operationId: 'listDoraRuns',
  tags: ['Metrics'],
  summary: 'When the metrics were calculated (ext)',
  description:
    'The calculations of the account, newest first. One is made at each UTC midnight; one that failed leaves the numbers as they were.',
  security: ANY_CREDENTIAL,
  parameters: pagingParameters,
  responses: guardedAnswers({
    200: { description: 'A page of calculations.', schema: 'RunPage', example: doraExamples.runs },
    400: invalidQuery('limit', 'must be a whole number from 1 to 500'),
  }),
};

export const doraPaths: Paths = {
  '/dora': { get: getMetrics },
  '/dora/explain': { get: explainMetric },
  '/dora/runs': { get: listRuns },
};
