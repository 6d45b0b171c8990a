import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import {
  ACCOUNT,
  batchOf,
  eventQuery,
  idOf,
  newEntity,
  newEvent,
  OTHER,
  TRICKY_OBJECTS,
} from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeAppendEvents(subject: Subject): void {
  it('keeps every member as given, with the account and a sequence', async () => {
    const { store } = subject;
    await store.createEntity(newEntity());
    const full = newEvent({ entityId: newEntity().id, sender: { kind: 'user', id: idOf(7) }, createdAt: 1 });
    const bare = newEvent({ type: 'event-commit', env: null, status: null, attributes: '{}' });

    expect(await store.appendEvents(batchOf([full, bare]))).toEqual({ state: 'stored' });

    expect(await store.getEvent(ACCOUNT, full.id)).toEqual({ ...full, accountId: ACCOUNT, seq: 1 });
    expect(await store.getEvent(ACCOUNT, bare.id)).toEqual({ ...bare, accountId: ACCOUNT, seq: 2 });
  });

  it('finds no event that is not there', async () => {
    expect(await subject.store.getEvent(ACCOUNT, idOf(404))).toBeUndefined();
  });

  it('stores an empty batch as nothing', async () => {
    const { store } = subject;
    expect(await store.appendEvents(batchOf([]))).toEqual({ state: 'stored' });
    expect(await store.listEvents(eventQuery())).toEqual({ items: [], itemCount: 0 });
  });

  it.each(TRICKY_OBJECTS)('keeps attributes to the letter: $what', async ({ text }) => {
    const event = newEvent({ attributes: text });
    await subject.store.appendEvents(batchOf([event]));
    expect((await subject.store.getEvent(ACCOUNT, event.id))?.attributes).toBe(text);
    const { items } = await subject.store.listEvents(eventQuery());
    expect(items[0]?.attributes).toBe(text);
  });

  it('keeps type, env and status to the letter', async () => {
    const { store } = subject;
    const event = newEvent({ type: 'event-Ünï_1', env: "prod' --", status: 'Success 👍' });
    await store.appendEvents(batchOf([event]));
    expect(await store.getEvent(ACCOUNT, event.id)).toMatchObject(event);
    const query = eventQuery({ type: event.type, envs: ["prod' --"], status: 'Success 👍' });
    expect((await store.listEvents(query)).itemCount).toBe(1);
  });

  it.each(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z', '9999-12-31T23:59:59.999Z'])(
    'keeps the instant %s',
    async (instant) => {
      const { store } = subject;
      const timestamp = Date.parse(instant);
      const event = newEvent({ timestamp, createdAt: timestamp });
      await store.appendEvents(batchOf([event]));
      expect(await store.getEvent(ACCOUNT, event.id)).toMatchObject({ timestamp, createdAt: timestamp });
      const query = eventQuery({ from: timestamp, to: timestamp + 1 });
      expect((await store.listEvents(query)).items.map(({ id }) => id)).toEqual([event.id]);
    },
  );

  it('stores a batch of 5,000 events in its order', async () => {
    const { store } = subject;
    const events = Array.from({ length: 5000 }, () => newEvent());
    await store.appendEvents(batchOf(events));
    const { items, itemCount } = await store.listEvents(eventQuery({ limit: 5000 }));
    expect(itemCount).toBe(5000);
    expect(items.map(({ id }) => id)).toEqual(events.map(({ id }) => id).reverse());
    expect(items.map(({ seq }) => seq)).toEqual(Array.from(events, (_, index) => 5000 - index));
  });

  it('gives 200 parallel batches distinct sequences without a gap, in the order of each batch', async () => {
    const { store } = subject;
    const batches = Array.from({ length: 200 }, () => [newEvent(), newEvent(), newEvent()]);
    const outcomes = await Promise.all(batches.map((events) => store.appendEvents(batchOf(events))));
    expect(outcomes).toEqual(batches.map(() => ({ state: 'stored' })));

    const { items, itemCount } = await store.listEvents(eventQuery());
    expect(itemCount).toBe(600);
    expect(items.map(({ seq }) => seq)).toEqual(Array.from(items, (_, index) => 600 - index));
    const sequences = new Map(items.map(({ id, seq }) => [id, seq]));
    for (const events of batches) {
      const own = events.map(({ id }) => sequences.get(id) ?? 0);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  });

  it('counts sequences for each account by itself', async () => {
    const { store } = subject;
    const accounts = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? ACCOUNT : OTHER));
    await Promise.all(accounts.map((accountId) => store.appendEvents(batchOf([newEvent()], { accountId }))));
    for (const accountId of [ACCOUNT, OTHER]) {
      const { items } = await store.listEvents(eventQuery({ accountId }));
      expect(items.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, index) => 20 - index));
    }
  });

  it('shows an event of one account to no other, even under the same id', async () => {
    const { store } = subject;
    const id = randomUUID();
    await store.appendEvents(batchOf([newEvent({ id, type: 'ours' })]));
    expect(await store.getEvent(OTHER, id)).toBeUndefined();

    await store.appendEvents(batchOf([newEvent({ id, type: 'theirs' })], { accountId: OTHER }));
    expect(await store.getEvent(ACCOUNT, id)).toMatchObject({ accountId: ACCOUNT, type: 'ours', seq: 1 });
    expect(await store.getEvent(OTHER, id)).toMatchObject({ accountId: OTHER, type: 'theirs', seq: 1 });
  });

  it('stores nothing of a batch that repeats the id of a stored event', async () => {
    const { store } = subject;
    const first = newEvent({ type: 'first' });
    await store.appendEvents(batchOf([first]));
    const fresh = newEvent();

    await expect(store.appendEvents(batchOf([fresh, { ...first, type: 'second' }]))).rejects.toThrow();

    expect(await store.getEvent(ACCOUNT, fresh.id)).toBeUndefined();
    expect(await store.getEvent(ACCOUNT, first.id)).toMatchObject({ type: 'first' });
    await store.appendEvents(batchOf([fresh]));
    expect(await store.getEvent(ACCOUNT, fresh.id)).toMatchObject({ seq: 2 });
  });

  it('stores nothing of a batch when one of its entities is gone, and leaves no gap', async () => {
    const { store } = subject;
    await store.createEntity(newEntity({ id: idOf(1), shortId: 'here' }));
    await store.createEntity(newEntity({ id: idOf(2), shortId: 'gone' }));
    await store.deleteEntity(ACCOUNT, idOf(2));
    const fine = newEvent({ entityId: idOf(1) });

    const outcome = await store.appendEvents(batchOf([fine, newEvent({ entityId: idOf(2) })]));

    expect(outcome).toEqual({ state: 'entities-gone' });
    expect(await store.getEvent(ACCOUNT, fine.id)).toBeUndefined();
    await store.appendEvents(batchOf([fine]));
    expect(await store.getEvent(ACCOUNT, fine.id)).toMatchObject({ seq: 1 });
  });

  it("does not take another account's entity for one of the caller's", async () => {
    const { store } = subject;
    await store.createEntity(newEntity({ accountId: OTHER }));
    const batch = batchOf([newEvent({ entityId: newEntity().id })]);
    expect(await store.appendEvents(batch)).toEqual({ state: 'entities-gone' });
  });

  it('refuses one batch of a moment without touching its neighbours', async () => {
    const { store } = subject;
    const outcomes = await Promise.all([
      store.appendEvents(batchOf([newEvent()])),
      store.appendEvents(batchOf([newEvent(), newEvent({ entityId: idOf(404) })])),
      store.appendEvents(batchOf([newEvent()])),
    ]);
    expect(outcomes.map(({ state }) => state)).toEqual(['stored', 'entities-gone', 'stored']);
    const { items } = await store.listEvents(eventQuery());
    expect(items.map(({ seq }) => seq)).toEqual([2, 1]);
  });

  it('keeps its own copy: what callers do to their objects changes nothing', async () => {
    const { store } = subject;
    const sent = newEvent({ type: 'as-sent' });
    await store.appendEvents(batchOf([sent]));
    sent.type = 'changed';
    sent.sender.id = idOf(666);
    const read = await store.getEvent(ACCOUNT, sent.id);
    if (read) read.sender.kind = 'user';
    expect(await store.getEvent(ACCOUNT, sent.id)).toMatchObject({
      type: 'as-sent',
      sender: { kind: 'api-key', id: idOf(0x5e) },
    });
  });
}
