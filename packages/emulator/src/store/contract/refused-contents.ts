import { expect, it } from 'vitest';
import { ContentsError } from '../contents/contents-error.ts';
import type { StoreContents } from '../contents/store-contents.ts';
import { bareContents, comparable, fill } from './contents.fixture.ts';
import { metricState, newChain, newDay, TODAY } from './metric-records.fixture.ts';
import { ACCOUNT, idOf, newApiKey, newEntity, newEvent, newUser, OTHER } from './records.fixture.ts';
import { newCommit, newRepo, shaOf } from './repo-records.fixture.ts';
import type { Subject } from './subject.ts';

export function describeRefusedContents(subject: Subject): void {
  const repo = { ...newRepo(), lastSeq: 2 };
  const commit = { ...newCommit(), accountId: ACCOUNT, repoId: repo.id, seq: 1 };
  const twins = [newEvent({ id: idOf(1) }), newEvent({ id: idOf(1) })];
  it.each<{ why: string; contents: StoreContents; accountIds?: string[] }>([
    { why: 'an account is not to be replaced', contents: bareContents(), accountIds: [ACCOUNT] },
    {
      why: 'there is no such account',
      contents: { ...bareContents(ACCOUNT), users: [newUser({ accountId: OTHER })] },
    },
    {
      why: 'two accounts have one key',
      contents: { ...bareContents(), apiKeys: [newApiKey(), newApiKey({ accountId: OTHER })] },
    },
    {
      why: 'two accounts have one email',
      contents: { ...bareContents(), users: [newUser(), newUser({ accountId: OTHER })] },
    },
    {
      why: 'the key is that of an account which stays',
      contents: { ...bareContents(ACCOUNT), apiKeys: [newApiKey({ digest: 'theirs 1' })] },
      accountIds: [ACCOUNT],
    },
    {
      why: 'the email is that of an account which stays',
      contents: { ...bareContents(ACCOUNT), users: [newUser({ email: 'theirs@example.com' })] },
      accountIds: [ACCOUNT],
    },
    {
      why: 'two entities have one shortId',
      contents: { ...bareContents(), entities: [newEntity(), newEntity({ id: idOf(2) })] },
    },
    {
      why: 'two events have one id',
      contents: {
        ...bareContents(),
        events: twins.map((event, n) => ({ ...event, accountId: ACCOUNT, seq: n + 1 })),
      },
    },
    {
      why: 'the entity of an event is not there',
      contents: {
        ...bareContents(),
        events: [{ ...newEvent({ entityId: idOf(404) }), accountId: ACCOUNT, seq: 1 }],
      },
    },
    {
      why: 'ids of chains lie far apart',
      contents: {
        ...bareContents(),
        metricChains: [1, 2 ** 40].map((id) => ({
          accountId: ACCOUNT,
          id,
          entityId: null,
          env: `${id}`,
          firstDay: 0,
        })),
      },
    },
    {
      why: 'events are not in the order of their seq',
      contents: {
        ...bareContents(),
        events: [2, 1].map((seq) => ({ ...newEvent(), accountId: ACCOUNT, seq })),
      },
    },
    {
      why: 'two commits have one seq',
      contents: { ...bareContents(), repos: [repo], commits: [commit, { ...commit, sha: shaOf(2) }] },
    },
    { why: 'the repository of a commit is not there', contents: { ...bareContents(), commits: [commit] } },
    {
      why: 'a commit lies behind the last one of its repository',
      contents: { ...bareContents(), repos: [{ ...repo, lastSeq: 0 }], commits: [commit] },
    },
    {
      why: 'the chain of a day is not there',
      contents: {
        ...bareContents(),
        metricDays: [{ ...newDay(TODAY), accountId: ACCOUNT, chainId: 1, detail: null }],
      },
    },
    {
      why: 'an event has a seq from which nobody can count on',
      contents: { ...bareContents(), events: [{ ...newEvent(), accountId: ACCOUNT, seq: 2 ** 48 + 1 }] },
    },
    {
      why: 'a repository has such a lastSeq',
      contents: { ...bareContents(), repos: [{ ...repo, lastSeq: 2 ** 48 + 1 }] },
    },
    {
      why: 'metrics have such a version',
      contents: {
        ...bareContents(),
        metricStates: [{ ...metricState({ version: 2 ** 48 + 1 }), accountId: ACCOUNT }],
      },
    },
    {
      why: 'a chain has such an id',
      contents: {
        ...bareContents(),
        metricChains: [{ ...newChain({ id: 2 ** 48 + 1 }), accountId: ACCOUNT }],
      },
    },
  ])('says so, and changes nothing: $why', async ({ contents, accountIds }) => {
    const { store } = subject;
    await fill(store);
    await fill(store, OTHER, 'theirs');
    const before = comparable(await store.readContents());
    const [outcome] = await Promise.allSettled([
      store.replaceContents(contents, accountIds),
      // What is written together with it does not suffer.
      store.keepSecret('pepper', 'kept'),
    ]);
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(ContentsError) });
    // It is for a person who restores a snapshot, whatever the engine.
    expect(outcome.status === 'rejected' && outcome.reason.message).not.toMatch(/sqlite|constraint|column/i);
    expect(comparable(await store.readContents())).toEqual(before);
    expect(await store.getSecret('pepper')).toBe('kept');
  });
}
