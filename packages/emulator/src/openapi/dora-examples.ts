import { examples, pageWith } from './examples.ts';
import { incidentExamples } from './incident-examples.ts';

const { entity, storedEvent, run } = examples;
const { incident } = incidentExamples;

const sha = storedEvent.attributes.build_commit_sha;
const url = 'https://github.com/example/checkout.git';
const start = '2026-01-31';

const repo = {
  id: '019c139e-76d8-7a41-9b1e-2d3c4b5a6990',
  name: 'checkout',
  url,
  path: null,
  entityIds: [entity.id],
  accountId: entity.accountId,
  createdAt: '2026-01-30T08:15:02.041Z',
  readAt: run.startedAt,
  readError: null,
};

/** One deployment on one day, of one commit, and an incident that it caused. */
const metrics = {
  window: { from: start, to: start, days: 1 },
  filters: { entityIds: [entity.id], env: 'production', granularity: 'day', live: false },
  calculatedAt: run.finishedAt,
  calculatedThrough: run.through,
  deploymentFrequency: {
    perDay: 1,
    perWeek: 7,
    perMonth: 30,
    count: 1,
    distinctCommits: 1,
    meanTimeBetweenSeconds: null,
    band: { level: 'elite', year: 2023 },
    series: [{ start, value: 1, n: 1, failed: 0 }],
  },
  leadTimeForChange: {
    p50Seconds: 50_400,
    p90Seconds: 50_400,
    changes: 1,
    coverage: { measured: 1, deployed: 1, pending: 0, negative: 0 },
    band: { level: 'elite', year: 2023 },
    series: [{ start, p50Seconds: 50_400, p90Seconds: 50_400, n: 1 }],
  },
  changeFailureRate: {
    rate: 1,
    failed: 1,
    total: 1,
    byStatus: 0,
    byIncident: 1,
    band: { level: 'low', year: 2023 },
    series: [{ start, rate: 1, failed: 1, total: 1 }],
  },
  failedDeploymentRecoveryTime: {
    p50Seconds: 4260,
    recovered: 1,
    open: 0,
    band: { level: 'high', year: 2023 },
    series: [{ start, p50Seconds: 4260, n: 1 }],
  },
  deploymentReworkRate: {
    rate: 0,
    rework: 0,
    total: 1,
    series: [{ start, rate: 0, rework: 0, total: 1 }],
  },
  dataQuality: {
    withoutEnv: 0,
    withoutEntity: 0,
    unknownStatus: 0,
    duplicates: 0,
    deploymentsWithoutCommit: 0,
    pending: 0,
    truncated: 0,
    rebaselined: 0,
    implausible: 0,
    negativeLeadTimes: 0,
    orphanIncidents: 0,
    incidentsEndingBeforeStart: 0,
    unreadableRepositories: 0,
  },
};

const commitPage = `https://github.com/example/checkout/commit/${sha}`;

const explanation = {
  metric: 'leadTimeForChange',
  value: metrics.leadTimeForChange.p50Seconds,
  ...pageWith({
    deployment: {
      id: storedEvent.id,
      timestamp: storedEvent.timestamp,
      entityId: storedEvent.entityId,
      attributes: storedEvent.attributes,
    },
    counted: true,
    reason: 'Measured: it brought 1 commit to the environment for the first time.',
    changes: [{ sha, authoredAt: '2026-01-30T19:30:00.000Z', leadSeconds: 50_400, url: commitPage }],
    incidents: [
      { id: incident.id, title: incident.title, start: incident.detectedAt, end: incident.resolvedAt },
    ],
    links: { event: `http://127.0.0.1:4010/events/${storedEvent.id}`, commit: commitPage },
  }),
};

/** The same as tables. */
const csv = {
  metrics: [
    'start,deploymentFrequency.value,deploymentFrequency.n,deploymentFrequency.failed,leadTimeForChange.p50Seconds,leadTimeForChange.p90Seconds,leadTimeForChange.n,changeFailureRate.rate,changeFailureRate.failed,changeFailureRate.total,failedDeploymentRecoveryTime.p50Seconds,failedDeploymentRecoveryTime.n,deploymentReworkRate.rate,deploymentReworkRate.rework,deploymentReworkRate.total',
    `${start},1,1,0,50400,50400,1,1,1,1,4260,1,0,0,1`,
  ],
  explanation: [
    'deployment,timestamp,entityId,env,status,build_commit_sha,change_id,counted,reason,change,authoredAt,leadSeconds,incidents',
    `${storedEvent.id},${storedEvent.timestamp},${entity.id},production,success,${sha},CHG-1042,true,Measured: it brought 1 commit to the environment for the first time.,${sha},2026-01-30T19:30:00.000Z,50400,${incident.id}`,
  ],
};

/** Bodies about repositories and metrics. Each is valid by the schema that it stands beside. */
export const doraExamples = {
  repo,
  newRepo: { name: repo.name, url, entityIds: [entity.shortId] },
  newRepoByHand: { name: 'checkout, by hand', entityIds: [entity.shortId] },
  newCommits: {
    commits: [
      {
        sha,
        parents: [],
        authoredAt: '2026-01-30T20:30:00+01:00',
        message: 'Pay by instalments',
        author: 'Ada',
      },
    ],
  },
  metrics,
  metricsCsv: toText(csv.metrics),
  explanation,
  explanationCsv: toText(csv.explanation),
  runs: pageWith(run),
} as const;

function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('');
}
