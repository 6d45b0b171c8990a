import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { plantSeed } from './plant-seed.ts';
import type { Seed } from './seed.schema.ts';

const ACCOUNT = 'a0000000-0000-4000-8000-00000000000a';
const OTHER = 'a0000000-0000-4000-8000-00000000000b';
const NOW = Date.parse('2026-03-01T12:00:00Z');
const SHA = '0123456789abcdef0123456789abcdef01234567';
const PARENT = 'f'.repeat(40);

async function openAccounts(): Promise<Store> {
  const store = await openStore({ engine: 'memory' }, { warn: () => {} });
  onTestFinished(() => store.close());
  for (const id of [ACCOUNT, OTHER]) await store.ensureAccount({ id, name: 'Test', createdAt: 0 });
  return store;
}

/** All that an account has, but for when it was made. */
async function contentsOf(store: Store, accountId: string) {
  const { entities, blueprints, repos, commits, incidents, events } = await store.readContents([accountId]);
  return {
    entities: [...entities],
    blueprints: [...blueprints],
    repos: [...repos],
    commits: [...commits],
    incidents: [...incidents],
    events: [...events],
  };
}

const deploy = { type: 'event-deploy', entityId: 'web', attributes: { env: 'Production' } } as const;

const seed: Seed = {
  entities: [{ shortId: 'web', name: 'Web shop', attributes: { team: 'a' } }],
  blueprints: [{ shortId: 'audit', name: 'Audit', schema: { type: 'object', required: ['who'] } }],
  repos: [
    {
      name: 'shop',
      entityIds: ['web'],
      commits: [
        { sha: PARENT, parents: [], authoredAt: '2026-01-30T09:00:00+01:00' },
        {
          sha: SHA.toUpperCase(),
          parents: [PARENT],
          authoredAt: '2026-01-31T09:00:00Z',
          message: 'Fix\n\nit',
        },
      ],
    },
  ],
  incidents: [
    { title: 'Down', externalSystem: 'pagerduty', externalIncidentNumber: 'P1', affectedEntityIds: ['web'] },
    { title: 'Slow', state: 'resolved', detectedAt: '2026-02-01T10:00:00Z' },
  ],
  events: [
    { ...deploy, timestamp: '2026-01-31T10:00:00Z' },
    deploy,
    deploy,
    { type: 'audit', attributes: { who: 'me' } },
  ],
};

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

  it('plants nothing of a seed that has mistakes, and names all of them', async () => {
    const store = await openAccounts();
    const wrong: Seed = {
      entities: [{ shortId: 'web' }, { shortId: 'web' }],
      blueprints: [
        { shortId: 'audit', name: 'Audit', schema: { type: 'object', requird: [] } },
        { shortId: 'event-deploy', name: 'Mine', schema: {} },
      ],
      repos: [
        {
          name: 'shop',
          entityIds: ['web', 'nowhere'],
          url: 'https://user:password@git.example.com/shop',
          commits: [{ sha: SHA, authoredAt: '2026-02-30T00:00:00Z' }],
        },
      ],
      incidents: [
        { title: 'a', externalSystem: 's', externalIncidentNumber: '1', affectedEntityIds: ['nowhere'] },
        { title: 'b', externalSystem: 's', externalIncidentNumber: '1' },
      ],
      events: [
        deploy,
        { type: 'event-deploy', attributes: { Env: 'x' } },
        { type: 'audit' },
        { type: 'event-deploy', entityId: 'nowhere' },
        { type: 'event-deploy', attributes: { build_id: 17 } },
      ],
    };
    const before = await contentsOf(store, ACCOUNT);
    const planting = plantSeed(store, wrong, { accountId: ACCOUNT, now: NOW });
    await expect(planting).rejects.toMatchObject({
      name: 'SeedError',
      problems: [
        ['entities[1].shortId', "'web' is that of entities[0] already"],
        ['blueprints[0].schema.requird', expect.stringContaining("did you mean 'required'?")],
        ['blueprints[1].shortId', "'event-deploy' is built in; choose another"],
        ['blueprints[1].schema.type', expect.stringContaining('must describe an object')],
        ['repos[0].entityIds[1]', "Entity 'nowhere' not found"],
        ['repos[0].url', expect.stringContaining('must not hold a password')],
        ['repos[0].commits[0].authoredAt', 'must exist in the calendar'],
        ['incidents[1].externalIncidentNumber', "'s 1' is that of incidents[0] already"],
        ['incidents[0].affectedEntityIds[0]', "Entity 'nowhere' not found"],
        ['events[1].attributes.Env', "unknown attribute 'Env'; did you mean 'env'?"],
        ['events[3].entityId', "Entity 'nowhere' not found"],
        ['events[4].attributes.build_id', 'must be a string, not 17; put it in quotes'],
      ].map(([path, msg]) => ({ type: 'field', location: 'body', path, msg })),
    });
    await expect(planting).rejects.toMatchObject({
      causes: [
        ['repeated', '/entities/1/shortId'],
        ['unknown-keyword', '/blueprints/0/schema/requird'],
        ['short-id-taken', '/blueprints/1/shortId'],
        ['type', '/blueprints/1/schema/type'],
        ['entity', '/repos/0/entityIds/1'],
        ['location', '/repos/0/url'],
        ['date-time', '/repos/0/commits/0/authoredAt'],
        ['repeated', '/incidents/1/externalIncidentNumber'],
        ['entity', '/incidents/0/affectedEntityIds/0'],
        ['unknown-attribute', '/events/1/attributes/Env'],
        ['entity', '/events/3/entityId'],
        ['type', '/events/4/attributes/build_id'],
      ].map(([rule, path]) => expect.objectContaining({ rule, path })),
    });
    expect(await contentsOf(store, ACCOUNT)).toEqual(before);
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
