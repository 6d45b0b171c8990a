import { beforeEach, expect, it } from 'vitest';
import type { IncidentQuery, IncidentRecord } from '../incident-port.ts';
import { incidentQuery, newIncident } from './incident-records.fixture.ts';
import { ACCOUNT, idOf, NOW, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

const HOUR = 3_600_000;
const LARGEST = Number.MAX_SAFE_INTEGER;

export function describeListIncidents(subject: Subject): void {
  let all: IncidentRecord[] = [];

  beforeEach(async () => {
    const states = ['new', 'resolved', 'closed', 'canceled'] as const;
    const affected = [[], [idOf(101)], [idOf(102), idOf(103)], [idOf(104)], [idOf(103)]];
    const incidents = Array.from({ length: 60 }, (_, n) =>
      newIncident({
        id: idOf((n * 37) % 60),
        // Twenty hours, three incidents each.
        startedAt: NOW + ((n * 7) % 20) * HOUR,
        state: states[n % 4] ?? 'new',
        changeId: [null, 'CHG-1', 'CHG-2'][n % 3] ?? null,
        env: n % 2 ? 'production' : 'staging',
        affectedEntityIds: affected[n % 5] ?? [],
      }),
    );
    for (const incident of incidents) {
      await subject.store.createIncident(incident);
      await subject.store.createIncident({ ...incident, accountId: OTHER });
    }
    all = incidents.toSorted((a, b) => b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1));
  });

  it('filters by each condition and by every combination', async () => {
    const conditions: Partial<IncidentQuery>[] = [
      { states: ['new', 'resolved', 'on_hold'] },
      { changeId: 'CHG-1' },
      { envs: ['production', 'unheard-of'] },
      { entityIds: [idOf(101), idOf(103)] },
      { from: NOW + 2 * HOUR },
      { to: NOW + 17 * HOUR },
    ];
    let queries = [incidentQuery()];
    for (const condition of conditions) {
      queries = queries.flatMap((query) => [query, { ...query, ...condition }]);
    }
    for (const query of queries) {
      const expected = all.filter((incident) => matches(incident, query));
      const page = await subject.store.listIncidents(query);
      expect(page, JSON.stringify(query)).toEqual({ items: expected, itemCount: expected.length });
    }
  });

  it('takes the range as half open', async () => {
    const { items } = await subject.store.listIncidents(
      incidentQuery({ from: NOW + 3 * HOUR, to: NOW + 5 * HOUR }),
    );
    expect(new Set(items.map(({ startedAt }) => (startedAt - NOW) / HOUR))).toEqual(new Set([3, 4]));
  });

  it('finds nothing for an empty list of states or environments, or for an account without any', async () => {
    const queries = [{ states: [] }, { envs: [] }, { changeId: 'nope' }, { accountId: idOf(404) }];
    for (const members of queries) {
      const page = await subject.store.listIncidents(incidentQuery(members));
      expect(page).toEqual({ items: [], itemCount: 0 });
    }
  });

  it('finds for an empty list of entities what affects all of the account', async () => {
    const { items } = await subject.store.listIncidents(incidentQuery({ entityIds: [] }));
    expect(items).toEqual(all.filter(({ affectedEntityIds }) => affectedEntityIds.length === 0));
  });

  it('takes a list of 1,000 entities and environments', async () => {
    const entityIds = Array.from({ length: 1000 }, (_, n) => idOf(n + 103));
    const envs = ['staging', ...Array.from({ length: 999 }, (_, n) => `env-${n}`)];
    const query = incidentQuery({ entityIds, envs });
    const expected = all.filter((incident) => matches(incident, query));
    expect(expected.length).toBeGreaterThan(0);
    expect((await subject.store.listIncidents(query)).items).toEqual(expected);
  });

  it.each([
    { limit: 0, offset: 0, from: 0, to: 0 },
    { limit: 7, offset: 0, from: 0, to: 7 },
    { limit: 7, offset: 7, from: 7, to: 14 },
    { limit: LARGEST, offset: 59, from: 59, to: 60 },
    { limit: 10, offset: 60, from: 60, to: 60 },
    { limit: 10, offset: LARGEST, from: 60, to: 60 },
  ])('answers limit $limit at offset $offset', async ({ limit, offset, from, to }) => {
    const page = await subject.store.listIncidents(incidentQuery({ limit, offset }));
    expect(page).toEqual({ items: all.slice(from, to), itemCount: 60 });
  });

  it('reads each incident once behind the cursor, with filters and without', async () => {
    for (const members of [{}, { envs: ['production'], entityIds: [idOf(103)] }]) {
      const query = incidentQuery({ ...members, limit: 4 });
      const expected = all.filter((incident) => matches(incident, query));
      const read: IncidentRecord[] = [];
      let after: IncidentQuery['after'];
      do {
        const { items, itemCount } = await subject.store.listIncidents({ ...query, after });
        expect(after ? [expected.length, undefined] : [expected.length]).toContain(itemCount);
        read.push(...items);
        const last = items.at(-1);
        after = last && { startedAt: last.startedAt, id: last.id };
      } while (after && read.length <= expected.length);
      expect(read).toEqual(expected);
    }
  });

  it('begins behind a place where no incident is', async () => {
    const after = { startedAt: NOW + 10 * HOUR, id: idOf(2 ** 48 - 1) };
    const { items } = await subject.store.listIncidents(incidentQuery({ accountId: ACCOUNT, after }));
    expect(items).toEqual(all.filter(({ startedAt }) => startedAt <= after.startedAt));
  });
}

function matches(incident: IncidentRecord, query: IncidentQuery): boolean {
  const { states, changeId, envs, entityIds, from = 0, to = LARGEST } = query;
  const { affectedEntityIds } = incident;
  return (
    (states === undefined || states.includes(incident.state)) &&
    (changeId === undefined || changeId === incident.changeId) &&
    (envs === undefined || envs.includes(incident.env)) &&
    (entityIds === undefined ||
      affectedEntityIds.length === 0 ||
      affectedEntityIds.some((id) => entityIds.includes(id))) &&
    incident.startedAt >= from &&
    incident.startedAt < to
  );
}
