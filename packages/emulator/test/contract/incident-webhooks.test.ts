import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { pagerDutyEvent, pagerDutyFields, pagerDutyNote } from '../../src/incidents/pagerduty.fixture.ts';
import { serviceNowRecord, withDisplayValues } from '../../src/incidents/servicenow.fixture.ts';
import type { WebhookConfigFile } from '../../src/incidents/webhook-config.schema.ts';
import { createWebhooks } from '../../src/incidents/webhook-config.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';

const SECRET = 'the secret of the test';
const [checkout] = WELL_KNOWN_ENTITIES;

const start = async (config: WebhookConfigFile) =>
  startTestService({}, { incidentWebhooks: await createWebhooks(config, {}) });

let service: TestService;
beforeEach(async () => {
  service = await start({ pagerduty: { secret: SECRET }, servicenow: { secret: SECRET } });
});
afterEach(() => service[Symbol.asyncDispose]());

function pagerduty(json: object, to = service) {
  const raw = JSON.stringify(json);
  const signature = createHmac('sha256', SECRET).update(raw).digest('hex');
  const headers = { 'x-pagerduty-signature': `v1=${'0'.repeat(64)},v1=${signature}` };
  return to.call('POST', '/incidents/webhooks/pagerduty', { raw, headers, key: null });
}

function servicenow(json: object, to = service) {
  const headers = { 'x-milepost-secret': SECRET };
  return to.call('POST', '/incidents/webhooks/servicenow', { json, headers, key: null });
}

const incidents = async (from = service) => (await from.get('/incidents')).body.items;

async function only(from = service) {
  const [incident, ...others] = await incidents(from);
  expect(others).toEqual([]);
  return incident;
}

describe('what PagerDuty sends', () => {
  it('becomes an incident, from its trigger to its end', async () => {
    const created = await pagerduty(pagerDutyEvent('incident.triggered'));
    expect([created.status, created.body]).toEqual([
      200,
      { outcome: 'created', id: expect.any(String), notes: [] },
    ]);
    expect(await only()).toMatchObject({
      id: created.body.id,
      title: 'A little bump in the road',
      externalSystem: 'pagerduty',
      externalIncidentNumber: 'PGR0VU2',
      state: 'new',
      severity: 'P1',
      detectedAt: '2026-02-01T10:00:00.000Z',
      resolvedAt: null,
      changeId: null,
      env: 'production',
      customFields: {
        url: 'https://acme.pagerduty.com/incidents/PGR0VU2',
        number: '2',
        service: 'API Service',
        urgency: 'high',
      },
    });
    await pagerduty(
      pagerDutyEvent('incident.acknowledged', {
        at: '2026-02-01T10:01:00Z',
        data: { status: 'acknowledged' },
      }),
    );
    expect(await only()).toMatchObject({ state: 'in_progress', resolvedAt: null });
    await pagerduty(
      pagerDutyEvent('incident.resolved', { at: '2026-02-01T10:30:00Z', data: { status: 'resolved' } }),
    );
    expect(await only()).toMatchObject({
      id: created.body.id,
      state: 'resolved',
      resolvedAt: '2026-02-01T10:30:00.000Z',
    });
  });

  it('has its change and its environment in custom fields', async () => {
    await pagerduty(pagerDutyEvent('incident.triggered'));
    await pagerduty(pagerDutyFields({ change_id: 'CHG-7', environment: ' Staging' }, '2026-02-01T10:02:00Z'));
    expect(await only()).toMatchObject({
      title: 'A little bump in the road',
      changeId: 'CHG-7',
      env: 'staging',
      state: 'new',
    });
    await pagerduty(
      pagerDutyEvent('incident.acknowledged', {
        at: '2026-02-01T10:03:00Z',
        data: { status: 'acknowledged' },
      }),
    );
    expect(await only()).toMatchObject({ changeId: 'CHG-7', env: 'staging', state: 'in_progress' });
    await pagerduty(pagerDutyFields({ change_id: null }, '2026-02-01T10:04:00Z'));
    expect(await only()).toMatchObject({ changeId: null, env: 'staging' });
  });

  it('may begin with the custom fields', async () => {
    await pagerduty(pagerDutyFields({ change_id: 'CHG-7' }, '2026-02-01T10:02:00Z'));
    expect(await only()).toMatchObject({ title: 'pagerduty PGR0VU2', changeId: 'CHG-7' });
    await pagerduty(pagerDutyEvent('incident.triggered', { at: '2026-02-01T10:00:00Z' }));
    expect(await only()).toMatchObject({ title: 'A little bump in the road', changeId: 'CHG-7' });
  });

  it('lasts again once it is reopened, and ends when it is resolved again', async () => {
    const send = (type: string, status: string, at: string) =>
      pagerduty(pagerDutyEvent(type, { at, data: { status } }));
    await send('incident.resolved', 'resolved', '2026-02-01T10:30:00Z');
    await send('incident.reopened', 'triggered', '2026-02-01T11:00:00Z');
    expect(await only()).toMatchObject({ state: 'reopened', resolvedAt: '2026-02-01T10:30:00.000Z' });
    await send('incident.acknowledged', 'acknowledged', '2026-02-01T11:01:00Z');
    expect(await only()).toMatchObject({ state: 'reopened' });
    await send('incident.resolved', 'resolved', '2026-02-01T11:30:00Z');
    expect(await only()).toMatchObject({ state: 'resolved', resolvedAt: '2026-02-01T11:30:00.000Z' });
  });

  it.each([
    ['SEV-2', 'P2'],
    ['Sev 3', 'P3'],
    ['S4', 'P4'],
    ['p0', 'P0'],
  ])('has the priority %s, which is %s', async (summary, severity) => {
    await pagerduty(pagerDutyEvent('incident.triggered', { data: { priority: { summary } } }));
    expect(await only()).toMatchObject({ severity });
  });

  it('may have no priority, or lose it', async () => {
    await pagerduty(pagerDutyEvent('incident.triggered'));
    const data = { priority: null };
    await pagerduty(pagerDutyEvent('incident.priority_updated', { at: '2026-02-01T10:01:00Z', data }));
    expect(await only()).toMatchObject({ severity: null });
  });

  it.each([
    ['a note', pagerDutyNote(), 'incident.annotated does not change an incident'],
    [
      'a ping',
      { event: { event_type: 'pagey.ping', data: { type: 'ping', message: 'Hello' } } },
      'pagey.ping does not change an incident',
    ],
  ])('is ignored when it is %s', async (_name, json, ignored) => {
    expect(await pagerduty(json)).toMatchObject({ status: 200, body: { ignored } });
    expect(await incidents()).toEqual([]);
  });

  it.each([
    [{}, 'event'],
    [{ event: { data: null } }, 'event.data'],
    [pagerDutyEvent('incident.triggered', { data: { id: 7 } }), 'event.data.id'],
    [pagerDutyEvent('incident.triggered', { at: 'yesterday' }), 'event.occurred_at'],
  ])('is 400 when it is no V3 webhook (%#)', async (json, path) => {
    const { status, body } = await pagerduty(json);
    expect([status, body.errors[0].path]).toEqual([400, path]);
  });
});

describe('what ServiceNow sends', () => {
  it.each([
    ['a record', serviceNowRecord],
    ['a record within result', { result: serviceNowRecord }],
    ['a record within incident', { incident: serviceNowRecord }],
    ['a record with display values', withDisplayValues({ state: 'In Progress', priority: '1 - Critical' })],
    ['labels', { ...serviceNowRecord, state: 'In Progress', priority: '1 - Critical' }],
  ])('becomes an incident: %s', async (_name, json) => {
    expect((await servicenow(json)).body).toEqual({ outcome: 'created', id: expect.any(String), notes: [] });
    expect(await only()).toMatchObject({
      title: 'Nobody can pay',
      description: 'The basket answers 500.\nSince the release.',
      externalSystem: 'servicenow',
      externalIncidentNumber: 'INC0010001',
      state: 'in_progress',
      severity: 'P1',
      detectedAt: null,
      reportedAt: '2026-02-01T10:05:12.000Z',
      resolvedAt: null,
      closedAt: null,
      changeId: 'CHG-1042',
      customFields: { sysId: serviceNowRecord.sys_id, category: 'software' },
    });
  });

  it.each([
    ['1', 'new'],
    ['New', 'new'],
    ['3', 'on_hold'],
    ['On Hold', 'on_hold'],
    ['8', 'canceled'],
    ['Canceled', 'canceled'],
  ])('has the state %s, which is %s', async (theirs, state) => {
    await servicenow({ ...serviceNowRecord, state: theirs });
    expect(await only()).toMatchObject({ state });
  });

  it('ends when it says so, and lasts again when it says so', async () => {
    const send = (members: object) => servicenow({ ...serviceNowRecord, ...members });
    await send({});
    await send({ state: '6', sys_updated_on: '2026-02-01 11:00:00', resolved_at: '2026-02-01 10:59:00' });
    expect(await only()).toMatchObject({ state: 'resolved', resolvedAt: '2026-02-01T10:59:00.000Z' });
    const closed = { state: '7', resolved_at: '2026-02-01 10:59:00', closed_at: '2026-02-02 00:00:00' };
    await send({ ...closed, sys_updated_on: '2026-02-02 00:00:00' });
    expect(await only()).toMatchObject({ state: 'closed', closedAt: '2026-02-02T00:00:00.000Z' });
    // Some instances keep the times of the first end.
    await send({ ...closed, state: '2', sys_updated_on: '2026-02-03 00:00:00' });
    expect(await only()).toMatchObject({ state: 'reopened' });
    await send({ sys_updated_on: '2026-02-04 00:00:00' });
    expect(await only()).toMatchObject({ state: 'in_progress', resolvedAt: null, closedAt: null });
  });

  it('ends when it was last changed, if it does not say when', async () => {
    await servicenow({ ...serviceNowRecord, state: '6', sys_updated_on: '2026-02-01 11:00:00' });
    expect(await only()).toMatchObject({ resolvedAt: '2026-02-01T11:00:00.000Z' });
  });

  it('has the number of the change that caused it as a display value', async () => {
    const caused_by = {
      display_value: 'CHG0030002',
      value: 'c83c5e5347c12200e0ef563dbb9a7190',
      link: 'https://x',
    };
    await servicenow({ ...serviceNowRecord, u_change_id: '', caused_by });
    expect(await only()).toMatchObject({ changeId: 'CHG0030002' });
  });

  it('may be almost nothing', async () => {
    await servicenow({ number: 'INC1' });
    expect(await only()).toMatchObject({
      title: 'servicenow INC1',
      state: 'new',
      createdAt: new Date(START).toISOString(),
    });
  });

  it('changes nothing with what it has and cannot be used, and tells', async () => {
    const { body } = await servicenow({ ...serviceNowRecord, state: 'Maybe', opened_at: '01.02.2026' });
    expect(body.notes).toEqual([
      expect.stringContaining("state: 'Maybe' was left out"),
      expect.stringContaining("reportedAt: '01.02.2026' was left out"),
    ]);
    expect(await only()).toMatchObject({ title: 'Nobody can pay', state: 'new', reportedAt: null });
  });

  it.each([[{}], [{ number: '' }], [{ result: { number: null } }]])(
    'is 400 without a number: %j',
    async (json) => {
      const { status, body } = await servicenow(json);
      expect([status, body.errors[0].path]).toEqual([400, 'number']);
    },
  );
});

describe('a delivery', () => {
  const events = [
    pagerDutyEvent('incident.triggered', { at: '2026-02-01T10:00:00Z' }),
    pagerDutyEvent('incident.acknowledged', { at: '2026-02-01T10:01:00Z', data: { status: 'acknowledged' } }),
    pagerDutyFields({ change_id: 'CHG-7' }, '2026-02-01T10:02:00Z'),
    pagerDutyEvent('incident.resolved', { at: '2026-02-01T10:30:00Z', data: { status: 'resolved' } }),
  ];

  it('that comes again changes nothing', async () => {
    for (const event of events) await pagerduty(event);
    const before = await only();
    service.advance(1000);
    expect((await pagerduty(events.at(-1) ?? {})).body).toEqual({
      outcome: 'unchanged',
      id: before.id,
      notes: [],
    });
    for (const event of events) await pagerduty(event);
    expect(await only()).toEqual(before);
  });

  it('that is older than what has come is ignored, whatever the order', async () => {
    for (const event of events) await pagerduty(event);
    const { id: _id, ...inOrder } = await only();
    await using other = await start({ pagerduty: { secret: SECRET } });
    for (const event of events.toReversed()) await pagerduty(event, other);
    expect(await only(other)).toMatchObject(inOrder);
    expect((await pagerduty(events[0] ?? {}, other)).body).toEqual({
      ignored: 'what came before of PGR0VU2 is newer',
    });
  });

  it('that comes with twenty others makes one incident, which knows the newest', async () => {
    const all = Array.from({ length: 20 }, (_, n) =>
      pagerDutyEvent('incident.priority_updated', {
        at: `2026-02-01T10:00:${String((n * 7) % 20).padStart(2, '0')}Z`,
        data: { title: `at ${(n * 7) % 20}` },
      }),
    );
    const answers = await Promise.all(all.map((event) => pagerduty(event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await only()).toMatchObject({ title: 'at 19' });
  });

  it('finds the incident that a person made', async () => {
    const { body } = await service.post('/incidents', {
      title: 'made by hand',
      externalSystem: 'servicenow',
      externalIncidentNumber: 'INC0010001',
      affectedEntityIds: ['checkout'],
      customFields: { owner: 'me' },
    });
    expect((await servicenow(serviceNowRecord)).body).toMatchObject({ outcome: 'updated', id: body.id });
    expect(await only()).toMatchObject({
      title: 'Nobody can pay',
      affectedEntityIds: [checkout.id],
      customFields: { owner: 'me', category: 'software' },
    });
  });
});

describe('a delivery that nobody signed', () => {
  const path = '/incidents/webhooks/pagerduty';
  const json = pagerDutyEvent('incident.triggered');

  it.each([
    ['no signature', {}],
    ['a wrong one', { 'x-pagerduty-signature': `v1=${'0'.repeat(64)}` }],
    ['the secret itself', { 'x-milepost-secret': SECRET }],
  ])('is 401 and stores nothing: %s', async (_name, headers) => {
    for (const key of [null, undefined]) {
      const { status, text } = await service.post(path, json, { headers, ...(key === null && { key }) });
      expect(status).toBe(401);
      expect(text).not.toContain(SECRET);
    }
    expect(await incidents()).toEqual([]);
    expect(service.logged.join('')).not.toContain(SECRET);
  });

  it('is 401 when the body was changed on the way', async () => {
    const raw = JSON.stringify(json);
    const signature = createHmac('sha256', SECRET).update(raw).digest('hex');
    const headers = { 'x-pagerduty-signature': `v1=${signature}` };
    const changed = raw.replace('little', 'big');
    expect((await service.call('POST', path, { raw: changed, headers, key: null })).status).toBe(401);
    expect((await service.call('POST', path, { raw, headers, key: null })).status).toBe(200);
  });

  it('is 404 when no secret is configured', async () => {
    await using none = await startTestService();
    expect((await pagerduty(json, none)).status).toBe(404);
    expect((await service.post('/incidents/webhooks/jira', json, { key: null })).status).toBe(404);
    expect((await service.get(path)).status).toBe(405);
  });
});

describe('a mapping of one’s own', () => {
  it('finds each field where it says', async () => {
    await using mapped = await start({
      pagerduty: {
        secret: SECRET,
        mapping: {
          changeId: { path: '/event/data/title', pattern: '\\b(CHG-\\d+)\\b' },
          env: { path: '/event/data/teams/0/summary', values: { engineering: 'staging' } },
          affectedEntityIds: {
            path: '/event/data/service/summary',
            values: { 'API Service': 'checkout payments', Other: 'nowhere' },
          },
          severity: { path: '/event/data/urgency', values: { high: 'P2', low: 'P4' } },
        },
      },
    });
    await pagerduty(
      pagerDutyEvent('incident.triggered', { data: { title: 'Broken since CHG-12, again' } }),
      mapped,
    );
    expect(await only(mapped)).toMatchObject({
      title: 'Broken since CHG-12, again',
      changeId: 'CHG-12',
      env: 'staging',
      affectedEntityIds: WELL_KNOWN_ENTITIES.map(({ id }) => id),
      severity: 'P2',
    });
    const { body } = await pagerduty(
      pagerDutyEvent('incident.triggered', { data: { id: 'P2', service: { summary: 'Other' } } }),
      mapped,
    );
    expect(body.notes).toEqual(["affectedEntityIds: Entity 'nowhere' not found"]);
  });

  it('keeps incidents in the account that it names', async () => {
    const account = 'e0000000-0000-4000-8000-000000000077';
    await using elsewhere = await start({ pagerduty: { secret: SECRET, account } });
    await elsewhere.store.ensureAccount({ id: account, name: 'Other', createdAt: START });
    await pagerduty(pagerDutyEvent('incident.triggered'), elsewhere);
    expect(await incidents(elsewhere)).toEqual([]);
    expect(await elsewhere.store.findExternalIncident(account, 'pagerduty', 'PGR0VU2')).toBeDefined();
  });
});
