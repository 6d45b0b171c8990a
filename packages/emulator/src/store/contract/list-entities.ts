import { beforeEach, expect, it } from 'vitest';
import type { EntityQuery, EntityRecord } from '../store.ts';
import { ACCOUNT, idOf, newEntity, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

const LARGEST = Number.MAX_SAFE_INTEGER;
/** Ascending by code unit: a database that sorts as people do would pass over the hyphens. */
const SHORT_IDS = ['0', '1-b', '10', '9', 'a', 'a-', 'a--b', 'a-b', 'a0', 'aa', 'ab', 'b', 'z-1', 'z1'];

export function describeListEntities(subject: Subject): void {
  let all: EntityRecord[] = [];

  beforeEach(async () => {
    const types = ['application', 'service', 'component'] as const;
    all = SHORT_IDS.map((shortId, n) =>
      newEntity({ id: idOf((n * 5) % 14), shortId, type: types[n % 3] ?? 'service' }),
    );
    for (const entity of all.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await subject.store.createEntity(entity);
      await subject.store.createEntity({ ...entity, accountId: OTHER, name: 'theirs' });
    }
  });

  const query = (members: Partial<EntityQuery> = {}): EntityQuery => ({
    accountId: ACCOUNT,
    limit: 100,
    offset: 0,
    ...members,
  });

  it('lists the entities of the account by shortId, by code unit', async () => {
    expect(await subject.store.listEntities(query())).toEqual({ items: all, itemCount: all.length });
    const empty = await subject.store.listEntities(query({ accountId: idOf(404) }));
    expect(empty).toEqual({ items: [], itemCount: 0 });
  });

  it('filters by type, by ids and by both', async () => {
    const ids = [idOf(0), idOf(3), idOf(7), idOf(404)];
    const ofType = (entity: EntityRecord) => entity.type === 'service';
    const ofIds = (entity: EntityRecord) => ids.includes(entity.id);
    const cases = [
      { members: { type: 'service' }, expected: all.filter(ofType) },
      { members: { ids }, expected: all.filter(ofIds) },
      { members: { type: 'service', ids }, expected: all.filter(ofType).filter(ofIds) },
      { members: { ids: [] }, expected: [] },
    ] as const;
    for (const { members, expected } of cases) {
      const page = await subject.store.listEntities(query(members));
      expect(page).toEqual({ items: expected, itemCount: expected.length });
    }
  });

  it.each([
    { limit: 0, offset: 0, from: 0, to: 0 },
    { limit: 5, offset: 0, from: 0, to: 5 },
    { limit: 5, offset: 12, from: 12, to: 14 },
    { limit: LARGEST, offset: 13, from: 13, to: 14 },
    { limit: 5, offset: 14, from: 14, to: 14 },
    { limit: 5, offset: LARGEST, from: 14, to: 14 },
  ])('answers limit $limit at offset $offset', async ({ limit, offset, from, to }) => {
    const page = await subject.store.listEntities(query({ limit, offset }));
    expect(page).toEqual({ items: all.slice(from, to), itemCount: 14 });
  });

  it('reads each entity once behind the cursor, with filters and without', async () => {
    for (const members of [{}, { type: 'component' }] as const) {
      const expected = all.filter(({ type }) => !('type' in members) || type === members.type);
      const read: EntityRecord[] = [];
      let after: EntityQuery['after'];
      do {
        const { items, itemCount } = await subject.store.listEntities(query({ ...members, limit: 3, after }));
        expect(after ? [expected.length, undefined] : [expected.length]).toContain(itemCount);
        read.push(...items);
        const last = items.at(-1);
        after = last && { shortId: last.shortId };
      } while (after && read.length <= expected.length);
      expect(read).toEqual(expected);
    }
  });

  it('begins behind a shortId that nobody has', async () => {
    const { items } = await subject.store.listEntities(query({ after: { shortId: 'a-a' } }));
    expect(items).toEqual(all.slice(SHORT_IDS.indexOf('a-b')));
  });
}
