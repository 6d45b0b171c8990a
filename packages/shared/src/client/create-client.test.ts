import { createServer, type Socket } from 'node:net';
import { createProxy } from 'proxy';
import { generate } from 'selfsigned';
import { expect, test } from 'vitest';
import type { Event } from '../event/event.ts';
import { createClient } from './create-client.ts';
import { ClientSettingError } from './errors.ts';
import { reply, type Script, startScripted, store } from './scripted-server.fixture.ts';
import type { ClientOptions, Notice } from './types.ts';

const accept: Script = ({ events }, res) => reply(res, 201, store(events));
const event = (n = 0): Event => ({ type: 'event-deploy', entityId: `e${n}`, attributes: { env: 'prod' } });
const many = (count: number) => Array.from({ length: count }, (_, n) => event(n));

/** A client whose time passes only while it sleeps. */
function clientOf(baseUrl: string, options: Partial<ClientOptions> = {}) {
  let now = Date.parse('2026-03-01T10:00:00Z');
  const slept: number[] = [];
  const notices: Notice[] = [];
  const secrets: string[] = [];
  const client = createClient({
    baseUrl,
    credentials: { kind: 'token', token: 'tok-secret' },
    onNotice: (notice) => void notices.push(notice),
    onSecret: (secret) => void secrets.push(secret),
    runtime: {
      now: () => now,
      sleep: async (ms) => {
        slept.push(ms);
        now += ms;
      },
      random: () => 1,
    },
    ...options,
  });
  return { client, slept, notices, secrets };
}

test('an event is stamped, sent with credentials and a key, and accepted', async () => {
  await using server = await startScripted(accept);
  const { client, notices } = clientOf(server.url);
  const { fates, problems, undelivered, answers } = await client.send([event()]);
  expect(fates).toMatchObject([
    { state: 'accepted', event: { timestamp: '2026-03-01T10:00:00.000Z' }, stored: { id: 'id-0' } },
  ]);
  expect({ problems, undelivered, notices, statuses: answers.map(({ status }) => status) }).toEqual({
    problems: [],
    undelivered: [],
    notices: [],
    statuses: [201],
  });
  expect(server.asked[0]?.headers).toMatchObject({
    authorization: 'Bearer tok-secret',
    'user-agent': 'milepost/0.1.0',
  });
  expect(server.asked[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
});

test('40 events go in batches of 15, in order, each under its own key; failures are found', async () => {
  const bad = new Set(['e3', 'e17', 'e39']);
  const isBad = (one: unknown) =>
    typeof one === 'object' && one !== null && 'entityId' in one && bad.has(String(one.entityId));
  await using server = await startScripted(({ events }, res) => reply(res, 201, store(events, isBad)));
  const { fates } = await clientOf(server.url).client.send(many(40));
  expect(server.asked.map(({ events }) => events.length)).toEqual([15, 15, 10]);
  expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(3);
  expect(fates.map(({ event: { entityId } }) => entityId)).toEqual(many(40).map(({ entityId }) => entityId));
  expect(fates.flatMap(({ state }, n) => (state === 'rejected' ? [n] : []))).toEqual([3, 17, 39]);
});

test('events that a 400 blames are rejected, the others sent again under a new key', async () => {
  await using server = await startScripted(({ events }, res) => {
    const errors = events.flatMap((one, n) =>
      JSON.stringify(one).includes('"e3"') || JSON.stringify(one).includes('"e17"')
        ? [{ type: 'field', msg: 'no', path: `events[${n}].attributes.env`, location: 'body' }]
        : [],
    );
    reply(res, errors.length > 0 ? 400 : 201, errors.length > 0 ? { errors } : store(events));
  });
  const { client, notices } = clientOf(server.url);
  const { fates, problems } = await client.send(many(40));
  expect(server.asked.map(({ events }) => events.length)).toEqual([15, 14, 15, 14, 10]);
  expect(fates.flatMap((fate, n) => (fate.state === 'rejected' ? [[n, fate.reason]] : []))).toEqual([
    [3, 'attributes.env: no'],
    [17, 'attributes.env: no'],
  ]);
  expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(5);
  expect(notices.map(({ kind }) => kind)).toEqual(['split', 'split']);
  expect(problems).toEqual([]);
});

test.each([
  [400, { message: 'no events' }, 'no events'],
  [400, { errors: [{ type: 'field', msg: 'bad', path: 'events', location: 'body' }] }, 'events: bad'],
  [413, 'too big', '413: too big'],
  [422, { message: 'another body' }, '422: another body'],
])('%s %j rejects the whole batch', async (status, body, reason) => {
  await using server = await startScripted((_, res) => reply(res, status, body));
  const { fates, undelivered } = await clientOf(server.url).client.send(many(2));
  expect(fates).toMatchObject([
    { state: 'rejected', reason },
    { state: 'rejected', reason },
  ]);
  expect(undelivered).toEqual([]);
});

test.each([
  [401, { message: 'who? tok-secret' }, {}, 'token', 'the service refused it: 401: who? ***'],
  [403, { message: 'no' }, {}, 'token', '403: no'],
  [404, { message: 'x' }, {}, 'baseUrl', 'no event ingestion service'],
  [405, '', {}, 'baseUrl', '405'],
  [301, '', { location: '/new?key=tok-secret' }, 'baseUrl', '/new'],
  [200, '<html><b>Hello</b></html>', { 'content-type': 'text/html' }, 'baseUrl', 'Hello'],
  [201, { success: [], failures: [] }, {}, 'baseUrl', 'does not answer as'],
  [201, '{"succ', {}, 'baseUrl', 'does not answer as'],
  [400, '<html>plain HTTP to HTTPS port', {}, 'baseUrl', 'does not answer as'],
  [418, {}, {}, 'baseUrl', '418'],
])(
  '%s %j %j is a fault of configuration, and ends everything at once',
  async (status, body, headers, setting, words) => {
    await using server = await startScripted((_, res) => reply(res, status, body, headers));
    const result = await clientOf(server.url).client.send(many(20));
    expect(server.asked).toHaveLength(1);
    expect(result.problems).toMatchObject([{ fault: 'configuration', setting, status }]);
    expect(result.problems[0]?.message).toContain(words);
    expect(JSON.stringify(result)).not.toContain('tok-secret');
    expect(result.undelivered.map(({ events }) => events.length)).toEqual([15, 5]);
  },
);

test.each([408, 429, 500, 502, 503, 504])('%s is tried again under the same key and body', async (status) => {
  await using server = await startScripted((asked, res, nth) =>
    nth < 3 ? reply(res, status, { message: 'later' }) : accept(asked, res, nth),
  );
  const { client, slept, notices } = clientOf(server.url);
  const { fates, answers } = await client.send([event()]);
  expect(fates).toMatchObject([{ state: 'accepted' }]);
  expect(slept).toEqual([500, 1000]);
  expect(notices.map(({ kind }) => kind)).toEqual(['retry', 'retry']);
  expect(answers.map((one) => one.status)).toEqual([201]);
  expect(
    new Set(server.asked.map(({ headers, body }) => JSON.stringify([headers['idempotency-key'], body]))).size,
  ).toBe(1);
});

test('501 is an outage, and not tried again', async () => {
  await using server = await startScripted((_, res) => reply(res, 501, {}));
  const { problems } = await clientOf(server.url).client.send([event()]);
  expect(problems).toMatchObject([{ fault: 'outage', status: 501 }]);
  expect(server.asked).toHaveLength(1);
});

test.each([
  ['7', 7000],
  [new Date(Date.parse('2026-03-01T10:00:09Z')).toUTCString(), 9000],
])('Retry-After %s is waited for', async (value, ms) => {
  await using server = await startScripted((asked, res, nth) =>
    nth === 1 ? reply(res, 429, {}, { 'retry-after': value }) : accept(asked, res, nth),
  );
  const { client, slept } = clientOf(server.url);
  await client.send([event()]);
  expect(slept).toEqual([ms]);
});

test('a Retry-After beyond the budget ends the tries at once', async () => {
  await using server = await startScripted((_, res) => reply(res, 429, {}, { 'retry-after': '120' }));
  const { client, slept } = clientOf(server.url);
  const { problems, fates } = await client.send(many(16));
  expect(slept).toEqual([]);
  expect(problems).toMatchObject([
    { fault: 'outage', status: 429, message: expect.stringContaining('120 s') },
  ]);
  expect(fates).toHaveLength(16);
  expect(server.asked).toHaveLength(1);
});

const breaks: [string, Script][] = [
  ['a reset', (_, res) => void res.socket?.resetAndDestroy()],
  [
    'a truncated body',
    (_, res) => {
      res.writeHead(201, { 'content-length': '1000' });
      res.write('{"success":');
      setImmediate(() => res.destroy());
    },
  ],
  [
    'an endless body',
    (_, res) => {
      res.writeHead(201);
      res.write('x'.repeat(6 * 1024 * 1024));
    },
  ],
];
test.each(breaks)('%s is tried again', async (_, script) => {
  await using server = await startScripted((asked, res, nth) =>
    nth === 1 ? script(asked, res, nth) : accept(asked, res, nth),
  );
  const { fates } = await clientOf(server.url).client.send([event()]);
  expect(fates).toMatchObject([{ state: 'accepted' }]);
});

test('a service that hangs is given up after the time of a try', async () => {
  await using server = await startScripted(() => {});
  const { problems } = await clientOf(server.url, { attemptTimeoutMs: 50, maxAttempts: 2 }).client.send([
    event(),
  ]);
  expect(problems).toMatchObject([
    { fault: 'outage', message: expect.stringContaining('no answer within 0.05 s (after 2 tries)') },
  ]);
  expect(server.asked).toHaveLength(2);
});

test('nobody there is an outage', async () => {
  const { problems } = await clientOf('http://127.0.0.1:9', { maxAttempts: 1 }).client.send([event()]);
  expect(problems).toMatchObject([{ fault: 'outage', message: expect.stringContaining('ECONNREFUSED') }]);
});

test('a used up rate limit is waited for between batches, not after the last', async () => {
  await using server = await startScripted(({ events }, res) =>
    reply(res, 201, store(events), { ratelimit: '"minute";r=0;t=34, "hour";r=7;t=900' }),
  );
  const { client, slept, notices } = clientOf(server.url);
  await client.send(many(16));
  expect(slept).toEqual([34_000]);
  expect(notices).toMatchObject([{ kind: 'pause' }]);
});

const password = { kind: 'password', username: 'u@x', password: 'pw-secret', clientId: 'c' } as const;
const withTokens = (events: Script): Script => {
  let tokens = 0;
  return (asked, res, nth) =>
    asked.url === '/oauth/token'
      ? reply(res, 200, { access_token: `fetched-${++tokens}` })
      : events(asked, res, nth);
};

test('a token is fetched once, and told as a secret', async () => {
  await using server = await startScripted(withTokens(accept));
  const { client, secrets } = clientOf(server.url, { credentials: password });
  await client.send(many(40));
  await client.send([event()]);
  expect(server.asked.map(({ url }) => url)).toEqual([
    '/oauth/token',
    '/events',
    '/events',
    '/events',
    '/events',
  ]);
  expect(server.asked[0]?.body).toEqual({
    grant_type: 'password',
    username: 'u@x',
    password: 'pw-secret',
    audience: server.url,
    client_id: 'c',
    scope: 'openid profile email',
  });
  expect(new Set(secrets)).toEqual(new Set(['fetched-1']));
});

test('a token that expires in the middle is fetched again', async () => {
  await using server = await startScripted(
    withTokens((asked, res, nth) =>
      asked.headers.authorization === 'Bearer fetched-1' && nth > 2
        ? reply(res, 401, {})
        : accept(asked, res, nth),
    ),
  );
  const { fates } = await clientOf(server.url, { credentials: password }).client.send(many(40));
  expect(fates.every(({ state }) => state === 'accepted')).toBe(true);
  expect(server.asked.filter(({ url }) => url === '/oauth/token')).toHaveLength(2);
});

test('a second 401 is a fault of configuration', async () => {
  await using server = await startScripted(withTokens((_, res) => reply(res, 401, {})));
  const { problems } = await clientOf(server.url, { credentials: password }).client.send(many(16));
  expect(problems).toMatchObject([{ fault: 'configuration', status: 401, setting: 'audience' }]);
  expect(server.asked).toHaveLength(4);
});

test.each([
  [400, { error: 'invalid_grant', error_description: 'pw-secret is wrong' }, 'password'],
  [401, { error: 'invalid_client' }, 'clientId'],
  [404, {}, 'authUrl'],
  [200, '<html>', 'authUrl'],
  [200, { token: 'no' }, 'authUrl'],
])('a token service that answers %s %j blames the right setting', async (status, body, setting) => {
  await using server = await startScripted((_, res) => reply(res, status, body));
  const result = await clientOf(server.url, { credentials: password }).client.send([event()]);
  expect(result.problems).toMatchObject([{ fault: 'configuration', setting }]);
  expect(JSON.stringify(result)).not.toContain('pw-secret');
});

test.each([
  ['nonsense', 'baseUrl'],
  ['ftp://x', 'baseUrl'],
  ['http://u:topsecret@x', 'baseUrl'],
  ['http://u:top/secret@x', 'baseUrl'],
  ['http://x?topsecret', 'baseUrl'],
])('the base URL %s is refused without showing a secret', (baseUrl, setting) => {
  expect(() => clientOf(baseUrl)).toThrow(ClientSettingError);
  expect(() => clientOf(baseUrl)).toThrow(
    expect.objectContaining({ setting, message: expect.not.stringMatching(/secret/) }),
  );
});

test('a key with a line break is refused', () => {
  expect(() => clientOf('http://x', { credentials: { kind: 'api-key', apiKey: 'abc\n' } })).toThrow(
    expect.objectContaining({ setting: 'apiKey' }),
  );
});

test('an API key is deprecated, told once', async () => {
  await using server = await startScripted(accept);
  const { client, notices } = clientOf(server.url, {
    credentials: { kind: 'api-key', apiKey: 'key-secret' },
  });
  await client.send([event()]);
  await client.send([event()]);
  expect(server.asked[1]?.headers['x-api-key']).toBe('key-secret');
  expect(notices.map(({ kind }) => kind)).toEqual(['deprecated']);
});

test('what was not delivered is replayed under its key, as it was', async () => {
  let isUp = false;
  await using server = await startScripted((asked, res, nth) =>
    isUp ? accept(asked, res, nth) : reply(res, 503, {}),
  );
  const { client } = clientOf(server.url, { maxAttempts: 1 });
  const first = await client.send(many(16));
  isUp = true;
  const second = await client.replay(first.undelivered);
  expect(second.fates.map(({ state }) => state)).toEqual(Array(16).fill('accepted'));
  expect(server.asked[1]?.headers['idempotency-key']).toBe(server.asked[0]?.headers['idempotency-key']);
  expect(server.asked[1]?.body).toEqual(server.asked[0]?.body);
});

async function startProxy(authenticate?: (value: string | undefined) => boolean) {
  let used = 0;
  const proxy = createProxy();
  const count = () => void used++;
  proxy.on('request', count).on('connect', count);
  if (authenticate) proxy.authenticate = (req) => authenticate(req.headers['proxy-authorization']);
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port,
    used: () => used,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((done) => proxy.close(done));
    },
  };
}

const basic = `Basic ${Buffer.from('bob:pr0xy-secret').toString('base64')}`;
const certificate = await generate([{ name: 'commonName', value: 'localhost' }], { algorithm: 'sha256' });
const tls = { key: certificate.private, cert: certificate.cert };

test('HTTP_PROXY with credentials is used, for many batches, and NO_PROXY leaves it out', async () => {
  await using server = await startScripted(accept);
  await using proxy = await startProxy((value) => value === basic);
  const HTTP_PROXY = `http://bob:pr0xy-secret@127.0.0.1:${proxy.port}`;
  const { client, secrets } = clientOf(server.url, { env: { HTTP_PROXY } });
  expect((await client.send(many(40))).fates.every(({ state }) => state === 'accepted')).toBe(true);
  expect(proxy.used()).toBe(3);
  expect(secrets).toContain('pr0xy-secret');
  await clientOf(server.url, { env: { HTTP_PROXY, NO_PROXY: '127.0.0.1' } }).client.send([event()]);
  expect(proxy.used()).toBe(3);
});

test.each([['http'], ['https']])(
  'a proxy that wants other credentials is a fault of configuration (%s)',
  async (scheme) => {
    await using server = await startScripted(accept, scheme === 'https' ? tls : undefined);
    await using proxy = await startProxy(() => false);
    const url = `http://bob:pr0xy-secret@127.0.0.1:${proxy.port}`;
    const result = await clientOf(server.url, { env: { HTTP_PROXY: url, HTTPS_PROXY: url } }).client.send([
      event(),
    ]);
    expect(result.problems).toMatchObject([
      {
        fault: 'configuration',
        status: 407,
        message: expect.stringContaining(`http://127.0.0.1:${proxy.port}`),
      },
    ]);
    expect(JSON.stringify(result)).not.toContain('pr0xy-secret');
  },
);

test.each([['http'], ['https']])('a proxy that is not there is an outage (%s)', async (scheme) => {
  const url = 'http://bob:pr0xy-secret@127.0.0.1:9';
  const result = await clientOf(`${scheme}://127.0.0.1:10`, {
    env: { http_proxy: url, https_proxy: url },
    maxAttempts: 1,
  }).client.send([event()]);
  expect(result.problems).toMatchObject([
    { fault: 'outage', message: expect.stringContaining('the proxy http://127.0.0.1:9') },
  ]);
});

test('a proxy that never answers CONNECT is given up, and its connection closed', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.resume()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { problems } = await clientOf('https://127.0.0.1:10', {
    env: { HTTPS_PROXY: `127.0.0.1:${port}` },
    maxAttempts: 1,
    attemptTimeoutMs: 50,
  }).client.send([event()]);
  expect(problems).toMatchObject([{ fault: 'outage', message: expect.stringContaining('no answer') }]);
  // It ends only when the client's side is closed.
  await new Promise((resolve) => silent.close(resolve));
  expect(sockets).toHaveLength(1);
});

test.each([[false], [true]])(
  'an untrusted certificate is a fault of configuration (through a proxy: %s)',
  async (isProxied) => {
    await using server = await startScripted(accept, tls);
    await using proxy = await startProxy();
    const env = isProxied ? { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } : {};
    const { problems } = await clientOf(server.url, { env }).client.send([event()]);
    expect(problems).toMatchObject([
      { fault: 'configuration', setting: 'baseUrl', message: expect.stringContaining('NODE_EXTRA_CA_CERTS') },
    ]);
  },
);

test('https where http is spoken is a fault of configuration', async () => {
  await using server = await startScripted(accept);
  const url = server.url.replace('http', 'https');
  const { problems } = await clientOf(url, { maxAttempts: 1 }).client.send([event()]);
  expect(problems).toMatchObject([{ fault: 'configuration', setting: 'baseUrl' }]);
});
