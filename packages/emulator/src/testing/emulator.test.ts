import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectEmulator } from './connect-emulator.ts';
import { EmulatorError } from './emulator-error.ts';
import { deployment, sendEvents } from './send-events.fixture.ts';
import { type StartedEmulator, startEmulator } from './start-emulator.ts';

const START = '2026-01-31T09:30:00.000Z';

let emulator: StartedEmulator;
beforeAll(async () => {
  emulator = await startEmulator({ clock: START });
});
afterAll(() => emulator.stop());
beforeEach(() => emulator.reset());

describe('the clock', () => {
  test('is set, frozen, advanced and let go', async () => {
    const { clock } = emulator;
    expect(await clock.freeze(new Date('2026-02-01T00:00:00Z'))).toEqual(new Date('2026-02-01T00:00:00Z'));
    expect(await clock.advance('PT1H')).toEqual({ now: new Date('2026-02-01T01:00:00Z'), midnights: 0 });
    const later = await clock.advance({ days: 1, hours: 2 });
    expect(later).toEqual({ now: new Date('2026-02-02T03:00:00Z'), midnights: 1 });
    expect((await clock.advance({ to: '2026-02-03T00:00:00Z' })).midnights).toBe(1);
    expect((await clock.set({ mode: 'offset', now: START })).getTime()).toBeGreaterThanOrEqual(
      Date.parse(START),
    );
    await clock.freeze();
    expect(await clock.now()).toEqual(await clock.now());
    expect(Math.abs((await clock.useSystem()).getTime() - Date.now())).toBeLessThan(5000);
  });
});

describe('faults', () => {
  test.each([
    ['tooManyRequests', 429],
    ['unavailable', 503],
  ] as const)('%s happens once, to POST /events only', async (name, status) => {
    await emulator.faults[name]({ retryAfter: 7 });
    expect(await emulator.api.events()).toEqual([]);
    const refused = await sendEvents(emulator, [deployment()]);
    expect(refused.status).toBe(status);
    expect(refused.headers.get('retry-after')).toBe('7');
    expect(await refused.json()).toEqual({ message: expect.any(String) });
    expect((await sendEvents(emulator, [deployment()])).status).toBe(201);
  });

  test.each([
    ['dropRequest', 0],
    ['loseAnswer', 1],
    ['cutAnswer', 1],
  ] as const)('after %s the caller has no answer, and %i events are stored', async (name, stored) => {
    await emulator.faults[name]();
    const answer = sendEvents(emulator, [deployment()]).then((response) => response.text());
    await expect(answer).rejects.toThrow();
    expect(await emulator.api.events()).toHaveLength(stored);
  });

  test('failEvents reports those events, and stores the others', async () => {
    await emulator.faults.failEvents([1]);
    const answer = await sendEvents(emulator, [deployment(), deployment(), deployment()]);
    expect(await answer.json()).toMatchObject({ success: [{}, {}], failures: [{}] });
  });

  test('happen as often as wanted, to whom they are for, until they are removed', async () => {
    const { faults } = emulator;
    const forever = await faults.unavailable({ times: Number.POSITIVE_INFINITY, status: 500 });
    const other = await faults.tooManyRequests({ match: { credential: 'somebody-else' } });
    const statuses = [];
    for (let times = 0; times < 3; times++)
      statuses.push((await sendEvents(emulator, [deployment()])).status);
    expect(statuses).toEqual([500, 500, 500]);
    expect(await faults.list()).toMatchObject([{ id: forever.id, fired: 3, left: null }, { id: other.id }]);
    await forever.remove();
    await forever.remove();
    expect((await sendEvents(emulator, [deployment()])).status).toBe(201);
    await faults.clear();
    expect(await faults.list()).toEqual([]);
  });

  test('go with their block', async () => {
    {
      await using _fault = await emulator.faults.add({ do: { status: 418 } });
    }
    expect((await sendEvents(emulator, [deployment()])).status).toBe(201);
  });
});

describe('requests', () => {
  test('are listed, counted and waited for', async () => {
    const { requests } = emulator;
    const waiting = requests.waitFor({ method: 'POST', path: '/events', count: 2 });
    await sendEvents(emulator, [deployment()]);
    await sendEvents(emulator, [{ type: 'no-such-type' }]);
    expect(await waiting).toMatchObject([{ status: 201 }, { status: 400 }]);
    await emulator.api.events();
    expect(await requests.count()).toBe(3);
    expect(await requests.count({ method: 'post', status: '4xx' })).toBe(1);
    expect(await requests.last()).toMatchObject({ method: 'GET', path: '/events' });
    expect(await requests.last({ method: 'DELETE' })).toBeUndefined();
    expect(await requests.list({ since: new Date('2026-02-01') })).toEqual([]);
    await requests.clear();
    expect(await requests.list()).toEqual([]);
  });

  test('that do not come are missed by name, with what came instead', async () => {
    await sendEvents(emulator, [deployment()]);
    const waiting = emulator.requests.waitFor({ method: 'DELETE', path: '/events/*', timeoutMs: 20 });
    await expect(waiting).rejects.toThrow(
      `Waited 20 ms for a request (DELETE /events/*); 0 came. All requests:\n  ${START} POST /events 201`,
    );
  });
});

describe('accounts of their own', () => {
  test('see and hurt only themselves, and go with their block', async () => {
    const seed = { entities: [{ shortId: 'search' }] };
    const clock = '2030-01-01T00:00:00Z';
    let accountId: string;
    {
      await using account = await emulator.account({ name: 'mine', seed, clock });
      accountId = account.accountId;
      expect(account).toMatchObject({
        name: 'mine',
        url: emulator.url,
        user: { password: expect.any(String) },
      });
      await account.faults.unavailable();
      expect((await sendEvents(emulator, [deployment()])).status).toBe(201);
      expect((await sendEvents(account, [deployment()])).status).toBe(503);
      expect((await sendEvents(account, [{ ...deployment(), entityId: 'search' }])).status).toBe(201);
      expect(await account.api.events()).toMatchObject([
        { accountId, createdAt: '2030-01-01T00:00:00.000Z' },
      ]);
      expect(await account.requests.count({ method: 'POST' })).toBe(2);
      await expect(account.account()).rejects.toThrow('POST /_control/accounts: 403');
    }
    expect(await emulator.api.get('/_control/accounts')).toEqual({ items: [] });
  });

  test('have tokens of their own user', async () => {
    await using account = await emulator.account();
    const send = async (claims?: Parameters<typeof account.token>[0]) =>
      sendEvents({ ...account, apiKey: '' }, [deployment()], {
        authorization: `Bearer ${await account.token(claims)}`,
      });
    expect((await send()).status).toBe(201);
    expect((await send({ expiresIn: -60 })).status).toBe(401);
    expect(await account.api.events()).toHaveLength(1);
  });

  test('may be gone already when they are removed', async () => {
    await using _account = await emulator.account();
    await emulator.reset();
  });
});

describe('what is stored', () => {
  test('is kept and put back', async () => {
    await sendEvents(emulator, [deployment()]);
    const snapshot = await emulator.snapshot();
    await sendEvents(emulator, [deployment()]);
    await emulator.clock.advance({ hours: 1 });
    await emulator.restore(JSON.parse(JSON.stringify(snapshot)));
    expect(await emulator.api.events()).toHaveLength(1);
    expect(await emulator.clock.now()).toEqual(new Date(START));
  });

  test('begins anew', async () => {
    await sendEvents(emulator, [deployment()]);
    await emulator.clock.freeze('2027-01-01T00:00:00Z');
    await emulator.faults.unavailable();
    await emulator.reset();
    expect(await emulator.api.events()).toEqual([]);
    expect(await emulator.requests.count()).toBe(1);
    expect(await emulator.clock.now()).toEqual(new Date(START));
    expect(await emulator.faults.list()).toEqual([]);
  });

  test('is planted', async () => {
    await emulator.seed({
      entities: [{ shortId: 'search' }],
      events: [{ type: 'event-deploy', entityId: 'search' }],
    });
    expect(await emulator.api.events()).toHaveLength(1);
    const wrong = emulator.seed({ events: [{ type: 'event-deploy', entityId: 'nobody' }] });
    await expect(wrong).rejects.toThrow(/^POST \/_control\/seed: 400 .*nobody/);
  });

  test('is read on as many pages as there are, the oldest first', async () => {
    const days = Array.from({ length: 510 }, (_, index) => Date.parse(START) - (510 - index) * 60_000);
    for (let start = 0; start < days.length; start += 15) {
      const timestamps = days.slice(start, start + 15).map((day) => new Date(day).toISOString());
      await sendEvents(
        emulator,
        timestamps.map((timestamp) => ({ type: 'event-deploy', timestamp })),
      );
    }
    const events = await emulator.api.events();
    expect(events.map(({ timestamp }) => Date.parse(timestamp))).toEqual(days);
    expect(await emulator.api.events({ from: new Date(days[500] ?? 0) })).toHaveLength(10);
  });

  test('becomes numbers', async () => {
    await sendEvents(emulator, [deployment({ env: 'production', status: 'success' })]);
    await emulator.clock.advance({ days: 1 });
    expect(await emulator.calculate()).toMatchObject({ state: 'succeeded', through: '2026-01-31' });
  });
});

describe('a call that fails', () => {
  test('names the route, the status and what the service said', async () => {
    const failure = await emulator.faults.add({ do: { latencyMs: 0 } }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmulatorError);
    expect(failure).toMatchObject({
      name: 'EmulatorError',
      route: 'POST /_control/faults',
      status: 400,
      message: expect.stringMatching(/^POST \/_control\/faults: 400 do\.latencyMs /),
    });
  });

  test('never tells the key', async () => {
    const connected = connectEmulator({ url: `${emulator.url}/`, apiKey: 'mp_wrong_0123456789' });
    const failure: unknown = await connected.clock.now().catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: expect.stringMatching(/^GET \/_control\/clock: 401 /) });
    expect(inspect(failure, { depth: 9 })).not.toContain('0123456789');
  });

  test.each(['127.0.0.1:4010', 'localhost:4010', ''])('says that %j is no address', (url) => {
    expect(() => connectEmulator({ url })).toThrow('give one such as http://127.0.0.1:4010');
  });

  test('says that nobody is there', async () => {
    const gone = await startEmulator();
    await gone.stop();
    const failure = connectEmulator(gone).calculate();
    await expect(failure).rejects.toThrow(
      `POST /_control/calculate: ${gone.url} does not answer (ECONNREFUSED)`,
    );
  });
});
