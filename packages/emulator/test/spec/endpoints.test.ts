import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StoreUnavailableError } from '../../src/store/store.ts';
import { startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const deploy = { type: 'event-deploy', entityId: 'checkout', attributes: { env: 'production' } };
const body = JSON.stringify({ events: [deploy] });
const message = { message: expect.any(String) };

/** POST /events with bytes and a Content-Type as they are. */
const post = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  service.call('POST', '/events', { raw, headers });

describe('4.1 POST /events: request headers', () => {
  it('x-api-key: lets the request in', async () => {
    expect((await post(body)).status).toBe(201);
  });

  it('x-api-key: a bearer token does instead', async () => {
    expect((await service.send([deploy], await service.bearer())).status).toBe(201);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    'Content-Type: takes %s',
    async (type) => {
      expect((await post(body, { 'content-type': type })).status).toBe(201);
    },
  );

  it.each([
    'text/plain',
    'application/json; charset=latin1',
    'application/x-www-form-urlencoded',
    'application/jsonp',
  ])('Content-Type: refuses %s with 400 and a message', async (type) => {
    const answer = await post(body, { 'content-type': type });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message: expect.stringContaining('application/json') });
  });
});

describe('4.1 POST /events: request body', () => {
  it.each([1, 2, 14, 15])('events: takes %d', async (count) => {
    const answer = await service.send(Array(count).fill(deploy));
    expect(answer.status).toBe(201);
    expect(answer.body.success).toHaveLength(count);
  });

  it.each([
    ['missing', {}],
    ['empty', { events: [] }],
    ['no array', { events: {} }],
    ['null', { events: null }],
  ])('events: refuses them when %s', async (_what, json) => {
    const answer = await service.call('POST', '/events', { json });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toEqual([expect.objectContaining({ path: 'events', location: 'body' })]);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ] as const)('is inflated when it comes as %s', async (encoding, compress) => {
    const answer = await post(new Uint8Array(compress(body)), { 'content-encoding': encoding });
    expect(answer.status).toBe(201);
  });

  it('names the path of each problem, all of them at once', async () => {
    const answer = await service.call('POST', '/events', {
      json: {
        event: [],
        events: [
          7,
          { type: 'event-deploy', entityID: 'x' },
          { type: 'event-deploy', attributes: { env: 1, Status: 'x' } },
        ],
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors.map((error: { path: string }) => error.path).sort()).toEqual([
      'event',
      'events[0]',
      'events[1].entityID',
      'events[2].attributes.Status',
      'events[2].attributes.env',
    ]);
  });

  it('lists at most 100 problems', async () => {
    const attributes = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`unknown_${n}`, '']));
    const answer = await service.send([{ ...deploy, attributes }]);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toHaveLength(100);
  });
});

describe('4.1 POST /events: responses', () => {
  it('201: all stored, failures is empty', async () => {
    const answer = await service.send([deploy]);
    expect(answer.status).toBe(201);
    expect(answer.body.failures).toEqual([]);
  });

  it('201: also when only some, or all, failed', async () => {
    const lost = { ...deploy, entityId: 'lost' };
    expect(await service.send([lost, deploy])).toMatchObject({
      status: 201,
      body: { success: [{}], failures: [{ event: lost }] },
    });
    expect(await service.send([lost])).toMatchObject({ status: 201, body: { success: [], failures: [{}] } });
  });

  it.each([
    ['no JSON', '{"events":'],
    ['an array', '[]'],
    ['a string', '"events"'],
    ['null', 'null'],
    ['empty', ''],
  ])('400: a body that is %s has the message form', async (_what, raw) => {
    const answer = await post(raw);
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual(message);
  });

  it('400: bytes that are not UTF-8', async () => {
    const answer = await post(new Uint8Array([...Buffer.from('{"events":[{"type":"\xe9"}]}', 'latin1')]));
    expect(answer).toMatchObject({ status: 400, body: message });
  });

  it.each([
    ['zstd', new Uint8Array(zstdCompressSync(body))],
    ['gzip', body],
  ])('400: Content-Encoding %s that cannot be undone', async (encoding, raw) => {
    expect(await post(raw, { 'content-encoding': encoding })).toMatchObject({ status: 400, body: message });
  });

  it('401: without a credential', async () => {
    const answer = await service.send([deploy], { key: null });
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual(message);
  });

  it('413: more than 15 events, with the limit and the count', async () => {
    const answer = await service.send(Array(16).fill(deploy));
    expect(answer.status).toBe(413);
    expect(answer.body.message).toMatch(/15.*16/);
  });

  it('413: more than 1 MiB, also when it is small until inflated', async () => {
    const large = JSON.stringify({
      events: [{ type: 'event-build', attributes: { text: 'x'.repeat(1024 * 1024) } }],
    });
    expect(await post(large)).toMatchObject({ status: 413, body: message });
    const bomb = new Uint8Array(gzipSync(large));
    expect(await post(bomb, { 'content-encoding': 'gzip' })).toMatchObject({ status: 413, body: message });
  });

  it('takes a body of exactly 1 MiB', async () => {
    const empty = JSON.stringify({ events: [{ type: 'event-build', attributes: { text: '' } }] });
    const text = 'x'.repeat(1024 * 1024 - empty.length);
    const json = { events: [{ type: 'event-build', attributes: { text } }] };
    expect((await service.call('POST', '/events', { json })).status).toBe(201);
  });

  it('429: with Retry-After', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 1, hour: 10 } });
    await limited.send([deploy]);
    const answer = await limited.send([deploy]);
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual(message);
    expect(Number(answer.headers.get('retry-after'))).toBe(60);
  });

  it('500: says nothing internal, but the request id', async () => {
    await using broken = await startTestService(
      {},
      {
        wrapStore: (store) => ({ ...store, appendEvents: () => Promise.reject(new Error('secret detail')) }),
      },
    );
    const answer = await broken.send([deploy], { headers: { 'x-request-id': 'mine-1' } });
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({ message: expect.stringContaining('mine-1') });
    expect(answer.text).not.toContain('secret');
    expect(broken.logged.join()).toContain('secret detail');
  });

  it('503: when the store cannot take writes, with Retry-After', async () => {
    await using full = await startTestService(
      {},
      {
        wrapStore: (store) => ({
          ...store,
          appendEvents: () => Promise.reject(new StoreUnavailableError('disk full')),
          probeWrite: () => Promise.reject(new StoreUnavailableError('disk full')),
        }),
      },
    );
    const answer = await full.send([deploy]);
    expect(answer).toMatchObject({ status: 503, body: message });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await full.get('/readyz', { key: null })).toMatchObject({ status: 503, body: message });
    expect((await full.get('/livez', { key: null })).status).toBe(200);
  });
});

describe('4.1 POST /events: order of checks', () => {
  it('is 401, 429, 413, 400', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 2, hour: 10 } });
    const many = { events: Array(16).fill({ type: 'unknown' }) };
    const large = 'x'.repeat(1024 * 1024 + 1);
    expect((await limited.call('POST', '/events', { raw: large, key: 'wrong' })).status).toBe(401);
    const plain = { 'content-type': 'text/plain' };
    expect((await limited.call('POST', '/events', { raw: large, headers: plain })).status).toBe(413);
    expect((await limited.call('POST', '/events', { json: many })).status).toBe(413);
    expect((await limited.call('POST', '/events', { json: many })).status).toBe(429);
    expect((await limited.call('POST', '/events', { json: many, key: 'wrong' })).status).toBe(401);
  });
});

describe('4.2 Other endpoints', () => {
  it('GET /entities takes bearer authentication', async () => {
    const { status, body } = await service.get('/entities', await service.bearer());
    expect(status).toBe(200);
    expect(body.items.map(({ shortId }: { shortId: string }) => shortId)).toEqual(['checkout', 'payments']);
  });
});
