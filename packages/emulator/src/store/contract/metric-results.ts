import { describe, expect, it } from 'vitest';
import { BIG, metricState, newChain, newDay, newLink, stagedChain, TODAY } from './metric-records.fixture.ts';
import { publish, putLinks, readMetrics } from './publication.fixture.ts';
import { ACCOUNT, idOf, NOW, OTHER, TRICKY_OBJECTS } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeMetricResults(subject: Subject): void {
  it('has nothing before the first calculation', async () => {
    const { store } = subject;
    expect(await readMetrics(store)).toEqual({ state: undefined, chains: [], days: [], links: [] });
    expect(await store.findCheckpoint(ACCOUNT, 1, TODAY)).toBeUndefined();
    expect(await store.listChangeUses(ACCOUNT)).toEqual([]);
    expect(await store.listChangeUses(ACCOUNT, ['CHG-1'])).toEqual([]);
  });

  it('keeps every member as given, also beyond 32 bits', async () => {
    const { store } = subject;
    const chain = newChain({ id: BIG, entityId: null, env: "prod' é 👍" });
    const day = newDay(TODAY, { state: '{"s":"é"}' });
    const use = { changeId: 'CHG-1', t: NOW, seq: BIG + 1 };
    const state = metricState({
      version: BIG,
      watermark: BIG + 2,
      settings: 'é 👍',
      histories: '{"b":1,"a":2}',
    });
    const link = newLink({ chainId: BIG, end: NOW + 1 });
    expect(
      await publish(store, [stagedChain({ chain, days: [day], changeUses: [use] })], {
        state,
        links: putLinks(link),
      }),
    ).toBe(true);
    expect(await readMetrics(store)).toEqual({
      state,
      chains: [chain],
      days: [{ ...day, chainId: BIG }],
      links: [link],
    });
    expect(await store.findCheckpoint(ACCOUNT, BIG, TODAY + 1)).toEqual({ day: TODAY, state: day.state });
    expect(await store.listChangeUses(ACCOUNT, ['CHG-1'])).toEqual([{ ...use, chainId: BIG }]);
  });

  it.each([...TRICKY_OBJECTS, { what: 'a megabyte', text: `{"log":"${'0123456789abcdé'.repeat(66_000)}"}` }])(
    'keeps facts, detail and state to the letter: $what',
    async ({ text }) => {
      const { store } = subject;
      await publish(store, [
        stagedChain({ days: [newDay(TODAY, { facts: text, detail: text, state: text })] }),
      ]);
      const { days } = await readMetrics(store);
      expect(days).toEqual([{ chainId: 1, day: TODAY, facts: text, detail: text, state: text }]);
      expect((await store.findCheckpoint(ACCOUNT, 1, TODAY + 1))?.state).toBe(text);
    },
  );

  it('lists chains by id, all or those of some entities', async () => {
    const { store } = subject;
    const entityIds = [idOf(2), null, idOf(1), idOf(2)];
    const chains = entityIds.map((entityId, n) =>
      newChain({ id: n + 1, entityId, env: n % 2 ? null : 'staging' }),
    );
    await publish(
      store,
      chains.toReversed().map((chain) => stagedChain({ chain })),
    );
    await publish(store, [stagedChain({ chain: newChain({ id: 9 }) })], { accountId: OTHER });
    expect(await store.listChains({ accountId: ACCOUNT })).toEqual(chains);
    for (const wanted of [[idOf(2)], [idOf(1), idOf(404)], [], [idOf(404)]]) {
      const expected = chains.filter(({ entityId }) => entityId !== null && wanted.includes(entityId));
      expect(await store.listChains({ accountId: ACCOUNT, entityIds: wanted })).toEqual(expected);
    }
    const many = Array.from({ length: 1000 }, (_, n) => idOf(n + 2));
    expect(await store.listChains({ accountId: ACCOUNT, entityIds: many })).toHaveLength(2);
  });

  describe('readDays', () => {
    it('reads the days of some chains in a range with both ends, by chain and day', async () => {
      const { store } = subject;
      const days = [3, 1, 2, 5].map((n) => newDay(TODAY + n, { state: n === 2 ? '{}' : null }));
      const chains = [12, 3, 100].map((id) => stagedChain({ chain: newChain({ id }), days }));
      await publish(store, chains);
      await publish(store, [stagedChain({ days })], { accountId: OTHER });
      const read = (chainIds: number[], from: number, to: number, withDetail?: boolean) =>
        store.readDays({
          accountId: ACCOUNT,
          chainIds,
          from: TODAY + from,
          to: TODAY + to,
          ...(withDetail === undefined ? {} : { withDetail }),
        });
      const rows = (chainId: number, ...wanted: number[]) =>
        wanted
          .flatMap((n) => days.filter(({ day }) => day === TODAY + n))
          .map((day) => ({ chainId, ...day }));

      expect(await read([100, 3], 2, 5, true)).toEqual([...rows(3, 2, 3, 5), ...rows(100, 2, 3, 5)]);
      expect(await read([12, 12], 1, 1, true)).toEqual(rows(12, 1));
      const bare = rows(12, 1, 2, 3, 5).map((row) => ({ ...row, detail: null, state: null }));
      expect(await read([12], 0, 9)).toEqual(bare);
      expect(await read([12], 0, 9, false)).toEqual(bare);
      expect(await read([12], 4, 4)).toEqual([]);
      expect(await read([12], 5, 1)).toEqual([]);
      expect(await read([], 0, 9)).toEqual([]);
      expect(await read([1, 404], 0, 9)).toEqual([]);
      const many = Array.from({ length: 5000 }, (_, n) => n);
      expect(await read(many, 5, 5, true)).toEqual([3, 12, 100].flatMap((id) => rows(id, 5)));
    });
  });

  it('finds the last day before another that has a state', async () => {
    const { store } = subject;
    const states = [null, 'one', null, 'three', null];
    const days = states.map((state, n) => newDay(TODAY + n, { state }));
    await publish(store, [stagedChain({ days }), stagedChain({ chain: newChain({ id: 2 }) })]);
    const find = (n: number, chainId = 1) => store.findCheckpoint(ACCOUNT, chainId, TODAY + n);
    expect(await find(9)).toEqual({ day: TODAY + 3, state: 'three' });
    expect(await find(4)).toEqual({ day: TODAY + 3, state: 'three' });
    expect(await find(3)).toEqual({ day: TODAY + 1, state: 'one' });
    expect(await find(1)).toBeUndefined();
    expect(await find(9, 2)).toBeUndefined();
    expect(await store.findCheckpoint(OTHER, 1, TODAY + 9)).toBeUndefined();
  });
}
