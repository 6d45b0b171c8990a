import { changeFailureRate } from '../dora/change-failure-rate.ts';
import { deploymentQuality } from '../dora/data-quality.ts';
import { deploymentFrequency } from '../dora/deployment-frequency.ts';
import { deploymentReworkRate } from '../dora/deployment-rework-rate.ts';
import { failedDeploymentRecoveryTime } from '../dora/failed-deployment-recovery-time.ts';
import { leadTimeForChange } from '../dora/lead-time-for-change.ts';
import { bucketsOf, DAY, type Granularity } from '../dora/window.ts';
import {
  factsOf,
  type MetricDays,
  type MetricDaysDeps,
  type MetricDaysQuery,
  readMetricDays,
} from './read-metric-days.ts';

export type MetricsSummary = Awaited<ReturnType<typeof summarizeMetrics>>;

/** The five metrics of a window, and what is doubtful about them (metrics.md, "Answer of GET /dora"). */
export async function summarizeMetrics(
  deps: MetricDaysDeps,
  query: MetricDaysQuery & { granularity: Granularity },
) {
  const { accountId, window, entityIds } = query;
  const days = await readMetricDays(deps, query);
  const { counted, withoutEnv, withoutEntity } = days;
  const facts = factsOf(counted.rows);
  const buckets = bucketsOf(window, query.granularity);
  const links = await deps.store.countLinks(accountId, window.from * DAY, (window.to + 1) * DAY);
  return {
    state: days.state,
    throughDay: days.throughDay,
    deploymentFrequency: deploymentFrequency(facts, window, buckets, {
      firstDay: firstDayOf(days),
      isOneEntity: entityIds?.length === 1,
    }),
    leadTimeForChange: leadTimeForChange(facts, window, buckets),
    changeFailureRate: changeFailureRate(facts, window, buckets),
    failedDeploymentRecoveryTime: failedDeploymentRecoveryTime(facts, window, buckets),
    deploymentReworkRate: deploymentReworkRate(facts, window, buckets),
    dataQuality: {
      withoutEnv: countFacts(withoutEnv),
      withoutEntity: countFacts(withoutEntity),
      ...deploymentQuality(facts),
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
  const repos = await store.listRepos(accountId);
  return repos.filter(
    (repo) =>
      repo.readError !== null &&
      (entityIds === undefined || repo.entityIds.some((id) => entityIds.includes(id))),
  ).length;
}
