import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pagerDutyEvent, pagerDutyFields, pagerDutyNote } from '../../src/incidents/pagerduty.fixture.ts';
import { serviceNowRecord, withDisplayValues } from '../../src/incidents/servicenow.fixture.ts';
import { START, type TestService } from '../service.fixture.ts';
import {
  incidentsOf,
  onlyIncident,
  pagerduty,
  servicenow,
  startReceiving,
} from './incident-webhooks.fixture.ts';

let service: TestService;
beforeEach(async () => {
  service = await startReceiving();
});
afterEach(() => service[Symbol.asyncDispose]());

describe('what PagerDuty sends', () => {
  it('becomes an incident, from its trigger to its end', async () => {
    const created = await pagerduty(service, pagerDutyEvent('incident.triggered'));
    expect([created.status, created.body]).toEqual([
      200,
      { outcome: 'created', id: expect.any(String), notes: [] },
    ]);
    expect(await onlyIncident(service)).toMatchObject({
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
      service,
      pagerDutyEvent('incident.acknowledged', {
        at: '2026-02-01T10:01:00Z',
        data: { status: 'acknowledged' },
      }),
    );
    expect(await onlyIncident(service)).toMatchObject({ state: 'in_progress', resolvedAt: null });
    await pagerduty(
      service,
      pagerDutyEvent('incident.resolved', { at: '2026-02-01T10:30:00Z', data: { status: 'resolved' } }),
    );
    expect(await onlyIncident(service)).toMatchObject({
      id: created.body.id,
      state: 'resolved',
      resolvedAt: '2026-02-01T10:30:00.000Z',
    });
  });

  it('has its change and its environment in custom fields', async () => {
    await pagerduty(service, pagerDutyEvent('incident.triggered'));
    await pagerduty(
      service,
      pagerDutyFields({ change_id: 'CHG-7', environment: ' Staging' }, '2026-02-01T10:02:00Z'),
    );
    expect(await onlyIncident(service)).toMatchObject({
      title: 'A little bump in the road',
      changeId: 'CHG-7',
      env: 'staging',
      state: 'new',
    });
    await pagerduty(
      service,
      pagerDutyEvent('incident.acknowledged', {
        at: '2026-02-01T10:03:00Z',
        data: { status: 'acknowledged' },
      }),
    );
    expect(await onlyIncident(service)).toMatchObject({
      changeId: 'CHG-7',
      env: 'staging',
      state: 'in_progress',
    });
    await pagerduty(service, pagerDutyFields({ change_id: null }, '2026-02-01T10:04:00Z'));
    expect(await onlyIncident(service)).toMatchObject({ changeId: null, env: 'staging' });
  });

  it('may begin with the custom fields', async () => {
    await pagerduty(service, pagerDutyFields({ change_id: 'CHG-7' }, '2026-02-01T10:02:00Z'));
    expect(await onlyIncident(service)).toMatchObject({ title: 'pagerduty PGR0VU2', changeId: 'CHG-7' });
    await pagerduty(service, pagerDutyEvent('incident.triggered', { at: '2026-02-01T10:00:00Z' }));
    expect(await onlyIncident(service)).toMatchObject({
      title: 'A little bump in the road',
      changeId: 'CHG-7',
    });
  });

  it('lasts again once it is reopened, and ends when it is resolved again', async () => {
    const send = (type: string, status: string, at: string) =>
      pagerduty(service, pagerDutyEvent(type, { at, data: { status } }));
    await send('incident.resolved', 'resolved', '2026-02-01T10:30:00Z');
    await send('incident.reopened', 'triggered', '2026-02-01T11:00:00Z');
    expect(await onlyIncident(service)).toMatchObject({
      state: 'reopened',
      resolvedAt: '2026-02-01T10:30:00.000Z',
    });
    await send('incident.acknowledged', 'acknowledged', '2026-02-01T11:01:00Z');
    expect(await onlyIncident(service)).toMatchObject({ state: 'reopened' });
    await send('incident.resolved', 'resolved', '2026-02-01T11:30:00Z');
    expect(await onlyIncident(service)).toMatchObject({
      state: 'resolved',
      resolvedAt: '2026-02-01T11:30:00.000Z',
    });
  });

  it.each([
    ['SEV-2', 'P2'],
    ['Sev 3', 'P3'],
    ['S4', 'P4'],
    ['p0', 'P0'],
  ])('has the priority %s, which is %s', async (summary, severity) => {
    await pagerduty(service, pagerDutyEvent('incident.triggered', { data: { priority: { summary } } }));
    expect(await onlyIncident(service)).toMatchObject({ severity });
  });

  it('may have no priority, or lose it', async () => {
    await pagerduty(service, pagerDutyEvent('incident.triggered'));
    const data = { priority: null };
    await pagerduty(
      service,
      pagerDutyEvent('incident.priority_updated', { at: '2026-02-01T10:01:00Z', data }),
    );
    expect(await onlyIncident(service)).toMatchObject({ severity: null });
  });

  it.each([
    ['a note', pagerDutyNote(), 'incident.annotated does not change an incident'],
    [
      'a ping',
      { event: { event_type: 'pagey.ping', data: { type: 'ping', message: 'Hello' } } },
      'pagey.ping does not change an incident',
    ],
  ])('is ignored when it is %s', async (_name, json, ignored) => {
    expect(await pagerduty(service, json)).toMatchObject({ status: 200, body: { ignored } });
    expect(await incidentsOf(service)).toEqual([]);
  });

  it.each([
    [{}, 'event'],
    [{ event: { data: null } }, 'event.data'],
    [pagerDutyEvent('incident.triggered', { data: { id: 7 } }), 'event.data.id'],
    [pagerDutyEvent('incident.triggered', { at: 'yesterday' }), 'event.occurred_at'],
  ])('is 400 when it is no V3 webhook (%#)', async (json, path) => {
    const { status, body } = await pagerduty(service, json);
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
    expect((await servicenow(service, json)).body).toEqual({
      outcome: 'created',
      id: expect.any(String),
      notes: [],
    });
    expect(await onlyIncident(service)).toMatchObject({
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
    await servicenow(service, { ...serviceNowRecord, state: theirs });
    expect(await onlyIncident(service)).toMatchObject({ state });
  });

  it('ends when it says so, and lasts again when it says so', async () => {
    const send = (members: object) => servicenow(service, { ...serviceNowRecord, ...members });
    await send({});
    await send({ state: '6', sys_updated_on: '2026-02-01 11:00:00', resolved_at: '2026-02-01 10:59:00' });
    expect(await onlyIncident(service)).toMatchObject({
      state: 'resolved',
      resolvedAt: '2026-02-01T10:59:00.000Z',
    });
    const closed = { state: '7', resolved_at: '2026-02-01 10:59:00', closed_at: '2026-02-02 00:00:00' };
    await send({ ...closed, sys_updated_on: '2026-02-02 00:00:00' });
    expect(await onlyIncident(service)).toMatchObject({
      state: 'closed',
      closedAt: '2026-02-02T00:00:00.000Z',
    });
    // Some instances keep the times of the first end.
    await send({ ...closed, state: '2', sys_updated_on: '2026-02-03 00:00:00' });
    expect(await onlyIncident(service)).toMatchObject({ state: 'reopened' });
    await send({ sys_updated_on: '2026-02-04 00:00:00' });
    expect(await onlyIncident(service)).toMatchObject({
      state: 'in_progress',
      resolvedAt: null,
      closedAt: null,
    });
  });

  it('ends when it was last changed, if it does not say when', async () => {
    await servicenow(service, { ...serviceNowRecord, state: '6', sys_updated_on: '2026-02-01 11:00:00' });
    expect(await onlyIncident(service)).toMatchObject({ resolvedAt: '2026-02-01T11:00:00.000Z' });
  });

  it('has the number of the change that caused it as a display value', async () => {
    const caused_by = {
      display_value: 'CHG0030002',
      value: 'c83c5e5347c12200e0ef563dbb9a7190',
      link: 'https://x',
    };
    await servicenow(service, { ...serviceNowRecord, u_change_id: '', caused_by });
    expect(await onlyIncident(service)).toMatchObject({ changeId: 'CHG0030002' });
  });

  it('may be almost nothing', async () => {
    await servicenow(service, { number: 'INC1' });
    expect(await onlyIncident(service)).toMatchObject({
      title: 'servicenow INC1',
      state: 'new',
      createdAt: new Date(START).toISOString(),
    });
  });

  it('changes nothing with what it has and cannot be used, and tells', async () => {
    const { body } = await servicenow(service, {
      ...serviceNowRecord,
      state: 'Maybe',
      opened_at: '01.02.2026',
    });
    expect(body.notes).toEqual([
      expect.stringContaining("state: 'Maybe' was left out"),
      expect.stringContaining("reportedAt: '01.02.2026' was left out"),
    ]);
    expect(await onlyIncident(service)).toMatchObject({
      title: 'Nobody can pay',
      state: 'new',
      reportedAt: null,
    });
  });

  it.each([[{}], [{ number: '' }], [{ result: { number: null } }]])(
    'is 400 without a number: %j',
    async (json) => {
      const { status, body } = await servicenow(service, json);
      expect([status, body.errors[0].path]).toEqual([400, 'number']);
    },
  );
});
