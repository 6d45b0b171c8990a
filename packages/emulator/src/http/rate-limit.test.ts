import { beforeEach, describe, expect, test } from 'vitest';
import { makeApiKey } from '../auth/api-key.ts';
import { START, startAuthService } from '../auth/auth-service.fixture.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_API_KEY } from '../auth/well-known.ts';
import { oneClock } from '../clock.ts';
import { createMemoryRateCounter, type RateCounter, type RatePolicy } from './rate-limit.ts';

const limits = { minute: 3, hour: 5 };

async function startLimited(options: Parameters<typeof startAuthService>[0] = { rateLimits: limits }) {
  const service = await startAuthService(options);
  return Object.assign(service, {
    call: (path = '/whoami', key = WELL_KNOWN_API_KEY) =>
      service.request(path, { headers: { 'x-api-key': key } }),
  });
}

function rateHeaders({ headers }: Response) {
  return [headers.get('ratelimit-policy'), headers.get('ratelimit'), headers.get('retry-after')];
}

describe('over HTTP', () => {
  test('every counted answer says what is left, a 4xx too', async () => {
    await using service = await startLimited({ rateLimits: { minute: 100, hour: 1500 } });
    const policy = '"minute";q=100;w=60, "hour";q=1500;w=3600';
    expect(rateHeaders(await service.call())).toEqual([
      policy,
      '"minute";r=99;t=60, "hour";r=1499;t=3600',
      null,
    ]);
    service.advance(1500);
    const refused = await service.call('/whoami?fail=1');
    expect(refused.status).toBe(400);
    expect(rateHeaders(refused)).toEqual([policy, '"minute";r=98;t=59, "hour";r=1498;t=3599', null]);
  });

  test('what is over the limit is 429, is not counted, and says when to come again', async () => {
    await using service = await startLimited();
    for (let i = 0; i < 3; i++) expect((await service.call()).status).toBe(200);
    service.advance(10_001);
    for (let i = 0; i < 10; i++) {
      const response = await service.call();
      expect(response.status).toBe(429);
      expect(rateHeaders(response)).toEqual([
        '"minute";q=3;w=60, "hour";q=5;w=3600',
        '"minute";r=0;t=50, "hour";r=2;t=3590',
        '50',
      ]);
      expect(await response.json()).toEqual({
        message: 'Rate limit exceeded: 3 requests per minute. Try again in 50 s.',
      });
    }
    service.advance(49_999);
    expect((await service.call()).headers.get('ratelimit')).toBe('"minute";r=2;t=60, "hour";r=1;t=3540');
  });

  test('when both are used up, the longer wait counts', async () => {
    await using service = await startLimited({ rateLimits: { minute: 2, hour: 2 } });
    await service.call();
    await service.call();
    expect((await service.call()).headers.get('retry-after')).toBe('3600');
    service.advance(3_599_999);
    expect((await service.call()).headers.get('retry-after')).toBe('1');
    service.advance(1);
    expect((await service.call()).status).toBe(200);
  });

  test('each credential has its own windows', async () => {
    await using service = await startLimited({ rateLimits: { minute: 1, hour: 5 } });
    const { key, record } = makeApiKey({
      accountId: WELL_KNOWN_ACCOUNT.id,
      name: 'CI',
      createdBy: 'cli',
      createdAt: START,
    });
    await service.store.putApiKey(record);
    expect((await service.call()).status).toBe(200);
    expect((await service.call()).status).toBe(429);
    expect((await service.call('/whoami', key)).status).toBe(200);
    // Two tokens of one user share its windows.
    const byToken = async () =>
      await service.request('/whoami', { headers: { authorization: `Bearer ${await service.signIn()}` } });
    expect((await byToken()).status).toBe(200);
    expect((await byToken()).status).toBe(429);
  });

  test('a request without a valid credential is not counted and has no such headers', async () => {
    await using service = await startLimited();
    expect(rateHeaders(await service.call('/whoami', 'wrong'))).toEqual([null, null, null]);
  });

  test('the limits of a key replace those of the server, one by one', async () => {
    await using service = await startLimited();
    const wish = { accountId: WELL_KNOWN_ACCOUNT.id, name: 'Import', createdBy: 'cli', createdAt: START };
    const { key, record } = makeApiKey({ ...wish, rateLimitMinute: 1000 });
    await service.store.putApiKey(record);
    const response = await service.call('/whoami', key);
    expect(response.headers.get('ratelimit-policy')).toBe('"minute";q=1000;w=60, "hour";q=5;w=3600');
  });

  test('switched off there are no headers, but a key keeps limits of its own', async () => {
    await using service = await startLimited({ rateLimits: null });
    expect(rateHeaders(await service.call())).toEqual([null, null, null]);
    const wish = { accountId: WELL_KNOWN_ACCOUNT.id, name: 'Noisy', createdBy: 'cli', createdAt: START };
    const { key, record } = makeApiKey({ ...wish, rateLimitHour: 9 });
    await service.store.putApiKey(record);
    expect((await service.call('/whoami', key)).headers.get('ratelimit')).toBe('"hour";r=8;t=3600');
  });
});

describe('the counter in memory', () => {
  const minute = { name: 'minute', quota: 2, window: 60 } as const;
  let now: number;
  let counter: RateCounter;

  beforeEach(() => {
    now = 0;
    counter = createMemoryRateCounter(oneClock({ now: () => now }));
  });

  async function take(policies: readonly RatePolicy[] = [minute]) {
    const { allowed, standings } = await counter.take(
      { kind: 'api-key', id: 'key', accountId: 'account' },
      policies,
    );
    return [allowed, ...standings.map(({ remaining, resetAfter }) => `${remaining} in ${resetAfter}`)];
  }

  test('a window begins with its first request, not with the clock’s minute', async () => {
    now = 59_000;
    expect(await take()).toEqual([true, '1 in 60']);
    now = 118_999;
    expect(await take()).toEqual([true, '0 in 1']);
    expect(await take()).toEqual([false, '0 in 1']);
    now = 119_000;
    expect(await take()).toEqual([true, '1 in 60']);
  });

  test('what one policy refuses is not counted by the other', async () => {
    const hour = { name: 'hour', quota: 3, window: 3600 } as const;
    await take([minute, hour]);
    await take([minute, hour]);
    expect(await take([minute, hour])).toEqual([false, '0 in 60', '1 in 3600']);
    now = 60_000;
    expect(await take([minute, hour])).toEqual([true, '1 in 60', '0 in 3540']);
    // The minute has room, the hour has not: the minute's window keeps its count.
    expect(await take([minute, hour])).toEqual([false, '1 in 60', '0 in 3540']);
  });

  test('a quota of 0 refuses everything', async () => {
    expect(await take([{ ...minute, quota: 0 }])).toEqual([false, '0 in 60']);
  });

  test('a lowered quota counts what was used already', async () => {
    await take();
    await take();
    expect(await take([{ ...minute, quota: 1 }])).toEqual([false, '0 in 60']);
  });

  test('setting the clock back begins a new window', async () => {
    now = 10_000_000;
    await take();
    await take();
    now = 0;
    expect(await take()).toEqual([true, '1 in 60']);
  });
});
