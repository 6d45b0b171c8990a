import { formatTimestamp } from '@milepost/shared/validation';
import type { RequestHandler, Router } from 'express';
import { identityOf } from '../auth/identity.ts';
import type { MetricDaysDeps } from '../calculation/read-metric-days.ts';
import { runBody } from '../calculation/run-body.ts';
import { type MetricsSummary, summarizeMetrics } from '../calculation/summarize-metrics.ts';
import { dateOf } from '../dora/window.ts';
import { createRouter, defineRoute } from '../http/define-route.ts';
import { pageInfo, pageRequest, pagingParameters } from '../http/paging.ts';
import { oneOf, parseQuery } from '../http/query.ts';
import { sendCsv, wantsCsv } from '../http/send-csv.ts';
import { sendJson } from '../http/send-json.ts';
import type { MetricsBody } from './dora.schema.ts';
import { explainMetric } from './dora-explain.ts';
import { entityIdsOf, envOf, windowBody, windowOf, windowParameters } from './dora-query.ts';

export interface DoraDeps extends MetricDaysDeps {
  guard: readonly RequestHandler[];
  /** Where the service is reached. */
  urls: { baseUrl(): string };
}

/** /dora: the metrics, what they come from, and when they were calculated. */
export function doraRoutes(deps: DoraDeps): Router {
  const { guard } = deps;
  const router = createRouter();
  defineRoute(router, '/dora', { get: [...guard, getMetrics(deps)] });
  defineRoute(router, '/dora/explain', { get: [...guard, explainMetric(deps)] });
  defineRoute(router, '/dora/runs', { get: [...guard, listRuns(deps)] });
  return router;
}

const metricsParameters = { ...windowParameters, granularity: { read: oneOf('day', 'week', 'month') } };

function getMetrics(deps: DoraDeps): RequestHandler {
  return async (req, res) => {
    const identity = identityOf(res);
    const query = parseQuery(req, metricsParameters);
    const window = windowOf(query, deps.clocks.of(identity.accountId).now());
    const env = envOf(query, deps.settings.environmentAliases);
    const granularity = query.granularity?.[0] ?? 'day';
    const live = query.live?.[0] === 'true';
    const entityIds = await entityIdsOf(deps.store, identity, query.entityId);
    const { accountId } = identity;
    const summary = await summarizeMetrics(deps, { accountId, entityIds, env, window, granularity, live });
    if (wantsCsv(req, res)) {
      const rows = seriesRows(summary);
      sendCsv(res, Object.keys(rows[0] ?? {}), rows);
      return;
    }
    const { state, throughDay, ...metrics } = summary;
    sendJson(res, 200, {
      window: windowBody(window),
      filters: { entityIds: [...(entityIds ?? [])], env, granularity, live },
      calculatedAt: state ? formatTimestamp(state.calculatedAt) : null,
      calculatedThrough: throughDay === undefined ? null : dateOf(throughDay),
      ...metrics,
    } satisfies MetricsBody);
  };
}

const SERIES = [
  'deploymentFrequency',
  'leadTimeForChange',
  'changeFailureRate',
  'failedDeploymentRecoveryTime',
  'deploymentReworkRate',
] as const;

/** One row a bucket, one column a number: `leadTimeForChange.p50Seconds`. */
function seriesRows(summary: MetricsSummary): Record<string, unknown>[] {
  return summary.deploymentFrequency.series.map(({ start }, index) => {
    const numbers = SERIES.flatMap((metric) =>
      Object.entries(summary[metric].series[index] ?? {})
        .filter(([name]) => name !== 'start')
        .map(([name, value]) => [`${metric}.${name}`, value] as const),
    );
    return { start, ...Object.fromEntries(numbers) };
  });
}

const runParameters = pagingParameters('dora-runs');

function listRuns({ store }: DoraDeps): RequestHandler {
  return async (req, res) => {
    const page = pageRequest('dora-runs', parseQuery(req, runParameters));
    const offset = page.cursor?.before ?? page.offset;
    const { items, itemCount } = await store.listRuns(identityOf(res).accountId, {
      limit: page.limit,
      offset,
    });
    const end = offset + items.length;
    const info = pageInfo(page, itemCount, items.length, end < itemCount ? [end] : undefined);
    sendJson(res, 200, { items: items.map(runBody), pageInfo: info });
  };
}
