import { beforeEach, describe, expect, it } from 'vitest';
import type { EventQuery, EventRecord, Store } from '../store.ts';
import { ACCOUNT, batchOf, eventQuery, idOf, NOW, newEntity, newEvent, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

const HOUR = 3_600_000;
const LARGEST = Number.MAX_SAFE_INTEGER;

export function describeListEvents(subject: Subject): void {
  it('lists nothing of an account without events', async () => {
    expect(await subject.store.listEvents(eventQuery())).toEqual({ items: [], itemCount: 0 });
    const unknown = eventQuery({ accountId: idOf(404) });
    expect(await subject.store.listEvents(unknown)).toEqual({ items: [], itemCount: 0 });
  });

  it('lists newest first, whatever the order of arrival, and later ingested first among equals', async () => {
    const { store } = subject;
    const at = (hours: number, type: string) => newEvent({ timestamp: NOW + hours * HOUR, type });
    await store.appendEvents(batchOf([at(2, 'a'), at(1, 'b'), at(2, 'c')]));
    await store.appendEvents(batchOf([at(3, 'd'), at(1, 'e')]));
    await store.appendEvents(batchOf([at(2, 'f')]));
    const { items } = await store.listEvents(eventQuery());
    expect(items.map(({ type }) => type)).toEqual(['d', 'f', 'c', 'a', 'e', 'b']);
  });

  describe('of 120 events in two accounts', () => {
    let all: EventRecord[] = [];
    beforeEach(async () => {
      all = await fill(subject.store);
    });

    it('filters by each condition and by every combination', async () => {
      for (const query of everyQuery()) {
        const expected = all.filter((event) => matches(event, query));
        const page = await subject.store.listEvents(query);
        expect(page, JSON.stringify(query)).toEqual({ items: expected, itemCount: expected.length });
      }
    });

    it.each([
      { name: 'from is part of the range, to is not', from: 2, to: 4, hours: [2, 3] },
      { name: 'an empty range is empty', from: 3, to: 3, hours: [] },
      { name: 'a range the wrong way round is empty', from: 4, to: 2, hours: [] },
      { name: 'without an end', from: 18, to: undefined, hours: [18, 19] },
      { name: 'without a beginning', from: undefined, to: 2, hours: [0, 1] },
    ])('takes a range of time as half open: $name', async ({ from, to, hours }) => {
      const { items } = await subject.store.listEvents(
        eventQuery({
          from: from === undefined ? undefined : NOW + from * HOUR,
          to: to === undefined ? undefined : NOW + to * HOUR,
        }),
      );
      const found = new Set(items.map(({ timestamp }) => (timestamp - NOW) / HOUR));
      expect([...found].sort((a, b) => a - b)).toEqual(hours);
    });

    it('finds nothing for an empty list of entities or environments', async () => {
      for (const query of [eventQuery({ entityIds: [] }), eventQuery({ envs: [] })]) {
        expect(await subject.store.listEvents(query)).toEqual({ items: [], itemCount: 0 });
      }
    });

    it('finds nothing for names that nobody has', async () => {
      for (const members of [
        { type: 'nope' },
        { status: 'nope' },
        { envs: ['nope'] },
        { entityIds: [idOf(404)] },
      ]) {
        expect(await subject.store.listEvents(eventQuery(members))).toEqual({ items: [], itemCount: 0 });
      }
    });

    it('takes a list of 1,000 entities and environments', async () => {
      const entityIds = Array.from({ length: 1000 }, (_, index) => idOf(index + 1));
      const envs = ['staging', ...Array.from({ length: 999 }, (_, index) => `env-${index}`)];
      const query = eventQuery({ entityIds, envs });
      const expected = all.filter((event) => matches(event, query));
      expect(expected.length).toBeGreaterThan(0);
      expect((await subject.store.listEvents(query)).items).toEqual(expected);
    });

    it('pages by offset, and counts all on every page', async () => {
      for (const query of [
        eventQuery({ limit: 7 }),
        eventQuery({ limit: 7, envs: ['production', 'staging'] }),
      ]) {
        const expected = all.filter((event) => matches(event, query));
        const paged: EventRecord[] = [];
        for (let offset = 0; offset < expected.length; offset += 7) {
          const { items, itemCount } = await subject.store.listEvents({ ...query, offset });
          expect(itemCount).toBe(expected.length);
          paged.push(...items);
        }
        expect(paged).toEqual(expected);
      }
    });

    it.each([
      { limit: 0, offset: 0, from: 0, to: 0 },
      { limit: 1, offset: 0, from: 0, to: 1 },
      { limit: LARGEST, offset: 0, from: 0, to: 60 },
      { limit: 10, offset: 55, from: 55, to: 60 },
      { limit: LARGEST, offset: 59, from: 59, to: 60 },
      { limit: 10, offset: 60, from: 60, to: 60 },
      { limit: 10, offset: LARGEST, from: 60, to: 60 },
    ])('answers limit $limit at offset $offset', async ({ limit, offset, from, to }) => {
      const page = await subject.store.listEvents(eventQuery({ limit, offset }));
      expect(page).toEqual({ items: all.slice(from, to), itemCount: 60 });
    });

    it.each([
      { name: 'without filters', members: {} },
      {
        name: 'with every filter',
        members: { type: 'event-deploy', status: 'success', envs: ['production'] },
      },
      { name: 'of one entity', members: { entityIds: [idOf(2)] } },
      { name: 'in a range', members: { from: NOW + 3 * HOUR, to: NOW + 12 * HOUR } },
    ])('reads each event once behind the cursor: $name', async ({ members }) => {
      const query = eventQuery({ ...members, limit: 4 });
      const expected = all.filter((event) => matches(event, query));
      expect(await readByCursor(subject.store, query, expected.length)).toEqual(expected);
    });

    it('begins behind a place where no event is', async () => {
      const after = { timestamp: NOW + 10 * HOUR, seq: LARGEST };
      const { items } = await subject.store.listEvents(eventQuery({ after }));
      expect(items).toEqual(all.filter(({ timestamp }) => timestamp <= after.timestamp));
      const first = eventQuery({ after: { timestamp: 0, seq: 0 } });
      expect((await subject.store.listEvents(first)).items).toEqual([]);
    });
  });

  it('reads 3,000 events by cursor while newer ones arrive, each once and in order', async () => {
    const { store } = subject;
    const events = Array.from({ length: 3000 }, (_, index) =>
      newEvent({ timestamp: NOW + (index % 97) * 1000 }),
    );
    await store.appendEvents(batchOf(events));
    const before = await store.listEvents(eventQuery({ limit: 3000 }));
    const query = eventQuery({ limit: 250 });
    const read: EventRecord[] = [];
    let after: EventQuery['after'];
    do {
      const { items } = await store.listEvents({ ...query, after });
      read.push(...items);
      after = items.at(-1);
      await store.appendEvents(batchOf([newEvent({ timestamp: NOW + HOUR })]));
    } while (after);
    expect(read).toEqual(before.items);
  });
}

/** Half of the events are the other account's, under the same names. Answers ours, in the order of a list. */
async function fill(store: Store): Promise<EventRecord[]> {
  for (const accountId of [ACCOUNT, OTHER]) {
    for (const n of [1, 2, 3])
      await store.createEntity(newEntity({ accountId, id: idOf(n), shortId: `e-${n}` }));
  }
  const entityIds = [null, idOf(1), idOf(2), idOf(3)];
  const envs = [null, 'production', 'staging'];
  const statuses = [null, 'success', 'failed', 'success', 'success'];
  const types = ['event-deploy', 'event-commit'];
  for (let n = 0; n < 60; n++) {
    const members = {
      id: idOf(1000 + n),
      // Twenty hours, three events each, in an order of arrival that is not that of time.
      timestamp: NOW + ((n * 7) % 20) * HOUR,
      type: types[n % 2] ?? '',
      entityId: entityIds[n % 4] ?? null,
      env: envs[n % 3] ?? null,
      status: statuses[n % 5] ?? null,
    };
    await store.appendEvents(batchOf([newEvent(members)]));
    await store.appendEvents(batchOf([newEvent(members)], { accountId: OTHER }));
  }
  const { items } = await store.listEvents(eventQuery());
  return items.toSorted((a, b) => b.timestamp - a.timestamp || b.seq - a.seq);
}

function everyQuery(): EventQuery[] {
  let queries = [eventQuery()];
  const conditions: Partial<EventQuery>[] = [
    { type: 'event-deploy' },
    { entityIds: [idOf(1), idOf(3)] },
    { envs: ['production', 'unheard-of'] },
    { status: 'success' },
    { from: NOW + 2 * HOUR },
    { to: NOW + 17 * HOUR },
  ];
  for (const condition of conditions) {
    queries = queries.flatMap((query) => [query, { ...query, ...condition }]);
  }
  return queries;
}

function matches(event: EventRecord, query: EventQuery): boolean {
  const { type, status, entityIds, envs, from = 0, to = LARGEST } = query;
  return (
    (type === undefined || event.type === type) &&
    (status === undefined || event.status === status) &&
    (entityIds === undefined || entityIds.some((id) => id === event.entityId)) &&
    (envs === undefined || envs.some((env) => env === event.env)) &&
    event.timestamp >= from &&
    event.timestamp < to
  );
}

async function readByCursor(store: Store, query: EventQuery, count: number): Promise<EventRecord[]> {
  const read: EventRecord[] = [];
  let after: EventQuery['after'];
  do {
    const { items, itemCount } = await store.listEvents({ ...query, after });
    if (after === undefined) expect(itemCount).toBe(count);
    else expect([count, undefined]).toContain(itemCount);
    read.push(...items);
    const last = items.at(-1);
    after = last && { timestamp: last.timestamp, seq: last.seq };
  } while (after && read.length <= count);
  return read;
}
