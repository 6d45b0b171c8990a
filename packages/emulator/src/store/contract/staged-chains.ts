import { expect, it } from 'vitest';
import { newChain, stagedChain, TODAY } from './metric-records.fixture.ts';
import {
  namedDays,
  newPublication,
  publish,
  readMetrics,
  readNamedDays,
  readUses,
  rowsOf,
  usesOf,
} from './publication.fixture.ts';
import { ACCOUNT, idOf, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeStagedChains(subject: Subject): void {
  it('shows only when it is published, all that its run staged', async () => {
    const { store } = subject;
    const publication = newPublication({ chains: 2 });
    await store.stageChains(ACCOUNT, publication.runId, []);
    await store.stageChains(ACCOUNT, publication.runId, [stagedChain({ days: namedDays('a', 0) })]);
    await store.stageChains(ACCOUNT, publication.runId, [
      stagedChain({ chain: newChain({ id: 2 }), days: namedDays('b', 0), changeUses: usesOf('two') }),
    ]);
    await store.stageChains(ACCOUNT, idOf(99), [stagedChain({ chain: newChain({ id: 3 }) })]);
    await store.stageChains(OTHER, publication.runId, [stagedChain({ chain: newChain({ id: 4 }) })]);
    expect(await readNamedDays(store)).toEqual([]);
    expect(await readUses(store)).toEqual([]);
    expect(await store.publishMetrics(publication)).toBe(true);
    expect(await readNamedDays(store)).toEqual([...rowsOf(1, 'a', 0), ...rowsOf(2, 'b', 0)]);
    expect(await readUses(store)).toEqual(['2 two']);
    expect(await store.publishMetrics({ ...publication, chains: 1, accountId: OTHER })).toBe(true);
    expect((await store.listChains({ accountId: OTHER })).map(({ id }) => id)).toEqual([4]);
  });

  it('is forgotten when it is published or discarded', async () => {
    const { store } = subject;
    expect(await publish(store, [stagedChain()])).toBe(true);
    expect(await publish(store, [], { expectedVersion: 1, isFull: true })).toBe(true);
    expect(await readNamedDays(store)).toEqual([]);
    await store.stageChains(ACCOUNT, idOf(1), [stagedChain()]);
    await store.stageChains(OTHER, idOf(1), [stagedChain({ days: namedDays('theirs', 0) })]);
    await store.discardStaged(ACCOUNT);
    expect(await publish(store, [], { expectedVersion: 2 })).toBe(true);
    expect(await readNamedDays(store)).toEqual([]);
    expect(await publish(store, [], { accountId: OTHER, chains: 1 })).toBe(true);
    expect((await readMetrics(store, OTHER)).days).toHaveLength(1);
  });

  it('may be 1,200 chains', async () => {
    const { store } = subject;
    const many = (text: string) =>
      Array.from({ length: 1200 }, (_, n) =>
        stagedChain({
          chain: newChain({ id: n + 1 }),
          fromDay: TODAY + 1,
          days: namedDays(text, 1, 2),
          changeUses: usesOf('one'),
        }),
      );
    for (const [index, text] of ['old', 'new'].entries()) {
      expect(await publish(store, many(text), { expectedVersion: index || undefined })).toBe(true);
    }
    expect(await readNamedDays(store)).toEqual(
      many('new').flatMap(({ chain: { id } }) => rowsOf(id, 'new', 1, 2)),
    );
    expect(await store.listChains({ accountId: ACCOUNT })).toHaveLength(1200);
    expect(await readUses(store)).toHaveLength(1200);
  });
}
