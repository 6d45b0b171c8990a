import { expect, it } from 'vitest';
import { newIncident } from './incident-records.fixture.ts';
import { newChain, stagedChain } from './metric-records.fixture.ts';
import { byText, publish } from './publication.fixture.ts';
import { ACCOUNT, idOf, NOW, OTHER } from './records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeChangeUses(subject: Subject): void {
  it('lists the deployments of change ids, of those that incidents name unless told otherwise', async () => {
    const { store } = subject;
    const uses = ['CHG-1', 'CHG/1 é', '', 'CHG-1', 'chg-1'].map((changeId, n) => ({
      changeId,
      t: NOW + n,
      seq: n,
    }));
    const chains = [1, 2].map((id) => stagedChain({ chain: newChain({ id }), changeUses: uses }));
    const stored = [1, 2].flatMap((chainId) => uses.map((use) => ({ ...use, chainId })));
    const of = (...changeIds: string[]) =>
      stored.filter((use) => changeIds.includes(use.changeId)).sort(byText);
    const list = async (changeIds?: string[]) =>
      (await store.listChangeUses(ACCOUNT, changeIds)).toSorted(byText);
    await publish(store, chains);
    await publish(store, chains, { accountId: OTHER });

    expect(await list(['CHG-1'])).toEqual(of('CHG-1'));
    expect(await list(['CHG/1 é', '', 'nope', ''])).toEqual(of('CHG/1 é', ''));
    expect(await list([])).toEqual([]);
    expect(await list([...Array.from({ length: 5000 }, (_, n) => `${n}`), 'chg-1'])).toEqual(of('chg-1'));

    expect(await list()).toEqual([]);
    await store.createIncident(newIncident({ accountId: OTHER, changeId: 'chg-1' }));
    for (const [n, changeId] of ['CHG-1', null, 'CHG-1', 'CHG/1 é', 'nope'].entries()) {
      await store.createIncident(newIncident({ id: idOf(n), changeId }));
    }
    expect(await list()).toEqual(of('CHG-1', 'CHG/1 é'));
  });
}
