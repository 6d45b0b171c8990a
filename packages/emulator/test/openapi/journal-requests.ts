import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const TOGETHER: Exception = 'members that need or exclude each other';
const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const QUERY: Exception = 'a query parameter that is unknown, or a cursor that is none of ours';
const EMPTY: Exception = 'a query parameter without a value';

/** The first row sees what all rows before it have sent. */
export function journalRequests(): RequestRow[] {
  const list = rowsOf('listRequests', 'GET', '/_control/requests');
  const clear = rowsOf('removeRequests', 'DELETE', '/_control/requests');
  const listed = (status: number, query: string, exception?: Exception) =>
    list(status, query, { path: `/_control/requests?${query}`, ...(exception && { exception }) });
  return [
    list(200, 'all'),
    // Enough have come already.
    ...['wait=600s', 'wait=600000ms'].map((query) => listed(200, query)),
    clear(204, 'all'),
    list(200, 'nothing, with a bearer token', { as: 'bearer' }),
    ...[
      'method=get&method=POST',
      'path=/events&path=/*&path=/',
      'status=201&status=4xx&status=5XX',
      'since=1',
      'since=2026-03-01T12:00:00Z',
      'wait=0s',
      'wait=1ms&count=1',
    ].map((query) => listed(200, query)),
    ...[
      'method=GE%20T',
      'path=events',
      'path=/*/a',
      'status=600',
      'status=20',
      'status=0xx',
      'since=yesterday',
      'since=-1',
      'wait=5',
      'wait=1h',
      'wait=11m',
      'wait=601s',
      'wait=600001ms',
      'wait=1.5s',
      'wait=1s&count=0',
      'wait=1s&count=1001',
      'wait=1s&count=two',
    ].map((query) => listed(400, query)),
    listed(400, 'since=2026-02-30T00:00:00Z', CALENDAR),
    listed(400, 'count=1', TOGETHER),
    listed(400, 'limit=1', QUERY),
    listed(400, 'status=', EMPTY),
    clear(204, 'nothing, with a bearer token', { as: 'bearer' }),
  ];
}
