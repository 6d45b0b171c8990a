import { expect, it } from 'vitest';
import type { IncidentRecord } from '../incident-port.ts';
import { newIncident } from './incident-records.fixture.ts';
import { ACCOUNT, idOf } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeExternalIncidents(subject: Subject): void {
  const external = (n: number, members: Partial<IncidentRecord> = {}) =>
    newIncident({ id: idOf(n), externalSystem: 'pagerduty', externalIncidentNumber: '4711', ...members });

  it('is of one incident, which keeps it', async () => {
    const { store } = subject;
    await store.createIncident(external(1));
    expect(await store.createIncident(external(2))).toBe('external-taken');
    expect(await store.getIncident(ACCOUNT, idOf(2))).toBeUndefined();
    await store.createIncident(newIncident({ id: idOf(3) }));
    expect(await store.updateIncident(external(3, { title: 'changed' }))).toBe('external-taken');
    expect(await store.getIncident(ACCOUNT, idOf(3))).toEqual(newIncident({ id: idOf(3) }));
    expect(await store.updateIncident(external(1, { title: 'changed' }))).toBe('updated');
    expect(await store.findExternalIncident(ACCOUNT, 'pagerduty', '4711')).toEqual(
      external(1, { title: 'changed' }),
    );
  });

  it('is a pair: neither half of it is taken alone', async () => {
    const { store } = subject;
    const pairs = [
      ['a/b', 'c'],
      ['a', 'b/c'],
      ['a', 'c'],
      ['A', 'c'],
      [null, 'c'],
      [null, 'c'],
      ['a', null],
      ['a', null],
    ] as const;
    for (const [n, [externalSystem, externalIncidentNumber]] of pairs.entries()) {
      const incident = newIncident({ id: idOf(n), externalSystem, externalIncidentNumber });
      expect(await store.createIncident(incident)).toBe('created');
    }
    expect((await store.findExternalIncident(ACCOUNT, 'a', 'b/c'))?.id).toBe(idOf(1));
    expect((await store.findExternalIncident(ACCOUNT, 'A', 'c'))?.id).toBe(idOf(3));
    expect(await store.findExternalIncident(ACCOUNT, 'a', 'C')).toBeUndefined();
  });

  it('is free again when its incident is renamed or deleted', async () => {
    const { store } = subject;
    await store.createIncident(external(1));
    await store.updateIncident(external(1, { externalIncidentNumber: null }));
    expect(await store.createIncident(external(2))).toBe('created');
    await store.deleteIncident(ACCOUNT, idOf(2));
    expect(await store.createIncident(external(3))).toBe('created');
    expect((await store.findExternalIncident(ACCOUNT, 'pagerduty', '4711'))?.id).toBe(idOf(3));
  });

  it('goes to one of ten that are created with it together, or change to it', async () => {
    const { store } = subject;
    const ten = Array.from({ length: 10 }, (_, n) => n);
    const created = await Promise.all(ten.map((n) => store.createIncident(external(n))));
    expect(created.toSorted()).toEqual(['created', ...Array(9).fill('external-taken')]);

    const other = { externalSystem: 'servicenow' };
    for (const n of ten) await store.createIncident(newIncident({ id: idOf(100 + n) }));
    const updated = await Promise.all(ten.map((n) => store.updateIncident(external(100 + n, other))));
    expect(updated.toSorted()).toEqual([...Array(9).fill('external-taken'), 'updated']);
  });
}
