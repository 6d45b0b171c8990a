import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const UNKNOWN: Exception = 'a type, an entity or a password that is not the right one';
const TEXT: Exception = 'a text or a depth that databases refuse';
const QUERY: Exception = 'a query parameter that is unknown, or a cursor that is none of ours';
const CHARSET: Exception = 'a body in another charset';
const EMPTY: Exception = 'a query parameter without a value';

const deploy = { type: 'event-deploy', entityId: 'checkout' };
const events = (...list: unknown[]) => ({ json: { events: list } });
const event = (members: object) => events({ ...deploy, ...members });
const attributes = (members: object) => event({ attributes: members });

function nested(depth: number): unknown {
  return depth === 0 ? 'deep' : { in: nested(depth - 1) };
}

export function cursor(...parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

export function eventRequests({ eventId }: { eventId: string }): RequestRow[] {
  const send = rowsOf('sendEvents', 'POST', '/events');
  const list = rowsOf('listEvents', 'GET', '/events');
  const get = rowsOf('getEvent', 'GET', '/events/{id}');
  const listed = (status: number, query: string, exception?: Exception) =>
    list(status, query, { path: `/events?${query}`, ...(exception && { exception }) });

  return [
    ...['event-deploy', 'event-build', 'event-test-run', 'event-commit', 'event-error'].map((type) =>
      send(201, `only a type: ${type}`, events({ type })),
    ),
    send(201, '15 events', events(...Array(15).fill(deploy))),
    send(201, 'with a bearer token', { ...events(deploy), as: 'bearer' }),
    send(201, 'a type of the account', events({ type: 'event-release', attributes: { version: '1' } })),
    send(201, 'an unknown entity', event({ entityId: 'nowhere' })),
    send(201, 'an entity that cannot be', event({ entityId: 'No Such Entity' })),
    send(201, 'a UUID in upper case', event({ entityId: 'E0000000-0000-4000-8000-000000000011' })),
    ...['2026-01-31T09:30:00Z', '1970-01-01T00:00:00.1+00:00', '9999-12-31T23:59:59.123456789Z'].map(
      (timestamp) => send(201, `timestamp ${timestamp}`, event({ timestamp })),
    ),
    ...['2026-01-31', '2024-02-29T09:30', '2026-01-31T09:30:15.1234567890', '2026-01-31T09:30-05:30'].map(
      (date) => send(201, `date ${date}`, attributes({ change_window_end: date })),
    ),
    send(201, 'empty attributes', attributes({})),
    send(201, 'empty texts', attributes({ env: '', description: '' })),
    send(
      201,
      'attributes of any shape',
      events({ type: 'event-error', attributes: { a: [1, null, { b: 2.5 }] } }),
    ),
    send(201, 'a charset', { ...event({}), headers: { 'content-type': 'application/json; charset=utf-8' } }),
    send(201, 'Prefer: handling=lenient', {
      ...event({ entityId: 'nowhere' }),
      headers: { prefer: 'handling=lenient' },
    }),
    send(201, 'another preference', { ...event({}), headers: { prefer: 'respond-async' } }),
    send(201, 'an Idempotency-Key', { ...event({}), headers: { 'idempotency-key': 'one ~' } }),
    send(201, 'an Idempotency-Key again', { ...event({}), headers: { 'idempotency-key': 'one ~' } }),
    send(422, 'an Idempotency-Key for another body', {
      ...event({ timestamp: '2026-01-31T09:30:00Z' }),
      headers: { 'idempotency-key': 'one ~', prefer: 'handling=strict' },
    }),
    send(400, 'an Idempotency-Key that is too long', {
      ...event({}),
      headers: { 'idempotency-key': 'x'.repeat(256) },
    }),

    send(400, 'no events', { json: {} }),
    send(400, 'an empty list', events()),
    send(400, 'events that are no list', { json: { events: deploy } }),
    send(400, 'an unknown member of the body', { json: { events: [deploy], event: deploy } }),
    send(400, 'a body that is a list', { json: [deploy] }),
    send(400, 'a body that is not JSON', { text: '{"events": [' }),
    send(400, 'a body of another type', { text: 'events', headers: { 'content-type': 'text/plain' } }),
    send(400, 'no body'),
    send(400, 'a charset that is not read', {
      ...event({}),
      headers: { 'content-type': 'application/json; charset=latin1' },
      exception: CHARSET,
    }),
    ...[null, 'event', 7, []].map((value) =>
      send(400, `an event that is ${JSON.stringify(value)}`, events(value)),
    ),
    send(400, 'no type', events({ entityId: 'checkout' })),
    ...[null, 7, {}].map((type) => send(400, `a type that is ${JSON.stringify(type)}`, event({ type }))),
    send(400, 'a type of nobody', { ...event({ type: 'event-deployment' }), exception: UNKNOWN }),
    ...[
      null,
      1_767_225_600,
      '',
      '2026-01-31',
      '2026-01-31T09:30Z',
      '2026-01-31T09:30:00',
      '2026-01-31t09:30:00z',
    ].map((timestamp) => send(400, `timestamp ${JSON.stringify(timestamp)}`, event({ timestamp }))),
    ...['2026-01-31T09:30:00+01:00', '2026-01-31T09:30:00.1234567890Z', '20260131T093000Z'].map((timestamp) =>
      send(400, `timestamp ${timestamp}`, event({ timestamp })),
    ),
    ...['2026-02-30T09:30:00Z', '2026-01-31T24:00:00Z', '2026-01-31T09:30:60Z', '1969-12-31T23:59:59Z'].map(
      (timestamp) => send(400, `timestamp ${timestamp}`, { ...event({ timestamp }), exception: CALENDAR }),
    ),
    ...[null, 7, ''].map((entityId) =>
      send(400, `entityId ${JSON.stringify(entityId)}`, event({ entityId })),
    ),
    send(400, 'an unknown entity, strictly', {
      ...event({ entityId: 'nowhere' }),
      headers: { prefer: 'handling=strict' },
      exception: UNKNOWN,
    }),
    send(400, 'an unknown member of an event', event({ entityID: 'checkout' })),
    ...[null, 'env', []].map((value) =>
      send(400, `attributes ${JSON.stringify(value)}`, event({ attributes: value })),
    ),
    send(400, 'attributes of a build that are null', events({ type: 'event-build', attributes: null })),
    send(400, 'an unknown attribute', attributes({ Env: 'production' })),
    send(400, 'an attribute that is a number', attributes({ build_id: 4711 })),
    send(400, 'an attribute that is null', attributes({ env: null })),
    send(400, 'another status', attributes({ status: 'ok' })),
    ...['', 'tomorrow', '20260131', '2026-W05-6', '2026-01-31T09', '2026-01-31T09:30+0100'].map((date) =>
      send(400, `date ${JSON.stringify(date)}`, attributes({ deployment_start_time: date })),
    ),
    ...['2026-02-30', '2026-13-01', '2026-01-31T24:00'].map((date) =>
      send(400, `date ${date}`, { ...attributes({ change_window_start: date }), exception: CALENDAR }),
    ),
    send(400, 'attributes that the blueprint of the account refuses', {
      ...events({ type: 'event-release', attributes: { version: 1 } }),
      exception: UNKNOWN,
    }),
    send(400, 'U+0000', { ...attributes({ env: 'a\0' }), exception: TEXT }),
    send(400, 'half a surrogate pair', { ...attributes({ env: '\ud800' }), exception: TEXT }),
    send(400, 'more than 32 levels', {
      ...events({ type: 'event-build', attributes: nested(33) }),
      exception: TEXT,
    }),
    send(413, '16 events', events(...Array(16).fill(deploy))),
    send(413, 'more than 1 MiB', attributes({ description: 'x'.repeat(1024 * 1024) })),
    send(401, 'a wrong key', { ...events(deploy), as: null, headers: { 'x-api-key': 'mp_wrong' } }),
    send(401, 'a wrong token', { ...events(deploy), as: null, headers: { authorization: 'Bearer wrong' } }),

    list(200, 'all'),
    list(200, 'all, with a bearer token', { as: 'bearer' }),
    ...['limit=1', 'limit=500&offset=0', 'offset=999999999999999', 'type=event-deploy', 'type=nothing'].map(
      (query) => listed(200, query),
    ),
    ...['entityId=checkout', 'entityId=checkout&entityId=nowhere', 'env=PROD', 'status=failed'].map((query) =>
      listed(200, query),
    ),
    listed(200, 'from=2026-01-01T00:00:00Z&to=2026-03-01T12:00:00.5Z'),
    listed(200, `cursor=${cursor('events', 0, 99, 1_772_366_400_000, 5)}`),
    ...['limit=0', 'limit=501', 'limit=x', 'limit=1.5', 'limit=1&limit=2', 'offset=-1'].map((query) =>
      listed(400, query),
    ),
    ...['status=ok', 'from=yesterday', 'to=2026-01-31'].map((query) => listed(400, query)),
    ...['limit=', 'type=', 'env=', 'entityId=', 'cursor='].map((query) => listed(400, query, EMPTY)),
    listed(400, 'from=2026-02-30T00:00:00Z', CALENDAR),
    listed(400, 'environment=production', QUERY),
    listed(400, 'cursor=nonsense', QUERY),
    listed(400, `cursor=${cursor('entities', 0, 1, 'checkout')}`, QUERY),

    get(200, 'a stored event', { path: `/events/${eventId}` }),
    get(200, 'its id in upper case', { path: `/events/${eventId.toUpperCase()}` }),
    get(404, 'an event of nobody', { path: '/events/00000000-0000-4000-8000-000000000000' }),
    get(404, 'no id at all', { path: '/events/nothing' }),
  ];
}
