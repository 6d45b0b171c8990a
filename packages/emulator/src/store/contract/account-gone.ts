import { expect, it } from 'vitest';
import { emptyContents } from '../contents/store-contents.ts';
import { AccountGoneError, type Store } from '../store.ts';
import { fill } from './contents.fixture.ts';
import { newIncident } from './incident-records.fixture.ts';
import { newRun, stagedChain } from './metric-records.fixture.ts';
import { newPublication } from './publication.fixture.ts';
import {
  ACCOUNT,
  batchOf,
  idOf,
  keyed,
  newApiKey,
  newBlueprint,
  newEntity,
  newEvent,
  newUser,
  OTHER,
} from './records.fixture.ts';
import { newRepo } from './repo-records.fixture.ts';
import type { Subject } from './subject.ts';

type Write = (store: Store, n: number) => Promise<unknown>;

const graph = { seq: 0, body: Uint8Array.of(1) };
/** Whatever makes a record that was not there, again and again. */
const writes: Record<string, Write> = {
  appendEvents: (store) => store.appendEvents(batchOf([newEvent()])),
  'appendEvents of nothing': (store, n) =>
    store.appendEvents(batchOf([], { idempotency: keyed({ key: `${n}` }) })),
  createEntity: (store, n) => store.createEntity(newEntity({ id: idOf(n), shortId: `s${n}` })),
  createBlueprint: (store, n) => store.createBlueprint(newBlueprint({ id: idOf(n), shortId: `s${n}` })),
  createIncident: (store, n) => store.createIncident(newIncident({ id: idOf(n) })),
  createRepo: (store, n) => store.createRepo(newRepo({ id: idOf(n) })),
  putUser: (store, n) => store.putUser(newUser({ id: idOf(n), email: `${n}@example.com` })),
  putApiKey: (store, n) => store.putApiKey(newApiKey({ id: idOf(n), digest: `d${n}` })),
  putRun: (store, n) => store.putRun(newRun({ id: idOf(n) })),
  putCommitGraph: (store, n) => store.putCommitGraph(ACCOUNT, idOf(n), graph),
  stageChains: (store, n) => store.stageChains(ACCOUNT, idOf(n), [stagedChain()]),
  publishMetrics: (store, n) => store.publishMetrics(newPublication({ runId: idOf(n) })),
};

export function describeAccountGone(subject: Subject): void {
  it.each(Object.entries(writes))('%s says that the account is not there', async (_name, write) => {
    const { store } = subject;
    await fill(store);
    await store.replaceContents(emptyContents(), [ACCOUNT]);
    await expect(write(store, 1000)).rejects.toBeInstanceOf(AccountGoneError);
    await store.ensureAccount({ id: ACCOUNT, name: 'Ours', createdAt: 0 });
    const { accounts: _, ...others } = await store.readContents([ACCOUNT]);
    expect({ ...others, accounts: [] }).toEqual(emptyContents());
    expect(await store.getCommitGraph(ACCOUNT, idOf(1000))).toBeUndefined();
    expect(await store.publishMetrics(newPublication({ runId: idOf(1000), chains: 1 }))).toBe(false);
  });

  it.each(Object.entries(writes))('%s beside a removal leaves nothing behind', async (_name, write) => {
    const { store } = subject;
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 20 }, (_, n) => write(store, n)),
      store.replaceContents(emptyContents(), [ACCOUNT]),
      ...Array.from({ length: 20 }, (_, n) => write(store, 100 + n)),
    ]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AccountGoneError);
    }
    expect(await store.readContents([ACCOUNT])).toEqual(emptyContents());
    await expect(write(store, 1000)).rejects.toBeInstanceOf(AccountGoneError);
    for (let n = 0; n < 120; n++) expect(await store.getCommitGraph(ACCOUNT, idOf(n))).toBeUndefined();
  });

  it('stores the events of others that are sent together with those of an account that is gone', async () => {
    const { store } = subject;
    await store.replaceContents(emptyContents(), [ACCOUNT]);
    const sent = Array.from({ length: 30 }, (_, n) =>
      store.appendEvents(batchOf([newEvent()], { accountId: n % 2 === 0 ? ACCOUNT : OTHER })),
    );
    const outcomes = await Promise.allSettled(sent);
    for (const [n, outcome] of outcomes.entries())
      expect(outcome).toMatchObject(
        n % 2 === 0
          ? { status: 'rejected', reason: { name: 'AccountGoneError' } }
          : { status: 'fulfilled', value: { state: 'stored' } },
      );
    expect(await store.lastEventSeq(OTHER)).toBe(15);
  });
}
