import { expect, test } from 'vitest';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { makeCertificate } from './make-certificate.fixture.ts';
import { proxyFor } from './proxy.ts';
import { inTurn, startScripted } from './scripted-server.fixture.ts';
import { startProxy } from './start-proxy.fixture.ts';
import { startRaw, unusedPort } from './start-raw.fixture.ts';

const target = new URL('http://e.example');
const urlOf = (proxy: ReturnType<typeof proxyFor>) => (proxy && 'url' in proxy ? proxy.url.href : undefined);

test.each<[string, Record<string, string>, string | undefined]>([
  ['http://e.example', { HTTP_PROXY: 'http://a:1' }, 'http://a:1/'],
  ['http://e.example', { http_proxy: 'http://a:1', HTTP_PROXY: 'http://b:2' }, 'http://a:1/'],
  ['http://e.example', { http_proxy: ' ', HTTP_PROXY: 'http://b:2' }, 'http://b:2/'],
  ['https://e.example', { HTTP_PROXY: 'http://a:1' }, undefined],
  ['https://e.example', { https_proxy: 'http://a:1', http_proxy: 'http://b:2' }, 'http://a:1/'],
  ['https://e.example', { HTTPS_PROXY: 'https://a' }, 'https://a/'],
  ['http://e.example', { HTTP_PROXY: 'a:3128' }, 'http://a:3128/'],
  ['http://e.example', { HTTP_PROXY: 'u:p@a:3128/path' }, 'http://a:3128/'],
  ['http://e.example', {}, undefined],
])('for %s with %j the proxy is %s', (url, env, expected) => {
  expect(urlOf(proxyFor(new URL(url), env))).toBe(expected);
});

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
test.each([
  ['http://bob:pw@a', basic('bob:pw'), ['pw', 'bob:pw']],
  ['http://bob:p%40w%2F@a', basic('bob:p@w/'), ['p@w/', 'p%40w%2F', 'bob:p@w/']],
  ['http://token@a', basic('token:'), ['token', 'token:']],
  ['http://bob:50%25@a', basic('bob:50%'), ['50%', '50%25', 'bob:50%']],
  // Malformed: taken as it is.
  ['http://bob:50%@a', basic('bob:50%'), ['50%', 'bob:50%']],
  ['http://a', undefined, []],
])('%s authenticates with %s', (value, authorization, secrets) => {
  const proxy = proxyFor(target, { http_proxy: value });
  expect(proxy).toMatchObject({ authorization });
  expect(new Set(proxy && 'secrets' in proxy ? proxy.secrets : [])).toEqual(new Set(secrets));
});

test.each([
  ['socks5://user:topsecret@x'],
  ['http://'],
  ['http://u:topsecret@'],
  ['http://u:topsecret@x:99999'],
])('the proxy %s is a fault of configuration, and not shown', async (value) => {
  const { problems } = await clientOf('http://127.0.0.1:9', { env: { http_proxy: value } }).client.send([
    event(),
  ]);
  expect(problems).toMatchObject([
    { fault: 'configuration', message: expect.stringContaining('http_proxy') },
  ]);
  expect(problems[0]?.setting).toBeUndefined();
  expect(JSON.stringify(problems)).not.toContain('secret');
});

const credentials = 'bob:pr0xy-secret';

test('HTTP_PROXY with credentials is used, for many batches, and NO_PROXY leaves it out', async () => {
  await using server = await startScripted(accept);
  await using proxy = await startProxy((value) => value === basic(credentials));
  const HTTP_PROXY = `http://${credentials}@${proxy.host}`;
  const { client, secrets } = clientOf(server.url, { env: { HTTP_PROXY } });
  expect((await client.send(many(40))).fates.every(({ state }) => state === 'accepted')).toBe(true);
  expect(proxy.used()).toBe(3);
  expect(server.asked[0]?.headers['proxy-authorization']).toBeUndefined();
  expect(secrets).toContain('pr0xy-secret');
  await clientOf(server.url, { env: { HTTP_PROXY, NO_PROXY: '127.0.0.1' } }).client.send([event()]);
  await clientOf(server.url, { env: { HTTPS_PROXY: HTTP_PROXY } }).client.send([event()]);
  await clientOf(server.url).client.send([event()]);
  expect(proxy.used()).toBe(3);
  expect(server.asked).toHaveLength(6);
});

test.each([['http'], ['https']])(
  'credentials that the proxy refuses are a fault of configuration (%s)',
  async (scheme) => {
    await using server = await startScripted(
      accept,
      scheme === 'https' ? await makeCertificate() : undefined,
    );
    await using proxy = await startProxy(() => false);
    const url = `http://${credentials}@${proxy.host}`;
    const { client, notices } = clientOf(server.url, { env: { HTTP_PROXY: url, HTTPS_PROXY: url } });
    const result = await client.send([event()]);
    expect(result.problems).toEqual(
      [
        {
          fault: 'configuration',
          status: 407,
          message:
            `the proxy http://${proxy.host} (${scheme}_proxy) wants other credentials than its URL has: ` +
            '407 Proxy Authentication Required',
        },
      ].map((problem) => ({
        ...problem,
        message: problem.message.replace(`${scheme}_proxy`, `${scheme.toUpperCase()}_PROXY`),
      })),
    );
    expect(JSON.stringify([result, notices])).not.toContain('pr0xy-secret');
    expect({ used: proxy.used(), asked: server.asked }).toEqual({ used: 1, asked: [] });
  },
);

test.each([['http'], ['https']])('a proxy that is not there is an outage, and named (%s)', async (scheme) => {
  const port = await unusedPort();
  const url = `http://${credentials}@127.0.0.1:${port}`;
  const { client, slept, notices } = clientOf(`${scheme}://e.example`, {
    env: { http_proxy: url, https_proxy: url },
    maxAttempts: 2,
  });
  const { problems } = await client.send([event()]);
  expect(problems).toEqual([
    {
      fault: 'outage',
      message:
        `the proxy http://127.0.0.1:${port} (${scheme}_proxy) cannot be reached: ` +
        'the connection is refused (ECONNREFUSED) (after 2 tries)',
    },
  ]);
  expect(slept).toEqual([500]);
  expect(JSON.stringify(notices)).not.toContain('pr0xy-secret');
});

test.each([
  ['502 Bad Gateway', 'outage', 2, /^the proxy .* found no way to e.example: 502 \(after 2 tries\)$/],
  ['403 Forbidden', 'configuration', 1, /^the proxy .* refused the way to e.example: 403$/],
])('a proxy that answers CONNECT with %s: %s', async (status, fault, tries, message) => {
  await using proxy = await startRaw((socket) => {
    socket.once('data', () => socket.end(`HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n`));
  });
  const { client } = clientOf('https://e.example', { env: { HTTPS_PROXY: proxy.url }, maxAttempts: 2 });
  expect((await client.send([event()])).problems).toMatchObject([
    { fault, message: expect.stringMatching(message) },
  ]);
  expect(proxy.sockets).toHaveLength(tries);
});

test.each([['http'], ['https']])(
  'a service that is down behind a proxy is an outage (%s)',
  async (scheme) => {
    await using proxy = await startProxy();
    const env = { HTTP_PROXY: proxy.host, HTTPS_PROXY: proxy.host };
    const url = `${scheme}://127.0.0.1:${await unusedPort()}`;
    const { client } = clientOf(url, { env, maxAttempts: 1 });
    expect((await client.send([event()])).problems).toMatchObject([{ fault: 'outage' }]);
  },
);

test('a proxy that never answers CONNECT is given up, and its connection closed', async () => {
  await using silent = await startRaw((socket) => void socket.resume());
  const { client } = clientOf('https://e.example', {
    env: { HTTPS_PROXY: silent.url },
    maxAttempts: 1,
    attemptTimeoutMs: 50,
  });
  expect((await client.send([event()])).problems).toMatchObject([
    { fault: 'outage', message: expect.stringMatching(/^the proxy .* gave no answer within 0.05 s/) },
  ]);
  await silent.closed();
  expect(silent.sockets).toHaveLength(1);
});

test('a proxy with an untrusted certificate is a fault of configuration, of no setting', async () => {
  await using proxy = await startScripted(accept, await makeCertificate());
  const { client, slept } = clientOf('https://e.example', { env: { HTTPS_PROXY: proxy.url } });
  const { problems } = await client.send([event()]);
  expect(problems).toEqual([
    {
      fault: 'configuration',
      message: expect.stringMatching(
        /^the certificate of the proxy https:.* \(HTTPS_PROXY\) is not trusted: /,
      ),
    },
  ]);
  expect(slept).toEqual([]);
});

test('who hangs behind a proxy that has worked is the service', async () => {
  await using server = await startScripted(inTurn(accept, () => {}));
  await using proxy = await startProxy();
  const env = { HTTP_PROXY: proxy.host };
  const { client } = clientOf(server.url, { env, maxAttempts: 1, attemptTimeoutMs: 500 });
  expect((await client.send(many(16))).problems).toMatchObject([
    {
      message: expect.stringContaining(
        `${server.url} (by way of the proxy http://${proxy.host} (HTTP_PROXY)) gave no answer`,
      ),
    },
  ]);
});
