import { expect, it } from 'vitest';
import { metricState, newChain, newLink, stagedChain, TODAY } from './metric-records.fixture.ts';
import {
  byText,
  namedDays,
  newPublication,
  publish,
  putLinks,
  readMetrics,
  readNamedDays,
  readUses,
  rowsOf,
  usesOf,
} from './publication.fixture.ts';
import { ACCOUNT, idOf, NOW, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describePublishMetrics(subject: Subject): void {
  /** Two chains with three days each, and the same of the other account. */
  async function publishFirst() {
    const chains = [1, 2].map((id) =>
      stagedChain({ chain: newChain({ id }), days: namedDays('first', 0, 1, 2), changeUses: usesOf('one') }),
    );
    for (const accountId of [OTHER, ACCOUNT]) {
      expect(await publish(subject.store, chains, { accountId, links: putLinks(newLink()) })).toBe(true);
    }
  }

  it('replaces a chain from a day on, and touches neither its earlier days nor other chains', async () => {
    const { store } = subject;
    await publishFirst();
    const theirs = await readMetrics(store, OTHER);
    const chain = newChain({ firstDay: TODAY - 1 });
    const changed = stagedChain({
      chain,
      fromDay: TODAY + 1,
      days: namedDays('second', 1, 4),
      changeUses: usesOf('one', 'two'),
    });
    expect(await publish(store, [changed], { expectedVersion: 1 })).toBe(true);
    expect(await readNamedDays(store)).toEqual([
      ...rowsOf(1, 'first', 0),
      ...rowsOf(1, 'second', 1, 4),
      ...rowsOf(2, 'first', 0, 1, 2),
    ]);
    expect(await store.listChains({ accountId: ACCOUNT })).toEqual([chain, newChain({ id: 2 })]);
    expect(await readUses(store)).toEqual(['1 one', '1 two', '2 one']);
    expect(await store.getMetricState(ACCOUNT)).toEqual(metricState({ version: 2 }));
    expect(await store.getMetricVersion(ACCOUNT)).toBe(2);
    expect(await readMetrics(store, OTHER)).toEqual(theirs);
  });

  it('drops the days of a chain that has none left', async () => {
    const { store } = subject;
    await publishFirst();
    await publish(store, [stagedChain({ fromDay: TODAY, days: [] })], { expectedVersion: 1 });
    expect(await readNamedDays(store)).toEqual(rowsOf(2, 'first', 0, 1, 2));
  });

  it('drops all that was there when the publication is full', async () => {
    const { store } = subject;
    await publishFirst();
    const theirs = await readMetrics(store, OTHER);
    const chain = newChain({ id: 3 });
    const full = stagedChain({
      chain,
      fromDay: TODAY + 1,
      days: namedDays('full', 1),
      changeUses: usesOf('two'),
    });
    expect(
      await publish(store, [full], {
        expectedVersion: 1,
        isFull: true,
        links: putLinks(newLink({ chainId: 3 })),
      }),
    ).toBe(true);
    expect(await readNamedDays(store)).toEqual(rowsOf(3, 'full', 1));
    expect(await store.listChains({ accountId: ACCOUNT })).toEqual([chain]);
    expect(await readUses(store)).toEqual(['3 two']);
    expect(await store.listLinks(ACCOUNT)).toEqual([newLink({ chainId: 3 })]);
    expect(await readMetrics(store, OTHER)).toEqual(theirs);
    expect(await publish(store, [], { expectedVersion: 2, isFull: true })).toBe(true);
    expect(await readNamedDays(store)).toEqual([]);
  });

  it('puts and drops links, and leaves the others', async () => {
    const { store } = subject;
    const links = [
      newLink({ digest: 'é 👍' }),
      newLink({ chainId: 2, end: NOW + 1 }),
      newLink({ incidentId: idOf(2), chainId: 0, t: 0 }),
    ];
    const read = async () => (await store.listLinks(ACCOUNT)).toSorted(byText);
    await publish(store, [], { accountId: OTHER, links: putLinks(...links) });
    await publish(store, [], { links: putLinks(...links) });
    expect(await read()).toEqual(links.toSorted(byText));
    await publish(store, [], { expectedVersion: 1 });
    expect(await read()).toHaveLength(3);
    const changed = newLink({ t: NOW + 1, start: NOW + 2, end: NOW + 3, digest: 'other' });
    const added = newLink({ incidentId: idOf(3) });
    const gone = [newLink({ chainId: 2 }), newLink({ chainId: 77 })];
    await publish(store, [], { expectedVersion: 2, links: { gone, put: [changed, added] } });
    expect(await read()).toEqual([changed, added, ...links.slice(2)].toSorted(byText));
    expect(await store.listLinks(OTHER)).toHaveLength(3);
  });

  it.each([undefined, 0, 2])(
    'leaves everything when version %s is not the one there is',
    async (expectedVersion) => {
      const { store } = subject;
      await publishFirst();
      const before = await readMetrics(store);
      const changed = stagedChain({ days: namedDays('lost', 0), changeUses: usesOf('two') });
      for (const isFull of [false, true]) {
        const members = {
          expectedVersion,
          isFull,
          links: { gone: [newLink()], put: [] },
          state: metricState({ version: 7 }),
        };
        expect(await publish(store, isFull ? [] : [changed], members)).toBe(false);
        expect(await readMetrics(store)).toEqual(before);
        expect(await readUses(store)).toEqual(['1 one', '2 one']);
      }
    },
  );

  it('publishes nothing when some of what was staged is not there any more', async () => {
    const { store } = subject;
    await publishFirst();
    const before = await readMetrics(store);
    for (const isFull of [false, true]) {
      const chain = newChain({ id: 11 });
      await store.stageChains(ACCOUNT, idOf(1), [stagedChain({ chain })], { isFull });
      await store.discardStaged(ACCOUNT);
      const late = stagedChain({ chain: newChain({ id: 12 }) });
      await store.stageChains(ACCOUNT, idOf(1), [late], { isFull });
      const state = metricState({ version: 2 });
      const publication = newPublication({ expectedVersion: 1, state, chains: 2, isFull });
      expect(await store.publishMetrics(publication)).toBe(false);
      await store.discardStaged(ACCOUNT);
      expect(await readMetrics(store)).toEqual(before);
    }
  });

  it('publishes no second version before there is a first', async () => {
    const { store } = subject;
    expect(await publish(store, [stagedChain()], { expectedVersion: 1 })).toBe(false);
    expect(await readMetrics(store)).toEqual({ state: undefined, chains: [], days: [], links: [] });
  });

  it('lets one of five win that publish together, and keeps nothing of the others', async () => {
    const { store } = subject;
    for (const expectedVersion of [undefined, 1]) {
      const runs = Array.from({ length: 5 }, (_, n) => ({ runId: idOf(n), text: `run ${n}` }));
      // Greater than those that are published.
      const firstId = 1 + 10 * (expectedVersion ?? 0);
      for (const [n, { runId, text }] of runs.entries()) {
        const chain = newChain({ id: firstId + n });
        const staged = stagedChain({ chain, days: namedDays(text, 0) });
        await store.stageChains(ACCOUNT, runId, [staged], { isFull: true });
      }
      const state = metricState({ version: (expectedVersion ?? 0) + 1 });
      const answers = await Promise.all(
        runs.map(({ runId }) =>
          store.publishMetrics(newPublication({ runId, chains: 1, expectedVersion, state, isFull: true })),
        ),
      );
      expect(answers.filter((isPublished) => isPublished)).toHaveLength(1);
      const winner = answers.indexOf(true);
      expect(await readNamedDays(store)).toEqual(rowsOf(firstId + winner, `run ${winner}`, 0));
    }
  });
}
