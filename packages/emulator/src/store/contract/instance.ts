import { expect, it } from 'vitest';
import {
  ACCOUNT,
  batchOf,
  eventQuery,
  NOW,
  newApiKey,
  newBlueprint,
  newEntity,
  newEvent,
  newUser,
} from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeInstance(subject: Subject): void {
  it('has a name', () => {
    expect(subject.store.name).toMatch(/^[a-z]+:/);
  });

  it('keeps the first value of a secret', async () => {
    const { store } = subject;
    expect(await store.getSecret('signing-key')).toBeUndefined();
    expect(await store.keepSecret('signing-key', 'first\n{"é":"👍"}')).toBe('first\n{"é":"👍"}');
    expect(await store.keepSecret('signing-key', 'second')).toBe('first\n{"é":"👍"}');
    expect(await store.getSecret('signing-key')).toBe('first\n{"é":"👍"}');
    expect(await store.keepSecret('another', 'value')).toBe('value');
    expect(await store.getSecret('__proto__')).toBeUndefined();
  });

  it('answers the same value to all who keep a secret together', async () => {
    const { store } = subject;
    const values = await Promise.all(
      Array.from({ length: 20 }, (_, n) => store.keepSecret('pepper', `value ${n}`)),
    );
    expect(new Set(values).size).toBe(1);
    expect(await store.getSecret('pepper')).toBe(values[0]);
  });

  it('proves that it can write, as often as asked', async () => {
    const { store } = subject;
    await store.probeWrite(NOW);
    await store.probeWrite(NOW);
    await Promise.all([store.probeWrite(NOW + 1), store.probeWrite(NOW - 1)]);
  });

  it('keeps everything when it is opened again, and goes on counting', async ({ skip }) => {
    const before = subject.store;
    const event = newEvent({ entityId: newEntity().id });
    await before.createEntity(newEntity());
    await before.createBlueprint(newBlueprint());
    await before.putUser(newUser());
    await before.putApiKey(newApiKey({ entityIds: [newEntity().id] }));
    await before.keepSecret('pepper', 'first');
    await before.appendEvents(batchOf([event, newEvent()]));
    const accounts = await before.listAccounts();

    const store = await subject.reopen();
    if (!store) {
      skip();
      return;
    }

    expect(await store.listAccounts()).toEqual(accounts);
    expect(await store.findEntities(ACCOUNT, [{ shortId: newEntity().shortId }])).toEqual([newEntity()]);
    expect(await store.listBlueprints(ACCOUNT)).toEqual([newBlueprint()]);
    expect(await store.findUserByEmail(newUser().email)).toEqual(newUser());
    expect(await store.findApiKey(newApiKey().digest)).toEqual(newApiKey({ entityIds: [newEntity().id] }));
    expect(await store.keepSecret('pepper', 'second')).toBe('first');
    expect(await store.getEvent(ACCOUNT, event.id)).toEqual({ ...event, accountId: ACCOUNT, seq: 1 });
    await store.appendEvents(batchOf([newEvent()]));
    const { items } = await store.listEvents(eventQuery());
    expect(items.map(({ seq }) => seq)).toEqual([3, 2, 1]);
  });

  it('has on disk what it said it stored, when it is closed while writes are under way', async ({ skip }) => {
    const events = Array.from({ length: 20 }, () => newEvent());
    const writes = events.map((event) => subject.store.appendEvents(batchOf([event])));
    const [outcomes, store] = await Promise.all([Promise.allSettled(writes), subject.reopen()]);
    if (!store) {
      skip();
      return;
    }
    for (const [n, { status }] of outcomes.entries()) {
      const found = await store.getEvent(ACCOUNT, events[n]?.id ?? '');
      expect(found !== undefined).toBe(status === 'fulfilled');
    }
  });
}
