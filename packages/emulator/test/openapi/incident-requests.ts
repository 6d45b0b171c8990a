import { createHmac } from 'node:crypto';
import { createWebhooks, type IncidentWebhooks } from '../../src/incidents/webhook-config.ts';
import { incidentExamples } from '../../src/openapi/incident-examples.ts';
import { cursor } from './event-requests.ts';
import { type Exception, type RequestRow, rowsOf } from './request-row.ts';

const CALENDAR: Exception = 'an instant or day that does not exist, or is past where it must not be';
const UNKNOWN: Exception = 'a type, an entity or a password that is not the right one';
const TEXT: Exception = 'a text or a depth that databases refuse';
const QUERY: Exception = 'a query parameter that is unknown, or a cursor that is none of ours';

const SECRET = 'the secret of pagerduty';
const large = 'x'.repeat(1024 * 1024);

/** Webhooks of which one is configured. */
export function webhooksOfRequests(): Promise<IncidentWebhooks> {
  return createWebhooks({ pagerduty: { secret: SECRET } }, {});
}

export function incidentRequests({ kept, gone }: { kept: string; gone: string }): RequestRow[] {
  const list = rowsOf('listIncidents', 'GET', '/incidents');
  const listed = (status: number, query: string, exception?: Exception) =>
    list(status, query, { path: `/incidents?${query}`, ...(exception && { exception }) });
  const create = rowsOf('createIncident', 'POST', '/incidents');
  const made = (status: number, members: object, exception?: Exception) =>
    create(status, JSON.stringify(members).slice(0, 60), {
      json: { title: 'x', ...members },
      ...(exception && { exception }),
    });
  const get = rowsOf('getIncident', 'GET', `/incidents/${kept}`);
  const update = rowsOf('updateIncident', 'PATCH', `/incidents/${kept}`);
  const remove = rowsOf('deleteIncident', 'DELETE', `/incidents/${gone}`);
  const external = { externalSystem: 'other', externalIncidentNumber: '1' };
  const everything = {
    ...external,
    description: '',
    state: 'closed',
    severity: 'P0',
    detectedAt: '2026-01-31T09:30:00Z',
    reportedAt: '2026-01-31T09:30:00.123456789+00:00',
    resolvedAt: '2026-01-31T09:00:00Z',
    closedAt: '2026-01-31T09:40:00Z',
    changeId: 'CHG-1',
    env: ' Prod ',
    affectedEntityIds: ['checkout', 'E0000000-0000-4000-8000-000000000011'],
    customFields: { a: [1] },
  };
  return [
    list(200, 'all'),
    list(200, 'with a limited key', { as: 'limited key' }),
    ...[
      'limit=1',
      'state=new&state=closed',
      'changeId=CHG-1',
      'env=PROD',
      'entityId=checkout&entityId=nowhere',
    ].map((query) => listed(200, query)),
    listed(200, 'from=2026-01-01T00:00:00Z&to=2026-03-01T12:00:00.5Z'),
    listed(200, `cursor=${cursor('incidents', 1, 2, 1_772_366_400_000, kept)}`),
    ...['state=open', 'limit=0', 'from=yesterday'].map((query) => listed(400, query)),
    listed(400, 'severity=P1', QUERY),
    listed(400, `cursor=${cursor('events', 0, 1, 5, 5)}`, QUERY),
    listed(400, `cursor=${cursor('incidents', 0, 1, 5, 5)}`, QUERY),

    made(201, {}),
    made(201, everything),
    made(201, incidentExamples.newIncident),
    made(409, external),
    create(403, 'with a limited key', { json: { title: 'x' }, as: 'limited key' }),
    create(413, 'more than 1 MiB', { json: { title: 'x', description: large } }),
    create(400, 'not JSON', { text: 'x' }),
    ...[
      { title: undefined },
      { title: '' },
      { title: null },
      { title: 'x'.repeat(1025) },
      { state: 'open' },
      { severity: 'P6' },
      { detectedAt: '2026-01-31' },
      { resolvedAt: null },
      { env: ' ' },
      { changeId: '' },
      { affectedEntityIds: 'checkout' },
      { customFields: [] },
      { id: kept },
    ].map((members) => made(400, members)),
    made(400, { detectedAt: '2026-02-30T09:30:00Z' }, CALENDAR),
    made(400, { affectedEntityIds: ['nowhere'] }, UNKNOWN),
    made(400, { title: 'a\0' }, TEXT),

    get(200, 'by id'),
    get(200, 'its id in upper case', { path: `/incidents/${kept.toUpperCase()}` }),
    get(404, 'an incident of nobody', { path: '/incidents/00000000-0000-4000-8000-000000000000' }),
    get(404, 'no id at all', { path: '/incidents/nothing' }),

    update(200, 'nothing', { json: {} }),
    update(200, 'everything', { json: { ...everything, ...external, externalIncidentNumber: '2' } }),
    update(200, 'cleared', {
      json: {
        ...Object.fromEntries(Object.keys(everything).map((name) => [name, null])),
        state: 'reopened',
      },
    }),
    update(400, 'a title that is null', { json: { title: null } }),
    update(400, 'a state that is null', { json: { state: null } }),
    update(400, 'an unknown member', { json: { accountId: 'other' } }),
    update(403, 'with a limited key', { json: {}, as: 'limited key' }),
    update(404, 'an incident of nobody', { json: {}, path: '/incidents/nothing' }),
    update(409, 'a name that is taken', { json: external }),
    update(413, 'more than 1 MiB', { json: { description: large } }),

    remove(403, 'with a limited key', { as: 'limited key' }),
    remove(204, 'one that is there'),
    remove(404, 'one that is gone'),
    ...webhookRequests(),
  ];
}

function webhookRequests(): RequestRow[] {
  const receive = rowsOf('receiveIncident', 'POST', '/incidents/webhooks/pagerduty');
  const signed = (status: number, name: string, json: unknown) => {
    const text = JSON.stringify(json);
    const signature = `v1=${createHmac('sha256', SECRET).update(text).digest('hex')}`;
    const headers = { 'x-pagerduty-signature': signature };
    return receive(status, name, { text, headers, as: null });
  };
  const { pagerduty } = incidentExamples;
  return [
    signed(200, 'triggered', pagerduty),
    signed(200, 'again', pagerduty),
    signed(200, 'a ping', { event: { event_type: 'pagey.ping', data: { type: 'ping' } } }),
    signed(400, 'no event', {}),
    signed(400, 'a list', []),
    receive(400, 'not JSON', { text: '{', as: null }),
    receive(401, 'no signature', { json: pagerduty, as: null }),
    receive(401, 'a credential of ours', { json: pagerduty, as: 'key' }),
    receive(401, 'a wrong signature', {
      json: pagerduty,
      headers: { 'x-pagerduty-signature': `v1=${'0'.repeat(64)}` },
      as: null,
    }),
    receive(404, 'a system without a secret', {
      json: incidentExamples.servicenow,
      path: '/incidents/webhooks/servicenow',
      as: null,
    }),
    receive(404, 'a system that nobody knows', { json: {}, path: '/incidents/webhooks/jira', as: null }),
    receive(413, 'more than 1 MiB', { json: { large }, as: null }),
  ];
}
