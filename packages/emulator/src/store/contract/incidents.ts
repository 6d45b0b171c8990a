import { expect, it } from 'vitest';
import { incidentQuery, newIncident } from './incident-records.fixture.ts';
import { ACCOUNT, DAY, idOf, NOW, OTHER, TRICKY_OBJECTS } from './records.fixture.ts';
import type { Subject } from './subject.ts';

const EXTERNAL = { externalSystem: 'pagerduty', externalIncidentNumber: '4711' };

export function describeIncidents(subject: Subject): void {
  const full = newIncident({
    title: 'Zahlungen – 決済 👍',
    description: '50%_off \\ \' " -- \u2028',
    externalSystem: 'Sérvice "Now"/1',
    externalIncidentNumber: 'INC/0001","2',
    state: 'reopened',
    severity: 'P0',
    detectedAt: NOW - 3,
    reportedAt: NOW - 2,
    resolvedAt: NOW + 1,
    closedAt: Date.parse('9999-12-31T23:59:59.999Z'),
    changeId: 'CHG/1 é',
    env: "prod' --",
    affectedEntityIds: [idOf(3), idOf(2)],
    customFields: '{"z":1,"a":[]}',
    createdAt: 0,
    updatedAt: NOW + 2,
    startedAt: NOW - 3,
  });

  it('keeps every member as given, and finds it by id and by its name elsewhere', async () => {
    const { store } = subject;
    expect(await store.createIncident(full)).toBe('created');
    expect(await store.getIncident(ACCOUNT, full.id)).toEqual(full);
    const { externalSystem, externalIncidentNumber } = full;
    expect(
      await store.findExternalIncident(ACCOUNT, externalSystem ?? '', externalIncidentNumber ?? ''),
    ).toEqual(full);
    expect((await store.listIncidents(incidentQuery())).items).toEqual([full]);
    const { items } = await store.listIncidents(
      incidentQuery({ changeId: 'CHG/1 é', envs: ["prod' --"], states: ['reopened'] }),
    );
    expect(items).toEqual([full]);
  });

  it('gives what the calculator needs, of those that are not canceled', async () => {
    const { store } = subject;
    await store.createIncident(full);
    await store.createIncident(newIncident({ id: idOf(8), state: 'canceled' }));
    await store.createIncident(newIncident({ id: idOf(9), accountId: OTHER }));
    const { id, state, detectedAt, reportedAt, resolvedAt, closedAt, createdAt } = full;
    const { changeId, env, affectedEntityIds } = full;
    const times = { detectedAt, reportedAt, resolvedAt, closedAt, createdAt };
    expect(await store.listIncidentCauses(ACCOUNT)).toEqual([
      { id, state, ...times, changeId, env, affectedEntityIds },
    ]);
  });

  it.each(TRICKY_OBJECTS)('keeps custom fields to the letter: $what', async ({ text }) => {
    await subject.store.createIncident(newIncident({ customFields: text }));
    expect((await subject.store.getIncident(ACCOUNT, idOf(1)))?.customFields).toBe(text);
  });

  it('is not touched by what callers do to their records', async () => {
    const { store } = subject;
    const affectedEntityIds = [idOf(3)];
    await store.createIncident(newIncident({ affectedEntityIds }));
    affectedEntityIds.push(idOf(4));
    const found = await store.getIncident(ACCOUNT, idOf(1));
    Object.assign(found ?? {}, { title: 'changed' });
    expect(await store.getIncident(ACCOUNT, idOf(1))).toEqual(newIncident({ affectedEntityIds: [idOf(3)] }));
  });

  it('updates every member but the id, and clears what is null', async () => {
    const { store } = subject;
    await store.createIncident(newIncident());
    for (const incident of [full, newIncident({ state: 'closed', updatedAt: NOW + DAY })]) {
      expect(await store.updateIncident(incident)).toBe('updated');
      expect(await store.getIncident(ACCOUNT, idOf(1))).toEqual(incident);
    }
  });

  it('finds, updates and deletes nothing that is not there', async () => {
    const { store } = subject;
    expect(await store.getIncident(ACCOUNT, idOf(404))).toBeUndefined();
    expect(await store.findExternalIncident(ACCOUNT, 'pagerduty', '4711')).toBeUndefined();
    expect(await store.updateIncident(newIncident())).toBe('not-found');
    expect(await store.deleteIncident(ACCOUNT, idOf(1))).toBe('not-found');
    expect(await store.getIncident(ACCOUNT, idOf(1))).toBeUndefined();
  });

  it('deletes an incident once', async () => {
    const { store } = subject;
    await store.createIncident(newIncident());
    expect(await store.deleteIncident(ACCOUNT, idOf(1))).toBe('deleted');
    expect(await store.getIncident(ACCOUNT, idOf(1))).toBeUndefined();
    expect(await store.deleteIncident(ACCOUNT, idOf(1))).toBe('not-found');
  });

  it('keeps incidents of accounts apart that have the same ids and names', async () => {
    const { store } = subject;
    const ours = newIncident({ ...EXTERNAL, title: 'ours' });
    const theirs = { ...ours, accountId: OTHER, title: 'theirs' };
    await store.createIncident(ours);
    expect(await store.getIncident(OTHER, ours.id)).toBeUndefined();
    expect(await store.findExternalIncident(OTHER, 'pagerduty', '4711')).toBeUndefined();
    expect(await store.updateIncident(theirs)).toBe('not-found');
    expect(await store.deleteIncident(OTHER, ours.id)).toBe('not-found');

    expect(await store.createIncident(theirs)).toBe('created');
    await store.updateIncident({ ...ours, title: 'changed' });
    expect(await store.findExternalIncident(OTHER, 'pagerduty', '4711')).toEqual(theirs);
    await store.deleteIncident(ACCOUNT, ours.id);
    expect(await store.getIncident(OTHER, ours.id)).toEqual(theirs);
  });
}
