import { expect, it } from 'vitest';
import { bareContents, comparable, fill } from './contents.fixture.ts';
import { newIncident } from './incident-records.fixture.ts';
import { BIG, newDay, newLink, newRun, stagedChain, TODAY } from './metric-records.fixture.ts';
import { publish, putLinks, readMetrics } from './publication.fixture.ts';
import {
  ACCOUNT,
  batchOf,
  eventQuery,
  idOf,
  keyed,
  NOW,
  newApiKey,
  newBlueprint,
  newEntity,
  newEvent,
  newUser,
  OTHER,
  TRICKY_OBJECTS,
} from './records.fixture.ts';
import { newCommit, newRepo, shaOf } from './repo-records.fixture.ts';
import type { ReopenableSubject } from './subject.ts';

/** What an engine promises whose data outlive the process. */
export function describeReopening(subject: ReopenableSubject): void {
  it('keeps everything when it is opened again, and goes on counting', async () => {
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

  it('keeps incidents, repositories and metrics when it is opened again, and goes on counting commits', async () => {
    const before = subject.store;
    const incident = newIncident({
      changeId: 'CHG-1',
      affectedEntityIds: [idOf(7)],
      externalSystem: 'pagerduty',
      externalIncidentNumber: '1',
    });
    const days = [newDay(TODAY, { state: '{"s":1}' }), newDay(TODAY + 1)];
    const use = { changeId: 'CHG-1', t: NOW, seq: BIG };
    const run = newRun({ state: 'failed', finishedAt: NOW, error: 'no space left' });
    await before.createIncident(incident);
    await before.createRepo(newRepo({ entityIds: [idOf(7)] }));
    await before.addCommits(ACCOUNT, newRepo().id, [
      newCommit(),
      newCommit({ sha: shaOf(2), parents: null }),
    ]);
    await before.noteRepoReading(ACCOUNT, newRepo().id, { readAt: NOW, readError: null });
    await publish(before, [stagedChain({ days, changeUses: [use] })], { links: putLinks(newLink()) });
    await before.putRun(run);
    const metrics = await readMetrics(before);
    expect(metrics.days).toHaveLength(2);

    const store = await subject.reopen();
    expect(await store.findExternalIncident(ACCOUNT, 'pagerduty', '1')).toEqual(incident);
    expect(await readMetrics(store)).toEqual(metrics);
    expect(await store.listChangeUses(ACCOUNT)).toEqual([{ ...use, chainId: 1 }]);
    expect(await store.listRuns(ACCOUNT, { limit: 10, offset: 0 })).toEqual({ items: [run], itemCount: 1 });
    const whole = newCommit({ sha: shaOf(2), parents: [shaOf(1)] });
    expect(await store.addCommits(ACCOUNT, newRepo().id, [whole])).toEqual({ accepted: 1, known: 0 });
    expect(await store.readCommits(ACCOUNT, newRepo().id, 0, 10)).toEqual([
      { ...newCommit(), seq: 1 },
      { ...whole, seq: 3 },
    ]);
    expect(await store.listRepos(ACCOUNT)).toEqual([
      { ...newRepo({ entityIds: [idOf(7)], readAt: NOW }), lastSeq: 3 },
    ]);
    expect(await publish(store, [], { expectedVersion: 1 })).toBe(true);
  });

  it('has on disk what it said it stored, when it is closed while writes are under way', async () => {
    const events = Array.from({ length: 20 }, () => newEvent());
    const writes = events.map((event) => subject.store.appendEvents(batchOf([event])));
    const [outcomes, store] = await Promise.all([Promise.allSettled(writes), subject.reopen()]);
    for (const [n, { status }] of outcomes.entries()) {
      const found = await store.getEvent(ACCOUNT, events[n]?.id ?? '');
      expect(found !== undefined).toBe(status === 'fulfilled');
    }
  });

  it('remembers keys when the store is opened again', async () => {
    await subject.store.appendEvents(batchOf([newEvent()], { idempotency: keyed({ response: 'first' }) }));
    const store = await subject.reopen();
    const outcome = await store.appendEvents(batchOf([newEvent()], { idempotency: keyed() }));
    expect(outcome).toEqual({ state: 'replayed', response: 'first' });
  });

  it.each(TRICKY_OBJECTS)('keeps attributes to the letter: $what', async ({ text }) => {
    const event = newEvent({ attributes: text });
    await subject.store.appendEvents(batchOf([event]));
    const store = await subject.reopen();
    expect((await store.getEvent(ACCOUNT, event.id))?.attributes).toBe(text);
  });

  it('keeps contents that were replaced when it is opened again', async () => {
    await fill(subject.store);
    await fill(subject.store, OTHER, 'theirs');
    const contents = await subject.store.readContents();
    await subject.store.replaceContents(bareContents(OTHER));
    const bare = await subject.reopen();
    expect(await bare.readContents()).toEqual(bareContents(OTHER));
    await bare.replaceContents(contents);
    const store = await subject.reopen();
    expect(comparable(await store.readContents())).toEqual(comparable(contents));
  });
}
