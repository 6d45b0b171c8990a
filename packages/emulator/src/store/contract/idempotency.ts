import { expect, it } from 'vitest';
import type { Store } from '../store.ts';
import {
  ACCOUNT,
  batchOf,
  DAY,
  eventQuery,
  idOf,
  keyed,
  NOW,
  newEntity,
  newEvent,
  OTHER,
} from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeIdempotency(subject: Subject): void {
  async function countEvents(store: Store, accountId = ACCOUNT): Promise<number | undefined> {
    return (await store.listEvents(eventQuery({ accountId }))).itemCount;
  }

  it('replays the first answer to an equal body, and stores nothing', async () => {
    const { store } = subject;
    const first = keyed({ response: '{"success":["é👍"], "n":1.0}' });
    expect(await store.appendEvents(batchOf([newEvent()], { idempotency: first }))).toEqual({
      state: 'stored',
    });

    const again = keyed({ response: '{"success":["second"]}' });
    for (let attempt = 0; attempt < 2; attempt++) {
      const outcome = await store.appendEvents(batchOf([newEvent()], { idempotency: again }));
      expect(outcome).toEqual({ state: 'replayed', response: first.response });
    }
    expect(await countEvents(store)).toBe(1);
  });

  it('refuses the key for another body, and still knows the first', async () => {
    const { store } = subject;
    await store.appendEvents(batchOf([newEvent()], { idempotency: keyed() }));
    const other = batchOf([newEvent()], { idempotency: keyed({ digest: 'digest-2' }) });
    expect(await store.appendEvents(other)).toEqual({ state: 'key-reused' });
    expect(await store.appendEvents(batchOf([newEvent()], { idempotency: keyed() }))).toMatchObject({
      state: 'replayed',
    });
    expect(await countEvents(store)).toBe(1);
  });

  it('remembers the answer of a batch without events', async () => {
    const { store } = subject;
    const idempotency = keyed({ response: '{"failures":["all"]}' });
    expect(await store.appendEvents(batchOf([], { idempotency }))).toEqual({ state: 'stored' });
    const outcome = await store.appendEvents(batchOf([], { idempotency: keyed() }));
    expect(outcome).toEqual({ state: 'replayed', response: '{"failures":["all"]}' });
  });

  it('answers from the key before it looks at entities', async () => {
    const { store } = subject;
    await store.appendEvents(batchOf([], { idempotency: keyed() }));
    const late = batchOf([newEvent({ entityId: idOf(404) })], { idempotency: keyed() });
    expect(await store.appendEvents(late)).toMatchObject({ state: 'replayed' });
  });

  it('replays until the record has expired, to the millisecond', async () => {
    const { store } = subject;
    await store.appendEvents(batchOf([newEvent()], { idempotency: keyed({ createdAt: NOW }) }));
    const inTime = keyed({ createdAt: NOW + DAY, expiredBefore: NOW });
    expect(await store.appendEvents(batchOf([newEvent()], { idempotency: inTime }))).toMatchObject({
      state: 'replayed',
    });
    const late = keyed({ createdAt: NOW + DAY + 1, expiredBefore: NOW + 1, digest: 'd2', response: 'r2' });
    expect(await store.appendEvents(batchOf([newEvent()], { idempotency: late }))).toEqual({
      state: 'stored',
    });
    expect(await countEvents(store)).toBe(2);
  });

  it('knows only the new record once the expired one is replaced', async () => {
    const { store } = subject;
    await store.appendEvents(batchOf([], { idempotency: keyed({ createdAt: NOW - 2 * DAY }) }));
    const fresh = keyed({ digest: 'digest-2', response: 'second' });
    expect(await store.appendEvents(batchOf([], { idempotency: fresh }))).toEqual({ state: 'stored' });
    expect(await store.appendEvents(batchOf([], { idempotency: keyed() }))).toEqual({ state: 'key-reused' });
    expect(await store.appendEvents(batchOf([], { idempotency: fresh }))).toEqual({
      state: 'replayed',
      response: 'second',
    });
  });

  it('keeps the keys of accounts apart', async () => {
    const { store } = subject;
    await store.appendEvents(batchOf([newEvent()], { idempotency: keyed({ response: 'ours' }) }));
    const theirs = batchOf([newEvent()], {
      accountId: OTHER,
      idempotency: keyed({ digest: 'digest-2', response: 'theirs' }),
    });
    expect(await store.appendEvents(theirs)).toEqual({ state: 'stored' });
    expect(await store.appendEvents(theirs)).toEqual({ state: 'replayed', response: 'theirs' });
    expect(await countEvents(store)).toBe(1);
    expect(await countEvents(store, OTHER)).toBe(1);
  });

  it('tells keys apart that differ in case or punctuation only', async () => {
    const { store } = subject;
    const keys = ['a', 'A', ' a', 'a/b', 'a%b', "a'b", '__proto__', '~'.repeat(255)];
    for (const key of keys) {
      const outcome = await store.appendEvents(batchOf([], { idempotency: keyed({ key, response: key }) }));
      expect(outcome).toEqual({ state: 'stored' });
    }
    for (const key of keys) {
      const outcome = await store.appendEvents(batchOf([], { idempotency: keyed({ key }) }));
      expect(outcome).toEqual({ state: 'replayed', response: key });
    }
  });

  it('stores one of 20 twins that arrive together, and answers all of them alike', async () => {
    const { store } = subject;
    const twins = Array.from({ length: 20 }, (_, index) => keyed({ response: `answer ${index}` }));
    const outcomes = await Promise.all(
      twins.map((idempotency) => store.appendEvents(batchOf([newEvent()], { idempotency }))),
    );
    const stored = outcomes.findIndex(({ state }) => state === 'stored');
    for (const [index, outcome] of outcomes.entries()) {
      if (index !== stored) expect(outcome).toEqual({ state: 'replayed', response: `answer ${stored}` });
    }
    expect(await countEvents(store)).toBe(1);
  });

  it('stores one of 20 bodies that arrive together under one key, and refuses the others', async () => {
    const { store } = subject;
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        store.appendEvents(batchOf([newEvent()], { idempotency: keyed({ digest: `digest ${index}` }) })),
      ),
    );
    expect(outcomes.filter(({ state }) => state === 'stored')).toHaveLength(1);
    expect(outcomes.filter(({ state }) => state === 'key-reused')).toHaveLength(19);
    expect(await countEvents(store)).toBe(1);
  });

  it('does not remember a batch that was refused', async () => {
    const { store } = subject;
    const batch = batchOf([newEvent({ entityId: idOf(1) })], { idempotency: keyed() });
    expect(await store.appendEvents(batch)).toEqual({ state: 'entities-gone' });
    await store.createEntity(newEntity({ id: idOf(1) }));
    const corrected = batchOf(batch.events, { idempotency: keyed({ digest: 'digest-2' }) });
    expect(await store.appendEvents(corrected)).toEqual({ state: 'stored' });
  });

  it('purges, in all accounts, the keys made before an instant and no others', async () => {
    const { store } = subject;
    const old = keyed({ key: 'old', createdAt: NOW - 1 });
    const young = keyed({ key: 'young', createdAt: NOW });
    for (const accountId of [ACCOUNT, OTHER]) {
      await store.appendEvents(batchOf([], { accountId, idempotency: old }));
      await store.appendEvents(batchOf([], { accountId, idempotency: young }));
    }
    await store.purgeIdempotencyKeys(NOW);
    for (const accountId of [ACCOUNT, OTHER]) {
      expect(await store.appendEvents(batchOf([], { accountId, idempotency: old }))).toEqual({
        state: 'stored',
      });
      expect(await store.appendEvents(batchOf([], { accountId, idempotency: young }))).toMatchObject({
        state: 'replayed',
      });
    }
  });

  it('finds a key that is young enough, in its own account', async () => {
    const { store } = subject;
    const idempotency = keyed({ response: 'first' });
    await store.appendEvents(batchOf([newEvent()], { idempotency }));
    const { key, digest, createdAt } = idempotency;
    expect(await store.findIdempotencyKey(ACCOUNT, key, createdAt)).toEqual({ digest, response: 'first' });
    expect(await store.findIdempotencyKey(ACCOUNT, key, createdAt + 1)).toBeUndefined();
    expect(await store.findIdempotencyKey(ACCOUNT, `${key}-other`, createdAt)).toBeUndefined();
    expect(await store.findIdempotencyKey(OTHER, key, createdAt)).toBeUndefined();
  });
}
