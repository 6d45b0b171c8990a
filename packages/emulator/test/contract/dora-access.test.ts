import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeApiKey } from '../../src/auth/api-key.ts';
import { WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { START } from '../service.fixture.ts';
import { type DoraService, deploy, startDoraService } from './dora.fixture.ts';
import { FEBRUARY, tellFebruary } from './february.fixture.ts';

const [checkout] = WELL_KNOWN_ENTITIES;

let dora: DoraService;
beforeEach(async () => {
  dora = await startDoraService();
});
afterEach(() => dora[Symbol.asyncDispose]());

describe('a query that is wrong', () => {
  const wrong = [
    ['from', 'from=2026-02-02&to=2026-02-01', /not be after to/],
    ['from', 'from=2016-02-01&to=2026-02-08', /3660 days/],
    ['from', 'from=01.02.2026', /date that exists/],
    ['from', 'from=2026-02-30', /date that exists/],
    ['to', 'to=2026-02-01T00:00:00Z', /date that exists/],
    ['to', 'to=2026-02-01&to=2026-02-02', /only once/],
    ['env', 'env=a&env=b', /only once/],
    ['live', 'live=1', /true, false/],
    ['entity', 'entity=checkout', /unknown parameter/],
  ] as const;

  it.each([
    ...wrong.map(([path, query, msg]) => [path, `/dora?${query}`, msg] as const),
    ...wrong.map(
      ([path, query, msg]) => [path, `/dora/explain?metric=leadTimeForChange&${query}`, msg] as const,
    ),
    ['granularity', '/dora?granularity=year', /day, week, month/],
    ['metric', '/dora?metric=leadTimeForChange', /unknown parameter/],
    ['metric', '/dora/explain', /is required: one of deploymentFrequency, /],
    ['metric', '/dora/explain?metric=happiness', /one of/],
    ['day', '/dora/explain?metric=leadTimeForChange&day=2026-02-29', /date that exists/],
    ['day', '/dora/explain?metric=leadTimeForChange&day=2026-02-01&from=2026-02-01', /a day or a window/],
    ['day', '/dora/explain?metric=leadTimeForChange&day=2026-02-01&to=2026-02-01', /a day or a window/],
    ['granularity', '/dora/explain?metric=leadTimeForChange&granularity=day', /unknown parameter/],
    ['limit', '/dora/explain?metric=leadTimeForChange&limit=501', /from 1 to 500/],
    ['cursor', '/dora/runs?cursor=x', /endCursor/],
    ['from', '/dora/runs?from=2026-02-01', /unknown parameter/],
  ] as const)('names %s: %s', async (path, url, msg) => {
    const { status, body } = await dora.service.get(url);
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { type: 'field', msg: expect.stringMatching(msg), path, location: 'query' },
    ]);
  });

  it('is 3,661 days: 3,660 are answered', async () => {
    const { window } = await dora.dora('?from=2016-02-02&to=2026-02-08');
    expect(window).toEqual({ from: '2016-02-02', to: '2026-02-08', days: 3660 });
  });

  it.each(['nowhere', 'No%20Such', '00000000-0000-4000-8000-000000000000'])(
    'is 404 for the entity %s',
    async (entity) => {
      for (const path of ['/dora?', '/dora/explain?metric=leadTimeForChange&']) {
        const { status, body } = await dora.service.get(`${path}entityId=checkout&entityId=${entity}`);
        expect([status, body]).toEqual([
          404,
          { message: `Entity '${decodeURIComponent(entity)}' not found` },
        ]);
      }
    },
  );
});

describe('a key that is limited to checkout', () => {
  it('sees the numbers of checkout alone', async () => {
    await tellFebruary(dora);
    await dora.send(
      deploy('2026-02-12T12:00:00Z', {}, null),
      deploy('2026-02-12T12:00:00Z', { env: '' }, null),
    );
    await dora.calculate();
    const { service } = dora;
    const limited = { name: 'limited', entityIds: ['checkout'] };
    const { body } = await service.post('/api-keys', limited, await service.bearer());
    const key = String(body.key);
    const own = (await service.get(`/dora?${FEBRUARY}`, { key })).body;
    expect(own).toEqual(await dora.dora(`?entityId=checkout&${FEBRUARY}`));
    expect(own.filters.entityIds).toEqual([checkout.id]);
    expect(own.deploymentFrequency.count).toBe(7);
    expect(own.dataQuality.withoutEntity).toBe(0);
    for (const query of [FEBRUARY, `${FEBRUARY}&live=true`]) {
      const { items } = (await service.get(`/dora/explain?metric=changeFailureRate&${query}`, { key })).body;
      expect(items).toHaveLength(8);
      expect(
        new Set(items.map(({ deployment }: { deployment: { entityId: string } }) => deployment.entityId)),
      ).toEqual(new Set([checkout.id]));
    }
    for (const path of ['/dora?', '/dora/explain?metric=changeFailureRate&'])
      expect((await service.get(`${path}entityId=payments`, { key })).status).toBe(404);
  });
});

describe('another account', () => {
  it('has numbers of its own', async () => {
    const { service } = dora;
    const id = 'f0000000-0000-4000-8000-000000000001';
    await service.store.ensureAccount({ id, name: 'Other', createdAt: START });
    const { key, record } = makeApiKey({ accountId: id, name: 'o', createdBy: 'cli', createdAt: START });
    await service.store.putApiKey(record);
    await service.post('/entities', { shortId: 'checkout' }, { key });
    await service.post('/incidents', { title: 'theirs', detectedAt: '2026-02-10T00:00:00Z' }, { key });
    await service.send([deploy('2026-02-10T12:00:00Z', { status: 'failed' })], { key });
    await tellFebruary(dora);
    await dora.calculate();
    const ours = await dora.dora(`?entityId=checkout&${FEBRUARY}`);
    expect([ours.changeFailureRate.total, ours.dataQuality.orphanIncidents]).toEqual([8, 0]);

    const theirs = async (path: string) => (await service.get(path, { key })).body;
    expect(await theirs(`/dora?${FEBRUARY}`)).toMatchObject({
      calculatedAt: null,
      changeFailureRate: { total: 0 },
    });
    expect(await theirs(`/dora?${FEBRUARY}&live=true`)).toMatchObject({
      deploymentFrequency: { count: 0 },
      changeFailureRate: { total: 1, failed: 1 },
    });
    expect((await theirs(`/dora/explain?metric=changeFailureRate&${FEBRUARY}&live=true`)).items).toHaveLength(
      1,
    );
    expect((await theirs('/dora/runs')).items).toEqual([]);
    expect((await service.get(`/dora?entityId=${checkout.id}`, { key })).status).toBe(404);
    expect(await dora.dora(`?entityId=checkout&${FEBRUARY}`)).toEqual(ours);
  });
});

describe('GET /dora/runs', () => {
  it('lists the calculations, newest first, in pages', async () => {
    expect((await dora.service.get('/dora/runs')).body).toMatchObject({
      items: [],
      pageInfo: { itemCount: 0 },
    });
    await tellFebruary(dora);
    const first = await dora.calculate();
    dora.service.advance(86_400_000);
    const second = await dora.calculate();
    const { body } = await dora.service.get('/dora/runs');
    expect(body.items).toEqual([second, first]);
    expect(body.items).toEqual([
      expect.objectContaining({
        startedAt: '2026-03-02T12:00:00.000Z',
        through: '2026-03-01',
        dirtyChains: 0,
      }),
      {
        id: expect.any(String),
        startedAt: '2026-03-01T12:00:00.000Z',
        finishedAt: '2026-03-01T12:00:00.000Z',
        state: 'succeeded',
        through: '2026-02-28',
        dirtyChains: 3,
        deployments: 12,
        error: null,
      },
    ]);
    const page = await dora.service.get('/dora/runs?limit=1');
    expect([page.body.items, page.body.pageInfo.itemCount]).toEqual([[second], 2]);
    const next = await dora.service.get(`/dora/runs?limit=1&cursor=${page.body.pageInfo.endCursor}`);
    expect([next.body.items, next.body.pageInfo.hasNextPage]).toEqual([[first], false]);
    expect((await dora.service.get('/dora/runs?offset=1')).body.items).toEqual([first]);
  });
});
