import { changeFailureRate } from '../dora/change-failure-rate.ts';
import { deploymentQuality } from '../dora/data-quality.ts';
import { deploymentFrequency } from '../dora/deployment-frequency.ts';
import { deploymentReworkRate } from '../dora/deployment-rework-rate.ts';
import { failedDeploymentRecoveryTime } from '../dora/failed-deployment-recovery-time.ts';
import { leadTimeForChange } from '../dora/lead-time-for-change.ts';
import { type Bucket, bucketsOf, DAY, type Granularity } from '../dora/window.ts';
import {
  factsOf,
  type MetricDays,
  type MetricDaysDeps,
  type MetricDaysQuery,
  readMetricDays,
} from './read-metric-days.ts';

/** The five metrics of a window, as `GET /dora` shows them. */
export type Metrics = ReturnType<typeof metricsOf>;

/** Makes the five metrics of days that were read. */
export function metricsOf(
  days: MetricDays,
  { window, entityIds }: Pick<MetricDaysQuery, 'window' | 'entityIds'>,
  buckets: readonly Bucket[],
) {
  const facts = factsOf(days.counted.rows);
  const isOneEntity = entityIds?.length === 1;
  return {
    deploymentFrequency: deploymentFrequency(facts, window, buckets, {
      firstDay: firstDayOf(days),
      isOneEntity,
    }),
    leadTimeForChange: leadTimeForChange(facts, window, buckets),
    changeFailureRate: changeFailureRate(facts, window, buckets),
    failedDeploymentRecoveryTime: failedDeploymentRecoveryTime(facts, window, buckets),
    deploymentReworkRate: deploymentReworkRate(facts, window, buckets),
    quality: deploymentQuality(facts),
  };
}

export type MetricsSummary = Awaited<ReturnType<typeof summarizeMetrics>>;

/** The metrics of a window, and what is doubtful about them (metrics.md, "Answer of GET /dora"). */
export async function summarizeMetrics(
  deps: MetricDaysDeps,
  query: MetricDaysQuery & { granularity: Granularity },
) {
  const { accountId, window } = query;
  const days = await readMetricDays(deps, query);
  const { quality, ...metrics } = metricsOf(days, query, bucketsOf(window, query.granularity));
  const links = await deps.store.countLinks(accountId, window.from * DAY, (window.to + 1) * DAY);
  return {
    state: days.state,
    throughDay: days.throughDay,
    ...metrics,
    dataQuality: {
      withoutEnv: countFacts(days.withoutEnv),
      withoutEntity: countFacts(days.withoutEntity),
      ...quality,
      orphanIncidents: links.orphans,
      incidentsEndingBeforeStart: links.endingBeforeStart,
      unreadableRepositories: await countUnreadable(deps, query),
    },
  };
}

/** Of the first deployment of all. */
function firstDayOf({ counted }: MetricDays): number | undefined {
  const firstDays = counted.chains.map(({ firstDay }) => firstDay);
  return firstDays.length === 0 ? undefined : firstDays.reduce((a, b) => Math.min(a, b));
}

function countFacts({ rows }: MetricDays['counted']): number {
  return factsOf(rows).reduce((sum, { facts }) => sum + facts.length, 0);
}

async function countUnreadable(
  { store }: MetricDaysDeps,
  { accountId, entityIds }: MetricDaysQuery,
): Promise<number> {
  const unreadable = await store.listRepos(accountId, { unreadable: true });
  return unreadable.filter(
    (repo) => entityIds === undefined || repo.entityIds.some((id) => entityIds.includes(id)),
  ).length;
}
