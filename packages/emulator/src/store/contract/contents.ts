import { expect, it } from 'vitest';
import { formatContents, parseContents } from '../contents/contents-format.ts';
import { emptyContents, type StoreContents } from '../contents/store-contents.ts';
import { openMemoryStore } from '../json/open-json-store.ts';
import { bareContents, comparable, countRecords, fill } from './contents.fixture.ts';
import { newDay, TODAY } from './metric-records.fixture.ts';
import { readMetrics } from './publication.fixture.ts';
import {
  ACCOUNT,
  batchOf,
  eventQuery,
  idOf,
  keyed,
  NOW,
  newApiKey,
  newEntity,
  newEvent,
  newUser,
  OTHER,
} from './records.fixture.ts';
import { newCommit, shaOf } from './repo-records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeContents(subject: Subject): void {
  async function fillBoth(): Promise<StoreContents> {
    await fill(subject.store);
    await fill(subject.store, OTHER, 'theirs');
    return subject.store.readContents();
  }

  it('takes out every kind of record, and puts all of it into another store, or back', async () => {
    const { store } = subject;
    const large = newEvent({ attributes: `{"log":"${'0123456789abcdé'.repeat(66_000)}"}` });
    await store.appendEvents(batchOf([large]));
    const contents = await fillBoth();
    const { secrets, ...others } = countRecords(contents);
    expect(secrets).toBe(0);
    for (const [name, count] of Object.entries(others)) expect([name, count > 0]).toEqual([name, true]);

    const other = await openMemoryStore();
    await other.replaceContents(contents);
    expect(comparable(await other.readContents())).toEqual(comparable(contents));
    await store.replaceContents(emptyContents());
    expect(await store.readContents()).toEqual(emptyContents());
    expect(await store.listAccounts()).toEqual([]);
    await store.replaceContents(await other.readContents());
    expect(comparable(await store.readContents())).toEqual(comparable(contents));
    await other.close();
  });

  it('takes out what the checked text format holds', async () => {
    const contents = await fillBoth();
    const parsed = parseContents(formatContents(contents));
    expect(comparable(parsed.contents)).toEqual(comparable(contents));
  });

  it('takes out some accounts, none of them when none is named', async () => {
    const { store } = subject;
    const contents = await fillBoth();
    const ours = await store.readContents([ACCOUNT]);
    expect(Array.from(ours.accounts, ({ id }) => id)).toEqual([ACCOUNT]);
    for (const [name, records] of Object.entries<Iterable<object>>({ ...ours, accounts: [] })) {
      for (const record of records)
        expect([name, record]).toEqual([name, expect.objectContaining({ accountId: ACCOUNT })]);
    }
    for (const [name, count] of Object.entries(countRecords(contents)))
      expect([name, countRecords(ours)[name]]).toEqual([name, count / 2]);
    expect(await store.readContents([])).toEqual(emptyContents());
    expect(await store.readContents([idOf(404)])).toEqual(emptyContents());
  });

  it('leaves out what a run has not published', async () => {
    const { store } = subject;
    const contents = await fillBoth();
    const chain = { id: 2 ** 41, entityId: null, env: null, firstDay: TODAY };
    const changeUses = [{ changeId: 'unpublished', t: NOW, seq: 1 }];
    for (const [n, isFull] of [true, false].entries())
      await store.stageChains(
        ACCOUNT,
        idOf(n),
        [{ chain, fromDay: TODAY, days: [newDay(TODAY)], changeUses }],
        {
          isFull,
        },
      );
    expect(comparable(await store.readContents())).toEqual(comparable(contents));
  });

  it('replaces an account, and touches no other', async () => {
    const { store } = subject;
    const contents = await fillBoth();
    const ours = await store.readContents([ACCOUNT]);
    const theirs = comparable(await store.readContents([OTHER]));
    await store.putCommitGraph(ACCOUNT, idOf(1), { seq: 1, body: Uint8Array.of(1) });
    await store.putCommitGraph(OTHER, idOf(1), { seq: 2, body: Uint8Array.of(2) });
    await store.replaceContents(emptyContents(), [ACCOUNT]);
    expect(await store.readContents([ACCOUNT])).toEqual(emptyContents());
    expect(comparable(await store.readContents())).toEqual(theirs);
    expect(await store.findApiKey('ours 1')).toBeUndefined();
    expect(await store.findUserByEmail('ours@example.com')).toBeUndefined();
    expect(await store.getCommitGraph(ACCOUNT, idOf(1))).toBeUndefined();
    expect((await store.getCommitGraph(OTHER, idOf(1)))?.seq).toBe(2);
    await store.replaceContents(ours, [ACCOUNT]);
    expect(comparable(await store.readContents())).toEqual(comparable(contents));
  });

  it('serves nothing of the old, whatever was looked up before', async () => {
    const { store } = subject;
    await fillBoth();
    await store.stageChains(ACCOUNT, idOf(9), []);
    const changed: StoreContents = {
      ...bareContents(),
      entities: [newEntity({ name: 'New' })],
      users: [newUser({ email: 'ours@example.com', passwordHash: 'new' })],
      apiKeys: [newApiKey({ digest: 'ours 1', name: 'new' })],
    };
    expect(await store.findApiKey('ours 1')).toMatchObject({ name: 'ci' });
    await store.findEntities(ACCOUNT, [{ id: idOf(1) }, { id: idOf(2) }]);
    await store.replaceContents(changed);
    expect(await store.findApiKey('ours 1')).toMatchObject({ name: 'new' });
    expect(await store.findEntities(ACCOUNT, [{ id: idOf(1) }, { id: idOf(2) }])).toEqual([
      newEntity({ name: 'New' }),
    ]);
    expect(await store.getUser(ACCOUNT, idOf(1))).toMatchObject({ passwordHash: 'new' });
    expect(await store.listEvents(eventQuery())).toEqual({ items: [], itemCount: 0 });
    expect(await store.readNewEvents(ACCOUNT, 0, 10)).toEqual([]);
    expect(await store.listIncidentCauses(ACCOUNT)).toEqual([]);
    expect(await store.readCommits(ACCOUNT, idOf(1), 0, 10)).toEqual([]);
    expect(await readMetrics(store)).toEqual({ state: undefined, chains: [], days: [], links: [] });
    expect(await store.deleteEntity(ACCOUNT, idOf(1))).toBe('deleted');
  });

  it('goes on counting behind the contents, and replays what their keys answered', async () => {
    const { store } = subject;
    const contents = await fillBoth();
    const last = await store.lastEventSeq(ACCOUNT);
    await store.appendEvents(batchOf([newEvent(), newEvent()]));
    await store.addCommits(ACCOUNT, idOf(1), [newCommit({ sha: shaOf(7) })]);
    await store.replaceContents(contents);
    expect(await store.lastEventSeq(ACCOUNT)).toBe(last);
    const [event, idempotency] = [newEvent(), keyed()];
    expect(await store.appendEvents(batchOf([event], { idempotency }))).toMatchObject({ state: 'replayed' });
    expect(await store.appendEvents(batchOf([event]))).toEqual({ state: 'stored' });
    expect(await store.getEvent(ACCOUNT, event.id)).toMatchObject({ seq: last + 1 });
    await store.addCommits(ACCOUNT, idOf(1), [newCommit({ sha: shaOf(8) })]);
    expect((await store.readCommits(ACCOUNT, idOf(1), 3, 10)).map(({ seq }) => seq)).toEqual([4]);

    await store.replaceContents(bareContents());
    await store.appendEvents(batchOf([event]));
    expect(await store.getEvent(ACCOUNT, event.id)).toMatchObject({ seq: 1 });
  });

  it('neither reads nor touches secrets', async () => {
    const { store } = subject;
    await store.keepSecret('pepper', 'first');
    expect(Array.from((await store.readContents()).secrets)).toEqual([]);
    await store.replaceContents({ ...bareContents(), secrets: [{ name: 'pepper', value: 'second' }] });
    expect(await store.getSecret('pepper')).toBe('first');
  });
}
