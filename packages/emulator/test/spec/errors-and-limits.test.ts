import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const deploy = { type: 'event-deploy', entityId: 'checkout' };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('7 Errors', () => {
  it.each([
    ['API key', { key: 'wrong-key' }],
    ['token', { key: null, headers: { authorization: 'Bearer wrong' } }],
    ['credential at all', { key: null }],
  ])('missing or invalid credential: no valid %s is 401', async (_what, request) => {
    expect((await service.send([deploy], request)).status).toBe(401);
  });

  it('entity not found: 400 for who asks for it by Prefer: handling=strict', async () => {
    const lost = { ...deploy, entityId: 'lost' };
    const answer = await service.send([deploy, lost], {
      headers: { prefer: 'respond-async, handling=strict' },
    });
    expect(answer.status).toBe(400);
    expect(answer.headers.get('preference-applied')).toBe('handling=strict');
    expect(answer.body).toEqual({
      errors: [
        { type: 'field', msg: "Entity 'lost' not found", path: 'events[1].entityId', location: 'body' },
      ],
    });
    expect((await service.get('/events')).body.items).toEqual([]);
  });

  it('entity not found: 400 for all with --entity-errors=reject, unless they prefer leniency', async () => {
    await using strict = await startTestService({ entityErrors: 'reject' });
    const lost = { ...deploy, entityId: 'lost' };
    expect((await strict.send([lost])).status).toBe(400);
    expect((await strict.send([lost], { headers: { prefer: 'handling=lenient' } })).status).toBe(201);
  });

  it.each([
    ['invalid event type', { type: 'event-deployment' }, 'events[0].type'],
    ['invalid timestamp', { ...deploy, timestamp: '2026-13-01T00:00:00Z' }, 'events[0].timestamp'],
    [
      'validation error: unknown attribute',
      { ...deploy, attributes: { Env: '' } },
      'events[0].attributes.Env',
    ],
    ['validation error: type', { ...deploy, attributes: { env: 1 } }, 'events[0].attributes.env'],
    [
      'validation error: date',
      { ...deploy, attributes: { change_window_end: '1 May' } },
      'events[0].attributes.change_window_end',
    ],
  ])('%s: 400', async (_row, event, path) => {
    const { status, body } = await service.send([event]);
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ type: 'field', msg: expect.any(String), path, location: 'body' }]);
  });

  it('payload too large: 413', async () => {
    expect((await service.send(Array(16).fill(deploy))).status).toBe(413);
  });

  it('too many requests: 429', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 1, hour: 1 } });
    await limited.send([deploy]);
    expect((await limited.send([deploy])).status).toBe(429);
  });

  it('server error: 500', async () => {
    await using broken = await startTestService(
      {},
      { wrapStore: (store) => ({ ...store, listEvents: () => Promise.reject(new Error('broken')) }) },
    );
    const { status, body } = await broken.get('/events');
    expect(status).toBe(500);
    expect(body).toEqual({ message: expect.any(String) });
  });
});

describe('8 Limits', () => {
  it('events per request: 1 to 15', async () => {
    expect((await service.send([])).status).toBe(400);
    expect((await service.send([deploy])).status).toBe(201);
    expect((await service.send(Array(15).fill(deploy))).status).toBe(201);
    expect((await service.send(Array(16).fill(deploy))).status).toBe(413);
  });

  it('request rate: 100 a minute per API key, refused requests included', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 100, hour: 1500 } });
    for (let n = 1; n <= 100; n++) {
      const { status, headers } = await limited.send(n % 2 === 0 ? [deploy] : []);
      expect(status).toBe(n % 2 === 0 ? 201 : 400);
      expect(headers.get('ratelimit-policy')).toBe('"minute";q=100;w=60, "hour";q=1500;w=3600');
      expect(headers.get('ratelimit')).toBe(`"minute";r=${100 - n};t=60, "hour";r=${1500 - n};t=3600`);
    }
    const refused = await limited.send([deploy]);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
    // Another credential has a window of its own.
    expect((await limited.send([deploy], await limited.bearer())).status).toBe(201);
    limited.advance(MINUTE);
    expect((await limited.send([deploy])).status).toBe(201);
  });

  it('request rate: 1,500 an hour per API key', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 100, hour: 1500 } });
    for (let minute = 0; minute < 15; minute++) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => limited.get('/blueprints?limit=1')),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      limited.advance(MINUTE);
    }
    const refused = await limited.get('/blueprints');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(45 * 60));
    limited.advance(HOUR - 15 * MINUTE);
    expect((await limited.get('/blueprints')).status).toBe(200);
  });

  it('public routes and /metrics never count', async () => {
    await using limited = await startTestService({ rateLimits: { minute: 1, hour: 1 } });
    for (const path of ['/livez', '/readyz', '/.well-known/jwks.json', '/openapi.json', '/metrics']) {
      const { status, headers } = await limited.get(path);
      expect([path, status, headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
    expect((await limited.send([deploy])).status).toBe(201);
  });
});
