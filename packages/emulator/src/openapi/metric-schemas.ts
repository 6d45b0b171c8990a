import { runSchema } from '../calculation/run.schema.ts';
import { metricsSchema } from '../routes/dora.schema.ts';
import { explainedSchema, metricNameSchema } from '../routes/dora-explain.schema.ts';
import {
  addCommitsSchema,
  addedCommitsSchema,
  createRepoSchema,
  repoSchema,
} from '../routes/repos.schema.ts';
import { pageOf } from './page-schemas.ts';

const explainedPage = pageOf(explainedSchema);

/** The named schemas of repositories, and of the metrics that come from their commits. */
export const metricSchemas = {
  Repo: repoSchema,
  RepoPage: pageOf(repoSchema),
  CreateRepo: createRepoSchema,
  AddCommits: addCommitsSchema,
  AddedCommits: addedCommitsSchema,
  Metrics: metricsSchema,
  ExplainedDeployment: explainedSchema,
  Explanation: {
    ...explainedPage,
    required: ['metric', 'value', ...explainedPage.required],
    properties: {
      metric: metricNameSchema,
      value: {
        type: ['number', 'null'],
        description:
          'The main number of the metric for the window: a day, the median in seconds, or the rate. Null where GET /dora has null.',
      },
      ...explainedPage.properties,
    },
  },
  RunPage: pageOf(runSchema),
} as const;
