import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { fill } from './contents.fixture.ts';
import { ACCOUNT, batchOf, newEvent, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeContentsUnderWrites(subject: Subject): void {
  it('reads whole batches while events are appended', async () => {
    const { store } = subject;
    let isDone = false;
    async function append(accountId: string): Promise<void> {
      for (let n = 0; n < 20; n++)
        await store.appendEvents(
          batchOf(
            Array.from({ length: 7 }, () => newEvent()),
            { accountId },
          ),
        );
    }
    const writers = Promise.all([ACCOUNT, OTHER, ACCOUNT].map(append)).finally(() => {
      isDone = true;
    });
    do {
      // A store in memory answers within this turn, and would never let the writers go on.
      await setImmediate();
      const { events } = await store.readContents();
      for (const accountId of [ACCOUNT, OTHER]) {
        const seqs = Array.from(events)
          .filter((event) => event.accountId === accountId)
          .map(({ seq }) => seq);
        expect(seqs).toEqual(Array.from(seqs, (_, n) => n + 1));
        expect(seqs.length % 7).toBe(0);
      }
    } while (!isDone);
    await writers;
    expect(Array.from((await store.readContents()).events)).toHaveLength(420);
  });

  it('replaces contents while events are appended: each batch is in the old or behind the new', async () => {
    const { store } = subject;
    await fill(store);
    const contents = await store.readContents();
    const last = await store.lastEventSeq(ACCOUNT);
    const batches = Array.from({ length: 30 }, () => [newEvent(), newEvent()]);
    const [, ...outcomes] = await Promise.all([
      store.replaceContents(contents),
      ...batches.map((events) => store.appendEvents(batchOf(events))),
    ]);
    expect(outcomes).toEqual(batches.map(() => ({ state: 'stored' })));
    const { events } = await store.readContents([ACCOUNT]);
    const seqs = Array.from(events, ({ seq }) => seq);
    expect(seqs).toEqual(Array.from(seqs, (_, n) => n + 1));
    expect(seqs.length).toBeGreaterThanOrEqual(last);
    expect((seqs.length - last) % 2).toBe(0);
  });
}
