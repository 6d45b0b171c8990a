import { explainFact, type Metric } from '../dora/explain-fact.ts';
import { type Fact, type FactDetail, unpackFacts } from '../dora/fact.ts';
import type { ChainRecord, DayRecord, EventRecord, IncidentRecord, RepoRecord } from '../store/store.ts';
import {
  detailsOf,
  instantOf,
  type MetricDaysDeps,
  type MetricDaysQuery,
  readMetricDays,
} from './read-metric-days.ts';
import { type Metrics, metricsOf } from './summarize-metrics.ts';

/** One deployment of a window, with everything that its part in a metric comes from. */
export interface ExplainedDeployment {
  event: EventRecord;
  counted: boolean;
  reason: string;
  /** What it brought, those left out as younger than it included. */
  changes: { sha: string; authoredAt: number; leadSeconds: number }[];
  incidents: IncidentRecord[];
  /** Of its entity. */
  repos: RepoRecord[];
}

interface Place {
  row: DayRecord;
  index: number;
  fact: Fact;
}

/** The deployments of a window, newest first, those left out included; `end` is where the next page begins. */
export async function explainMetrics(
  deps: MetricDaysDeps,
  query: MetricDaysQuery & { metric: Metric; offset: number; limit: number },
): Promise<{ value: number | null; items: ExplainedDeployment[]; end: number; itemCount: number }> {
  const { store } = deps;
  const { accountId, metric, window, offset, limit } = query;
  const days = await readMetricDays(deps, query);
  const { counted, withoutEnv, withoutEntity } = days;
  const groups = [counted, withoutEnv, withoutEntity];
  const chains = new Map(groups.flatMap((group) => group.chains.map((chain) => [chain.id, chain] as const)));
  // One without entity and without environment is in both of the last groups.
  const rows = new Map(
    groups.flatMap((group) => group.rows.map((row) => [`${row.chainId} ${row.day}`, row])),
  );
  const places = [...rows.values()].flatMap((row) =>
    unpackFacts(row.facts).map((fact, index): Place => ({ row, index, fact })),
  );
  places.sort(newestFirst);
  const page = places.slice(offset, offset + limit);
  const details = await readDetails(deps, accountId, page);
  const repos = await store.listRepos(accountId);
  const items: ExplainedDeployment[] = [];
  for (const { row, index, fact } of page) {
    const detail = details(row)?.[index];
    const event = detail && (await store.getEvent(accountId, detail.id));
    if (!event) continue;
    items.push({
      event,
      ...explainFact(metric, fact),
      changes: changesOf(instantOf(row.day, fact), fact, detail),
      incidents: await readIncidents(deps, accountId, detail.incidents),
      repos: reposOf(repos, chains.get(row.chainId)),
    });
  }
  const value = mainNumber(metric, metricsOf(days, query, [window]));
  return { value, items, end: offset + page.length, itemCount: places.length };
}

/** The number of a metric that is explained. */
function mainNumber(metric: Metric, metrics: Metrics): number | null {
  switch (metric) {
    case 'deploymentFrequency':
      return metrics.deploymentFrequency.perDay;
    case 'leadTimeForChange':
      return metrics.leadTimeForChange.p50Seconds;
    case 'changeFailureRate':
      return metrics.changeFailureRate.rate;
    case 'failedDeploymentRecoveryTime':
      return metrics.failedDeploymentRecoveryTime.p50Seconds;
    case 'deploymentReworkRate':
      return metrics.deploymentReworkRate.rate;
  }
}

function newestFirst(a: Place, b: Place): number {
  return (
    instantOf(b.row.day, b.fact) - instantOf(a.row.day, a.fact) ||
    a.row.chainId - b.row.chainId ||
    b.index - a.index
  );
}

/** The details of the page's days alone: those of a window may be many. */
async function readDetails(
  { store }: MetricDaysDeps,
  accountId: string,
  page: readonly Place[],
): Promise<(row: DayRecord) => FactDetail[] | undefined> {
  const known = new Map<string, FactDetail[]>();
  const nameOf = ({ chainId, day }: DayRecord) => `${chainId} ${day}`;
  for (const { row } of page) if (row.detail !== null) known.set(nameOf(row), detailsOf(row));
  const stored = page.filter(({ row }) => row.detail === null);
  for (const [day, places] of Map.groupBy(stored, ({ row }) => row.day)) {
    const chainIds = [...new Set(places.map(({ row }) => row.chainId))];
    const rows = await store.readDays({ accountId, chainIds, from: day, to: day, withDetail: true });
    for (const row of rows) known.set(nameOf(row), detailsOf(row));
  }
  return (row) => known.get(nameOf(row));
}

function changesOf(t: number, { leads }: Fact, { changes, negative }: FactDetail) {
  const measured = changes.map((sha, index) => ({ sha, leadSeconds: leads[index] ?? 0 }));
  const left = negative.map(([sha, leadSeconds]) => ({ sha, leadSeconds }));
  return [...measured, ...left].map(({ sha, leadSeconds }) => ({
    sha,
    authoredAt: Math.round(t - leadSeconds * 1000),
    leadSeconds,
  }));
}

async function readIncidents(
  { store }: MetricDaysDeps,
  accountId: string,
  ids: readonly string[],
): Promise<IncidentRecord[]> {
  const found = await Promise.all(ids.map((id) => store.getIncident(accountId, id)));
  return found.filter((incident) => incident !== undefined);
}

function reposOf(repos: readonly RepoRecord[], chain: ChainRecord | undefined): RepoRecord[] {
  const entityId = chain?.entityId;
  return typeof entityId === 'string' ? repos.filter(({ entityIds }) => entityIds.includes(entityId)) : [];
}
