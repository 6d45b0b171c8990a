import { createHmac } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { pagerDutyEvent, pagerDutyFields } from '../../src/incidents/pagerduty.fixture.ts';
import { serviceNowRecord } from '../../src/incidents/servicenow.fixture.ts';
import type { Store } from '../../src/store/store.ts';
import { START, type TestService } from '../service.fixture.ts';
import {
  incidentsOf,
  onlyIncident,
  pagerduty,
  SECRET,
  servicenow,
  startReceiving,
} from './incident-webhooks.fixture.ts';

const [checkout] = WELL_KNOWN_ENTITIES;

let service: TestService;
beforeEach(async () => {
  service = await startReceiving();
});
afterEach(() => service[Symbol.asyncDispose]());

describe('a delivery', () => {
  const events = [
    pagerDutyEvent('incident.triggered', { at: '2026-02-01T10:00:00Z' }),
    pagerDutyEvent('incident.acknowledged', { at: '2026-02-01T10:01:00Z', data: { status: 'acknowledged' } }),
    pagerDutyFields({ change_id: 'CHG-7' }, '2026-02-01T10:02:00Z'),
    pagerDutyEvent('incident.resolved', { at: '2026-02-01T10:30:00Z', data: { status: 'resolved' } }),
  ];

  it('that comes again changes nothing', async () => {
    for (const event of events) await pagerduty(service, event);
    const before = await onlyIncident(service);
    service.advance(1000);
    expect((await pagerduty(service, events.at(-1) ?? {})).body).toEqual({
      outcome: 'unchanged',
      id: before.id,
      notes: [],
    });
    for (const event of events) await pagerduty(service, event);
    expect(await onlyIncident(service)).toEqual(before);
  });

  it('that is older than what has come is ignored, whatever the order', async () => {
    for (const event of events) await pagerduty(service, event);
    const { id: _id, ...inOrder } = await onlyIncident(service);
    await using other = await startReceiving({ pagerduty: { secret: SECRET } });
    for (const event of events.toReversed()) await pagerduty(other, event);
    expect(await onlyIncident(other)).toMatchObject(inOrder);
    expect((await pagerduty(other, events[0] ?? {})).body).toEqual({
      ignored: 'what came before of PGR0VU2 is newer',
    });
  });

  it('that comes with twenty others makes one incident, which knows the newest', async () => {
    // What is read of it is old by the time it can be used: only turns keep the newest.
    const slowly = (store: Store): Store => ({
      ...store,
      async findExternalIncident(...asked) {
        const found = await store.findExternalIncident(...asked);
        return setTimeout(5, found);
      },
    });
    await using slow = await startReceiving({ pagerduty: { secret: SECRET } }, slowly);
    const all = Array.from({ length: 20 }, (_, n) =>
      pagerDutyEvent('incident.priority_updated', {
        at: `2026-02-01T10:00:${String((n * 7) % 20).padStart(2, '0')}Z`,
        data: { title: `at ${(n * 7) % 20}` },
      }),
    );
    const answers = await Promise.all(all.map((event) => pagerduty(slow, event)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await onlyIncident(slow)).toMatchObject({ title: 'at 19' });
  });

  it('finds the incident that a person made', async () => {
    const { body } = await service.post('/incidents', {
      title: 'made by hand',
      externalSystem: 'servicenow',
      externalIncidentNumber: 'INC0010001',
      affectedEntityIds: ['checkout'],
      customFields: { owner: 'me' },
    });
    expect((await servicenow(service, serviceNowRecord)).body).toMatchObject({
      outcome: 'updated',
      id: body.id,
    });
    expect(await onlyIncident(service)).toMatchObject({
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
    expect(await incidentsOf(service)).toEqual([]);
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
    await using none = await startReceiving({});
    expect((await pagerduty(none, json)).status).toBe(404);
    expect((await service.post('/incidents/webhooks/jira', json, { key: null })).status).toBe(404);
    expect((await service.get(path)).status).toBe(405);
  });
});

describe('a mapping of one’s own', () => {
  it('finds each field where it says', async () => {
    await using mapped = await startReceiving({
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
      mapped,
      pagerDutyEvent('incident.triggered', { data: { title: 'Broken since CHG-12, again' } }),
    );
    expect(await onlyIncident(mapped)).toMatchObject({
      title: 'Broken since CHG-12, again',
      changeId: 'CHG-12',
      env: 'staging',
      affectedEntityIds: WELL_KNOWN_ENTITIES.map(({ id }) => id),
      severity: 'P2',
    });
    const { body } = await pagerduty(
      mapped,
      pagerDutyEvent('incident.triggered', { data: { id: 'P2', service: { summary: 'Other' } } }),
    );
    expect(body.notes).toEqual(["affectedEntityIds: Entity 'nowhere' not found"]);
    const moved = { at: '2026-02-01T11:00:00Z', data: { service: { summary: 'Other' } } };
    await pagerduty(mapped, pagerDutyEvent('incident.service_updated', moved));
    const known = (await incidentsOf(mapped)).find(
      ({ externalIncidentNumber }: { externalIncidentNumber: string }) =>
        externalIncidentNumber === 'PGR0VU2',
    );
    expect(known.affectedEntityIds).toEqual(WELL_KNOWN_ENTITIES.map(({ id }) => id));
  });

  it('keeps incidents in the account that it names', async () => {
    const account = 'e0000000-0000-4000-8000-000000000077';
    await using elsewhere = await startReceiving({ pagerduty: { secret: SECRET, account } });
    await elsewhere.store.ensureAccount({ id: account, name: 'Other', createdAt: START });
    await pagerduty(elsewhere, pagerDutyEvent('incident.triggered'));
    expect(await incidentsOf(elsewhere)).toEqual([]);
    expect(await elsewhere.store.findExternalIncident(account, 'pagerduty', 'PGR0VU2')).toBeDefined();
  });
});
