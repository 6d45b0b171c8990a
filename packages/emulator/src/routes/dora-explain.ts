import { formatTimestamp } from '@milepost/shared/validation';
import type { RequestHandler } from 'express';
import { identityOf } from '../auth/identity.ts';
import { type ExplainedDeployment, explainMetrics } from '../calculation/explain-metrics.ts';
import { METRICS } from '../dora/explain-fact.ts';
import { pageInfo, pageRequest, pagingParameters } from '../http/paging.ts';
import { oneOf, parseQuery } from '../http/query.ts';
import { sendCsv, wantsCsv } from '../http/send-csv.ts';
import { sendJson } from '../http/send-json.ts';
import { incidentSpan } from '../incidents/incident-span.ts';
import { commitUrl } from '../repos/commit-url.ts';
import type { DoraDeps } from './dora.ts';
import type { ExplainedBody } from './dora-explain.schema.ts';
import { entityIdsOf, envOf, queryError, windowOf, windowParameters } from './dora-query.ts';

const parameters = {
  ...windowParameters,
  ...pagingParameters('dora-explain'),
  metric: { read: oneOf(...METRICS) },
  day: { read: windowParameters.from.read },
};

/** GET /dora/explain: every deployment of a window, and the rule that decided whether it counts. */
export function explainMetric(deps: DoraDeps): RequestHandler {
  return async (req, res) => {
    const identity = identityOf(res);
    const query = parseQuery(req, parameters);
    const metric = query.metric?.[0];
    if (metric === undefined)
      throw queryError('metric', `is required: one of ${METRICS.join(', ')}`, 'required');
    const page = pageRequest('dora-explain', query);
    const offset = page.cursor?.before ?? page.offset;
    const found = await explainMetrics(deps, {
      accountId: identity.accountId,
      entityIds: await entityIdsOf(deps.store, identity, query.entityId),
      env: envOf(query, deps.settings.environmentAliases),
      window: explainedWindow(query, deps.clocks.of(identity.accountId).now()),
      live: query.live?.[0] === 'true',
      metric,
      offset,
      limit: page.limit,
    });
    const items = found.items.map((item) => toBody(item, deps.urls.baseUrl()));
    const { end } = found;
    if (wantsCsv(req, res)) sendCsv(res, CSV_COLUMNS, items.flatMap(csvRows));
    else {
      const info = pageInfo(page, found.itemCount, items.length, end < found.itemCount ? [end] : undefined);
      sendJson(res, 200, { metric, value: found.value, items, pageInfo: info });
    }
  };
}

/** A day, or a window as GET /dora has it. */
function explainedWindow(query: { day?: number[]; from?: number[]; to?: number[] }, now: number) {
  const day = query.day?.[0];
  if (day === undefined) return windowOf(query, now);
  if (query.from || query.to)
    throw queryError('day', 'must not come with from or to: give a day or a window', 'window');
  return { from: day, to: day };
}

function toBody({ event, repos, ...item }: ExplainedDeployment, baseUrl: string): ExplainedBody {
  const attributes: Record<string, unknown> = JSON.parse(event.attributes);
  const sha = attributes['build_commit_sha'];
  const deployedCommit = typeof sha === 'string' ? commitUrl(repos, sha.trim()) : null;
  return {
    deployment: {
      id: event.id,
      timestamp: formatTimestamp(event.timestamp),
      entityId: event.entityId,
      attributes,
    },
    counted: item.counted,
    reason: item.reason,
    changes: item.changes.map(({ sha, authoredAt, leadSeconds }) => ({
      sha,
      authoredAt: formatTimestamp(authoredAt),
      leadSeconds,
      url: commitUrl(repos, sha),
    })),
    incidents: item.incidents.map((incident) => {
      const { start, end } = incidentSpan(incident);
      return {
        id: incident.id,
        title: incident.title,
        start: formatTimestamp(start),
        end: end === undefined ? null : formatTimestamp(end),
      };
    }),
    links: { event: `${baseUrl}/events/${event.id}`, commit: deployedCommit },
  };
}

const CSV_COLUMNS = [
  'deployment',
  'timestamp',
  'entityId',
  'env',
  'status',
  'build_commit_sha',
  'change_id',
  'counted',
  'reason',
  'change',
  'authoredAt',
  'leadSeconds',
  'incidents',
];

/** One row a change, and one for a deployment without changes. */
function csvRows({
  deployment,
  counted,
  reason,
  changes,
  incidents,
}: ExplainedBody): Record<string, unknown>[] {
  const { env, status, build_commit_sha, change_id } = deployment.attributes;
  const common = {
    deployment: deployment.id,
    timestamp: deployment.timestamp,
    entityId: deployment.entityId,
    env,
    status,
    build_commit_sha,
    change_id,
    counted,
    reason,
    incidents: incidents.map(({ id }) => id).join(' '),
  };
  if (changes.length === 0) return [common];
  return changes.map(({ sha, authoredAt, leadSeconds }) => ({
    ...common,
    change: sha,
    authoredAt,
    leadSeconds,
  }));
}
