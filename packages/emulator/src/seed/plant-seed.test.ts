import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { plantSeed } from './plant-seed.ts';
import {
  ACCOUNT,
  contentsOf,
  deploy,
  NOW,
  OTHER,
  openAccounts,
  PARENT,
  SHA,
  seed,
} from './planted-seed.fixture.ts';
import type { Seed } from './seed.schema.ts';

describe('plantSeed', () => {
  it('plants all that a seed can hold', async () => {
    const store = await openAccounts();
    await plantSeed(store, seed, { accountId: ACCOUNT, now: NOW });
    const planted = await contentsOf(store, ACCOUNT);
    const [web] = planted.entities;
    const [shop] = planted.repos;
    expect(planted).toMatchObject({
      entities: [{ shortId: 'web', name: 'Web shop', type: 'application', attributes: '{"team":"a"}' }],
      blueprints: [{ shortId: 'audit' }],
      repos: [{ name: 'shop', kind: 'connected', entityIds: [web?.id], createdAt: NOW }],
      commits: [
        { repoId: shop?.id, sha: PARENT, parents: [], authoredAt: Date.parse('2026-01-30T08:00:00Z') },
        { repoId: shop?.id, sha: SHA, parents: [PARENT], message: 'Fix' },
      ],
      events: [
        {
          type: 'event-deploy',
          entityId: web?.id,
          env: 'production',
          timestamp: Date.parse('2026-01-31T10:00:00Z'),
        },
        { entityId: web?.id, timestamp: NOW },
        { entityId: web?.id, timestamp: NOW },
        { type: 'audit', attributes: '{"who":"me"}', entityId: null },
      ],
    });
    expect(planted.incidents).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Down', affectedEntityIds: [web?.id], env: 'production' }),
        expect.objectContaining({ title: 'Slow', state: 'resolved', resolvedAt: NOW }),
      ]),
    );
  });

  it('changes nothing the second time, whatever became of what it planted', async () => {
    const store = await openAccounts();
    await plantSeed(store, seed, { accountId: ACCOUNT, now: NOW });
    const incident = await store.findExternalIncident(ACCOUNT, 'pagerduty', 'P1');
    if (!incident) throw new Error('P1 was not planted');
    await store.updateIncident({ ...incident, title: 'Down again', state: 'resolved' });
    const before = await contentsOf(store, ACCOUNT);
    await plantSeed(store, structuredClone(seed), { accountId: ACCOUNT, now: NOW + 1000 });
    expect(await contentsOf(store, ACCOUNT)).toEqual(before);
  });

  it('plants only what is new of a seed that has grown', async () => {
    const store = await openAccounts();
    await plantSeed(store, seed, { accountId: ACCOUNT, now: NOW });
    const [repo] = seed.repos ?? [];
    if (!repo) throw new Error('the seed has no repository');
    const grown: Seed = {
      repos: [
        {
          ...repo,
          commits: [...(repo.commits ?? []), { sha: 'e'.repeat(40), authoredAt: '2026-02-02T00:00:00Z' }],
        },
      ],
      incidents: [{ title: 'New' }, ...(seed.incidents ?? [])],
      events: [{ type: 'event-build' }, ...(seed.events ?? []), deploy],
    };
    const before = await contentsOf(store, ACCOUNT);
    await plantSeed(store, grown, { accountId: ACCOUNT, now: NOW });
    const after = await contentsOf(store, ACCOUNT);
    expect(after.repos).toHaveLength(1);
    expect(after.commits.map(({ sha }) => sha)).toEqual([PARENT, SHA, 'e'.repeat(40)]);
    expect(after.incidents).toHaveLength(3);
    expect(after.events.slice(0, before.events.length)).toEqual(before.events);
    expect(after.events.slice(before.events.length).map(({ type }) => type)).toEqual([
      'event-build',
      'event-deploy',
    ]);
  });

  it('gives the events of each account the same ids, and nothing of one to another', async () => {
    const store = await openAccounts();
    for (const accountId of [ACCOUNT, OTHER]) await plantSeed(store, seed, { accountId, now: NOW });
    const [one, other] = [await contentsOf(store, ACCOUNT), await contentsOf(store, OTHER)];
    expect(other.events.map(({ id }) => id)).toEqual(one.events.map(({ id }) => id));
    expect(new Set(one.events.map(({ id }) => id)).size).toBe(4);
    expect(other.events[0]?.entityId).toBe(other.entities[0]?.id);
    expect(other.entities[0]?.id).not.toBe(one.entities[0]?.id);
  });

  it('leaves an entity, a blueprint and a repository of the same name as they are', async () => {
    const store = await openAccounts();
    const first: Seed = {
      entities: [{ shortId: 'web', name: 'Mine' }],
      blueprints: [{ shortId: 'audit', name: 'Mine', schema: { type: 'object' } }],
      repos: [{ name: 'shop', entityIds: ['web'], url: 'https://git.example.com/shop.git' }],
    };
    await plantSeed(store, first, { accountId: ACCOUNT, now: NOW });
    const before = await contentsOf(store, ACCOUNT);
    // By the schema that counts, the account's, it need not say who.
    await plantSeed(store, { ...seed, events: [{ type: 'audit' }] }, { accountId: ACCOUNT, now: NOW });
    const { entities, blueprints, repos, events } = await contentsOf(store, ACCOUNT);
    expect({ entities, blueprints }).toEqual({ entities: before.entities, blueprints: before.blueprints });
    expect(repos).toEqual([{ ...before.repos[0], lastSeq: 2 }]);
    expect(events).toHaveLength(1);
  });

  it('completes what was planted in part', async () => {
    const store = await openAccounts();
    const broken: Store = { ...store, appendEvents: () => Promise.reject(new Error('killed')) };
    await expect(plantSeed(broken, seed, { accountId: ACCOUNT, now: NOW })).rejects.toThrow('killed');
    expect((await contentsOf(store, ACCOUNT)).events).toEqual([]);
    await plantSeed(store, seed, { accountId: ACCOUNT, now: NOW });
    const { entities, commits, incidents, events } = await contentsOf(store, ACCOUNT);
    expect([entities, commits, incidents, events].map(({ length }) => length)).toEqual([1, 2, 2, 4]);
  });

  it('looks again when somebody else makes one of its entities meanwhile', async () => {
    const store = await openAccounts();
    let crossed = 0;
    const crossing: Store = {
      ...store,
      async createEntity(entity) {
        crossed += 1;
        await store.createEntity({ ...entity, id: OTHER, name: 'Theirs' });
        return store.createEntity(entity);
      },
    };
    await plantSeed(crossing, seed, { accountId: ACCOUNT, now: NOW });
    const { entities, events } = await contentsOf(store, ACCOUNT);
    expect(crossed).toBe(1);
    expect(entities).toMatchObject([{ id: OTHER, name: 'Theirs' }]);
    expect(events.map(({ entityId }) => entityId)).toEqual([OTHER, OTHER, OTHER, null]);
  });
});
