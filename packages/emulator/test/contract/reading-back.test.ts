import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}T12:00:00Z`;

beforeAll(async () => {
  service = await startTestService();
  const event = (n: number, entityId: string, env: string, status: string, type = 'event-deploy') => ({
    type,
    entityId,
    timestamp: day(n),
    attributes: { env, status, build_id: String(n) },
  });
  await service.send([
    event(1, 'checkout', 'production', 'success'),
    event(2, 'checkout', 'Prod ', 'failed'),
    event(3, 'payments', 'staging', 'success'),
    event(4, 'payments', 'LIVE', 'success'),
  ]);
  await service.send([
    event(4, 'checkout', 'eu-1', 'failed'),
    event(5, 'checkout', 'production', 'success', 'event-build'),
    { type: 'event-deploy', timestamp: day(6) },
  ]);
});
afterAll(() => service[Symbol.asyncDispose]());

/** Which events a query finds: their build ids, `-` without one. */
async function found(query: string): Promise<string[]> {
  const { status, body } = await service.get(`/events${query}`);
  expect(status).toBe(200);
  return body.items.map((event: { attributes: { build_id?: string } }) => event.attributes.build_id ?? '-');
}

describe('GET /events', () => {
  it('lists the newest first, and of equals the one that was ingested later', async () => {
    const { body } = await service.get('/events');
    expect(body.items.map((event: { timestamp: string }) => event.timestamp.slice(8, 10))).toEqual([
      '06',
      '05',
      '04',
      '04',
      '03',
      '02',
      '01',
    ]);
    expect(body.items[2].attributes.env).toBe('eu-1');
    expect(body.pageInfo).toEqual({
      currentPage: 1,
      perPage: 50,
      itemCount: 7,
      pageCount: 1,
      hasPreviousPage: false,
      hasNextPage: false,
    });
  });

  it.each([
    ['?type=event-build', ['5']],
    ['?type=nothing', []],
    ['?entityId=payments', ['4', '3']],
    ['?entityId=payments&entityId=checkout&type=event-build', ['5']],
    ['?entityId=unknown', []],
    ['?env=production', ['5', '4', '2', '1']],
    ['?env=%20PRD', ['5', '4', '2', '1']],
    ['?env=stage', ['3']],
    ['?env=eu-1', ['4']],
    ['?status=failed', ['4', '2']],
    [`?from=${day(2)}&to=${day(4)}`, ['3', '2']],
    [`?from=${day(6)}`, ['-']],
    [`?to=${day(1)}`, []],
    ['?env=production&status=success&entityId=checkout', ['5', '1']],
  ])('%s finds %j', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('pages by offset', async () => {
    const { body } = await service.get('/events?limit=3&offset=3');
    expect(body.items).toHaveLength(3);
    expect(body.pageInfo).toMatchObject({
      currentPage: 2,
      perPage: 3,
      itemCount: 7,
      pageCount: 3,
      hasPreviousPage: true,
      hasNextPage: true,
    });
    const end = await service.get('/events?limit=3&offset=100');
    expect(end.body).toMatchObject({ items: [], pageInfo: { hasNextPage: false, hasPreviousPage: true } });
  });

  it('pages by cursor, each event once', async () => {
    const seen: string[] = [];
    let query = '?limit=2';
    for (let pages = 1; ; pages++) {
      const { body } = await service.get(`/events${query}`);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      expect(body.pageInfo).toMatchObject({ itemCount: 7, pageCount: 4, currentPage: pages });
      if (!body.pageInfo.hasNextPage) break;
      query = `?limit=2&cursor=${body.pageInfo.endCursor}`;
    }
    const all = (await service.get('/events')).body.items.map(({ id }: { id: string }) => id);
    expect(seen).toEqual(all);
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=x', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['offset=-1', 'offset'],
    ['cursor=garbage', 'cursor'],
    ['status=ok', 'status'],
    ['from=yesterday', 'from'],
    ['to=2026-01-01', 'to'],
    ['entityId=', 'entityId'],
    ['entityid=checkout', 'entityid'],
  ])('?%s is 400 at the query', async (query, path) => {
    const { status, body } = await service.get(`/events?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ type: 'field', msg: expect.any(String), path, location: 'query' }]);
  });
});

describe('GET /events/{id}', () => {
  it('answers the event as it was stored', async () => {
    const sent = await service.send([{ type: 'event-error', attributes: { b: 1, a: [] } }]);
    const [event] = sent.body.success;
    const { status, body } = await service.get(`/events/${event.id.toUpperCase()}`);
    expect(status).toBe(200);
    expect(body).toEqual(event);
  });

  it.each(['01a1fbdd-1958-7583-aa67-64f6b0b38a68', 'nothing', '%00'])('%s is 404', async (id) => {
    expect((await service.get(`/events/${id}`)).status).toBe(404);
  });
});
