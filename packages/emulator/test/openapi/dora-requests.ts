import { METRICS } from '../../src/dora/explain-fact.ts';
import { cursor } from './event-requests.ts';
import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const QUERY: Exception = 'a query parameter that is unknown, or a cursor that is none of ours';
const EMPTY: Exception = 'a query parameter without a value';
const WINDOW: Exception = 'a window that is too long or ends before it begins, or a day beside it';

const CSV = { headers: { accept: 'text/csv' } };

/** What both routes say of windows. */
const FINE = [
  'entityId=checkout&entityId=E0000000-0000-4000-8000-000000000012',
  'env=PROD',
  'from=2024-02-29&to=2024-02-29',
  'from=2026-01-01',
  'to=2026-01-31',
  'live=true',
  'live=false',
];
const WRONG = ['from=yesterday', 'from=2026-02-30', 'to=2026-1-1', 'to=2026-01-01T00:00:00Z', 'live=yes'];
const WRONG_TOGETHER = ['from=2026-02-02&to=2026-02-01', 'from=2016-01-01&to=2026-02-01'];

export function doraRequests(): RequestRow[] {
  const metrics = rowsOf('getDoraMetrics', 'GET', '/dora');
  const asked = (status: number, query: string, exception?: Exception) =>
    metrics(status, query, { path: `/dora?${query}`, ...(exception && { exception }) });
  return [
    metrics(200, 'nothing asked'),
    metrics(200, 'as CSV', CSV),
    metrics(200, 'with a limited key', { as: 'limited key' }),
    metrics(200, 'with a bearer token', { as: 'bearer' }),
    ...[...FINE, 'granularity=day', 'granularity=week', 'granularity=month'].map((query) =>
      asked(200, query),
    ),
    ...[...WRONG, 'granularity=year'].map((query) => asked(400, query)),
    ...WRONG_TOGETHER.map((query) => asked(400, query, WINDOW)),
    asked(400, 'metric=leadTimeForChange', QUERY),
    asked(400, 'env=', EMPTY),
    asked(404, 'entityId=nowhere'),
    asked(404, 'entityId=No%20Such'),
    metrics(404, 'an entity that the key may not see', {
      path: '/dora?entityId=payments',
      as: 'limited key',
    }),
    ...explainRequests(),
    ...runRequests(),
  ];
}

function explainRequests(): RequestRow[] {
  const path = '/dora/explain?metric=leadTimeForChange';
  const explain = rowsOf('explainDoraMetric', 'GET', path);
  const asked = (status: number, query: string, exception?: Exception) =>
    explain(status, query, { path: `${path}&${query}`, ...(exception && { exception }) });
  return [
    ...METRICS.map((metric) => explain(200, metric, { path: `/dora/explain?metric=${metric}` })),
    explain(200, 'as CSV', CSV),
    ...[...FINE, 'day=2026-02-28', 'limit=1&offset=1', `cursor=${cursor('dora-explain', 1, 2, 1)}`].map(
      (query) => asked(200, query),
    ),
    ...[...WRONG, 'day=2026-02-29', 'limit=501'].map((query) => asked(400, query)),
    ...[...WRONG_TOGETHER, 'day=2026-02-28&from=2026-02-28', 'day=2026-02-28&to=2026-02-28'].map((query) =>
      asked(400, query, WINDOW),
    ),
    explain(400, 'no metric', { path: '/dora/explain' }),
    explain(400, 'a metric that is none', { path: '/dora/explain?metric=happiness' }),
    asked(400, 'granularity=day', QUERY),
    asked(400, `cursor=${cursor('dora-runs', 0, 1, 5)}`, QUERY),
    asked(404, 'entityId=nowhere'),
  ];
}

function runRequests(): RequestRow[] {
  const list = rowsOf('listDoraRuns', 'GET', '/dora/runs');
  const listed = (status: number, query: string, exception?: Exception) =>
    list(status, query, { path: `/dora/runs?${query}`, ...(exception && { exception }) });
  return [
    list(200, 'all'),
    listed(200, 'limit=1'),
    listed(200, `cursor=${cursor('dora-runs', 1, 2, 1)}`),
    listed(400, 'offset=-1'),
    listed(400, 'state=failed', QUERY),
    listed(400, `cursor=${cursor('events', 0, 1, 5, 5)}`, QUERY),
  ];
}
