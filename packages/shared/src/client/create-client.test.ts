import { expect, test } from 'vitest';
import type { Event } from '../event/event.ts';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { runSendOnce } from './run-send-once.fixture.ts';
import { inTurn, reply, startScripted } from './scripted-server.fixture.ts';
import { startRaw } from './start-raw.fixture.ts';
import type { ClientOptions } from './types.ts';

test('an event is stamped, sent with credentials and a key, and accepted', async () => {
  await using server = await startScripted(accept);
  const { client, notices } = clientOf(`${server.url}/api/`);
  const { fates, problems, undelivered, answers } = await client.send([event()]);
  const stamped = { ...event(), timestamp: '2026-03-01T10:00:00.000Z' };
  expect(fates).toMatchObject([{ state: 'accepted', event: stamped, stored: { id: 'id-0' } }]);
  expect({ problems, undelivered, notices }).toEqual({ problems: [], undelivered: [], notices: [] });
  expect(answers).toMatchObject([{ status: 201, body: { success: [stamped], failures: [] } }]);
  const [asked] = server.asked;
  expect(asked).toMatchObject({ url: '/api/events', body: { events: [stamped] } });
  expect(asked?.headers).toMatchObject({
    authorization: 'Bearer tok-secret',
    'content-type': 'application/json',
    'user-agent': 'milepost/0.1.0',
  });
  expect(asked?.headers['x-api-key']).toBeUndefined();
  expect(asked?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
});

test('a timestamp that is given stays; one that is undefined is set; the caller keeps its own events', async () => {
  await using server = await startScripted(accept);
  const unset: Event = { type: 'event-deploy' };
  // A caller without exactOptionalPropertyTypes can do this.
  Reflect.set(unset, 'timestamp', undefined);
  const mine: Event[] = [{ type: 'event-deploy', timestamp: '2020-01-01T00:00:00Z' }, unset];
  const before = structuredClone(mine);
  await clientOf(server.url).client.send(mine);
  expect(server.asked[0]?.events).toEqual([
    mine[0],
    { type: 'event-deploy', timestamp: '2026-03-01T10:00:00.000Z' },
  ]);
  expect(mine).toEqual(before);
});

test('nothing to send is nothing sent', async () => {
  await using server = await startScripted(accept);
  const nothing = { fates: [], undelivered: [], problems: [], answers: [] };
  expect(await clientOf(server.url).client.send([])).toEqual(nothing);
  expect(await clientOf(server.url).client.replay([])).toEqual(nothing);
  expect(server.asked).toEqual([]);
});

test('keys and the User-Agent can be chosen', async () => {
  await using server = await startScripted(accept);
  const { client } = clientOf(server.url, {
    userAgent: 'deploy-tool/2',
    idempotencyKey: (events) => events.map(({ entityId }) => entityId).join('+'),
  });
  await client.send(many(17));
  expect(server.asked[1]?.headers).toMatchObject({
    'idempotency-key': 'e15+e16',
    'user-agent': 'deploy-tool/2',
  });
});

test.each<[string, Partial<ClientOptions>, Event]>([
  ['a key that no header can carry', { idempotencyKey: () => 'a\nb' }, event()],
  ['an event that JSON cannot hold', {}, { type: 'event-deploy', attributes: { size: 1n } }],
])('%s is a mistake of the program, and nothing is sent', async (_, options, one) => {
  await using server = await startScripted(accept);
  await expect(clientOf(server.url, options).client.send([one])).rejects.toThrow(TypeError);
  expect(server.asked).toEqual([]);
});

test('an API key travels in its own header, and is told once to be deprecated', async () => {
  await using server = await startScripted(accept);
  const { client, notices } = clientOf(server.url, {
    credentials: { kind: 'api-key', apiKey: 'key-secret' },
  });
  await client.send([event()]);
  await client.send([event()]);
  expect(server.asked[1]?.headers).toMatchObject({ 'x-api-key': 'key-secret' });
  expect(server.asked[1]?.headers.authorization).toBeUndefined();
  expect(notices.map(({ kind }) => kind)).toEqual(['deprecated']);
});

const password = { kind: 'password', username: 'u', password: 'pw-secret', clientId: 'c' } as const;
test.each([
  ['http://nohost.invalid', undefined, ['http://nohost.invalid']],
  ['https://nohost.invalid', 'http://auth.invalid', ['http://auth.invalid']],
  ['http://nohost.invalid', 'http://auth.invalid', ['http://nohost.invalid', 'http://auth.invalid']],
  ['https://nohost.invalid', undefined, []],
  ['http://127.0.0.2:9', 'http://localhost:9', []],
  ['http://[::1]:9', undefined, []],
])('with %s and the auth URL %s clear text is told of: %j', async (baseUrl, authUrl, origins) => {
  const { client, notices } = clientOf(baseUrl, { authUrl, credentials: password, maxAttempts: 1 });
  await client.send([event()]);
  expect(notices.filter(({ kind }) => kind === 'clear-text').map(({ message }) => message)).toEqual(
    origins.map((origin) => `credentials travel to ${origin} in clear text; use https://`),
  );
});

test('an event too large for any request is rejected, the others are sent', async () => {
  await using server = await startScripted(accept);
  const large = { type: 'event-build', attributes: { log: 'x'.repeat(1024 * 1024) } };
  const { fates } = await clientOf(server.url).client.send([event(0), large, event(2)]);
  expect(fates).toMatchObject([
    { state: 'accepted', event: { entityId: 'e0' } },
    { state: 'rejected', reason: 'it is too large: a request has at most 1048576 bytes' },
    { state: 'accepted', event: { entityId: 'e2' } },
  ]);
});

test('its connections are kept during a send, and closed after it', async () => {
  await using server = await startScripted(accept);
  await clientOf(server.url).client.send(many(40));
  expect(await server.allClosed()).toBe(1);
});

test('after a failed send, too', async () => {
  await using server = await startScripted(
    inTurn(
      (_, res) => reply(res, 503, {}),
      () => {},
    ),
  );
  await clientOf(server.url, { attemptTimeoutMs: 200, maxAttempts: 3 }).client.send([event()]);
  expect(await server.allClosed()).toBe(2);
});

test('a process that has sent ends by itself', async () => {
  await using server = await startScripted(accept);
  const sent = await runSendOnce(server.url);
  expect(sent).toMatchObject({ states: ['accepted'], problems: [] });
  expect(sent).toHaveProperty(
    'lingeredMs',
    expect.toSatisfy((ms: number) => ms < 500),
  );
});

test.each([
  ['a service', (url: string) => [url, {}] as const],
  ['a proxy', (url: string) => ['https://nohost.invalid', { HTTPS_PROXY: url }] as const],
])('so does one that %s kept waiting', async (_, targetOf) => {
  await using silent = await startRaw((socket) => void socket.resume());
  const sent = await runSendOnce(...targetOf(silent.url));
  expect(sent).toMatchObject({ states: ['undelivered'], problems: [{ fault: 'outage' }] });
  expect(sent).toHaveProperty(
    'lingeredMs',
    expect.toSatisfy((ms: number) => ms < 500),
  );
});
