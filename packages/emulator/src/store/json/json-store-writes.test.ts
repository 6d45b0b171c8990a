import { Low } from 'lowdb';
import { describe, expect, it } from 'vitest';
import type { StoreContents } from '../contents/store-contents.ts';
import { bareContents } from '../contract/contents.fixture.ts';
import { metricState, newChain, newLink, stagedChain } from '../contract/metric-records.fixture.ts';
import { newPublication, publish, putLinks, readMetrics } from '../contract/publication.fixture.ts';
import { ACCOUNT, batchOf, NOW, newApiKey, newEntity, newEvent } from '../contract/records.fixture.ts';
import { createJsonStore } from './json-store.ts';

/** A store whose writes reach the disk when the test says so. */
function openHeldStore() {
  const held: PromiseWithResolvers<void>[] = [];
  let announce: () => void = () => {};
  const adapter = {
    read: async (): Promise<StoreContents | null> => null,
    write(): Promise<void> {
      const write = Promise.withResolvers<void>();
      held.push(write);
      announce();
      return write.promise;
    },
  };
  const store = createJsonStore({ name: 'held:', db: new Low(adapter, bareContents(ACCOUNT)) });

  /** The write that comes next, or has come and waits. */
  async function nextWrite(): Promise<PromiseWithResolvers<void>> {
    if (held.length === 0)
      await new Promise<void>((resolve) => {
        announce = resolve;
      });
    const [write] = held.splice(0, 1);
    if (!write) throw new Error('no write');
    return write;
  }
  return { store, nextWrite, held };
}

describe('the JSON store', () => {
  it('shows nothing that is not on disk yet', async () => {
    const { store, nextWrite } = openHeldStore();
    const event = newEvent();
    const writes = Promise.all([
      store.appendEvents(batchOf([event])),
      store.createEntity(newEntity()),
      store.keepSecret('pepper', 'value'),
      store.putApiKey(newApiKey()),
    ]);
    const write = await nextWrite();

    expect(await store.getEvent(ACCOUNT, event.id)).toBeUndefined();
    expect(await store.findEntities(ACCOUNT, [{ id: newEntity().id }])).toEqual([]);
    expect(await store.getSecret('pepper')).toBeUndefined();
    expect(await store.listApiKeys(ACCOUNT)).toEqual([]);

    write.resolve();
    await writes;
    expect(await store.getEvent(ACCOUNT, event.id)).toBeDefined();
    expect(await store.getSecret('pepper')).toBe('value');
  });

  it('gathers all that is asked for during a write, of whatever kind, in the next one', async () => {
    const { store, nextWrite, held } = openHeldStore();
    const first = store.appendEvents(batchOf([newEvent()]));
    const firstWrite = await nextWrite();
    const others = Promise.all([
      ...Array.from({ length: 50 }, () => store.appendEvents(batchOf([newEvent()]))),
      store.createEntity(newEntity()),
      store.probeWrite(NOW),
      store.keepSecret('pepper', 'value'),
    ]);
    firstWrite.resolve();
    await first;
    (await nextWrite()).resolve();
    await others;
    expect(held).toEqual([]);
  });

  it('drops a failed group whole, and gives its sequences and names to the next', async () => {
    const { store, nextWrite } = openHeldStore();
    const lost = Promise.allSettled([
      store.appendEvents(batchOf([newEvent()])),
      store.createEntity(newEntity()),
    ]);
    (await nextWrite()).reject(new Error('no space left'));
    for (const attempt of await lost) {
      expect(attempt).toMatchObject({ status: 'rejected', reason: { cause: { message: 'no space left' } } });
    }
    const event = newEvent();
    const again = Promise.all([store.appendEvents(batchOf([event])), store.createEntity(newEntity())]);
    (await nextWrite()).resolve();
    expect(await again).toEqual([{ state: 'stored' }, 'created']);
    expect(await store.getEvent(ACCOUNT, event.id)).toMatchObject({ seq: 1 });
  });

  it('drops a publication that cannot be written, and makes it when it is asked for again', async () => {
    const { store, nextWrite } = openHeldStore();
    const nothing = await readMetrics(store);
    const links = [newLink()];
    const lost = Promise.allSettled([publish(store, [stagedChain()], { links: putLinks(...links) })]);
    (await nextWrite()).reject(new Error('no space left'));
    expect(await lost).toMatchObject([{ status: 'rejected', reason: { name: 'StoreUnavailableError' } }]);
    expect(await readMetrics(store)).toEqual(nothing);

    const again = store.publishMetrics(newPublication({ links: putLinks(...links), chains: 1 }));
    const write = await nextWrite();
    expect(await readMetrics(store)).toEqual(nothing);
    write.resolve();
    expect(await again).toBe(true);
    expect(await readMetrics(store)).toMatchObject({ state: metricState(), chains: [newChain()], links });
    expect((await readMetrics(store)).days).toHaveLength(1);
  });

  it('refuses a change that cannot be, and makes those that came with it', async () => {
    const { store, nextWrite } = openHeldStore();
    const event = newEvent();
    const outcomes = Promise.allSettled([
      store.appendEvents(batchOf([event])),
      store.appendEvents(batchOf([event])),
      store.createEntity(newEntity()),
    ]);
    (await nextWrite()).resolve();
    expect((await outcomes).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('finishes what was asked for before it closes', async () => {
    const { store, nextWrite } = openHeldStore();
    const append = store.appendEvents(batchOf([newEvent()]));
    const closed = store.close();
    (await nextWrite()).resolve();
    await closed;
    expect(await append).toEqual({ state: 'stored' });
  });
});
