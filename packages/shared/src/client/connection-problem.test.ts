import { expect, test } from 'vitest';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { connectionProblem } from './connection-problem.ts';
import { inTurn, type Script, startScripted } from './scripted-server.fixture.ts';
import { startRaw, unusedPort } from './start-raw.fixture.ts';

const breaks: [string, Script][] = [
  ['a reset before the answer', (_, res) => void res.socket?.resetAndDestroy()],
  ['a connection closed before the answer', (_, res) => void res.socket?.end()],
  [
    'an answer cut off before its Content-Length',
    (_, res) => {
      res.writeHead(201, { 'content-length': '1000' });
      res.write('{"success":');
      setImmediate(() => res.destroy());
    },
  ],
  [
    'a chunked answer cut off',
    (_, res) => {
      res.writeHead(201);
      res.write('{"success":[],"failures":[]}');
      setImmediate(() => res.destroy());
    },
  ],
  ['headers cut off', (_, res) => void res.socket?.end('HTTP/1.1 201 Created\r\nContent-')],
];
test.each(breaks)('%s is tried again, under the same key', async (_, script) => {
  await using server = await startScripted(inTurn(script, accept));
  const { client, notices } = clientOf(server.url);
  const { fates } = await client.send([event()]);
  expect(fates).toMatchObject([{ state: 'accepted' }]);
  expect(notices).toMatchObject([
    {
      kind: 'retry',
      message: expect.stringMatching(/the connection was closed before the answer was complete/),
    },
  ]);
  expect(new Set(server.asked.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
});

test('a connection that is lost between two batches is made anew', async () => {
  await using server = await startScripted(
    inTurn((asked, res, nth) => {
      res.on('finish', () => res.socket?.resetAndDestroy());
      accept(asked, res, nth);
    }, accept),
  );
  const { fates } = await clientOf(server.url).client.send(many(16));
  expect(fates.every(({ state }) => state === 'accepted')).toBe(true);
});

test.each<[string, Script]>([
  ['before the answer', () => {}],
  ['in the answer', (_, res) => void res.writeHead(201).write('{')],
])('a service that hangs %s is given up after the time of a try', async (_, script) => {
  await using server = await startScripted(script);
  const { client } = clientOf(server.url, { attemptTimeoutMs: 200, maxAttempts: 2 });
  const { problems } = await client.send([event()]);
  expect(problems).toEqual([
    { fault: 'outage', message: `${server.url} gave no answer within 0.2 s (after 2 tries)` },
  ]);
  expect(server.asked).toHaveLength(2);
});

test('a try takes no longer than what is left of the budget', async () => {
  await using server = await startScripted(() => {});
  const { client } = clientOf(server.url, { budgetMs: 50 });
  const { problems } = await client.send([event()]);
  expect(problems).toEqual([
    {
      fault: 'outage',
      message:
        `${server.url} gave no answer within 0.05 s ` +
        '(after 1 try; waiting 0.5 s for another one exceeds the 0.1 s allowed)',
    },
  ]);
});

test('a refused connection is an outage', async () => {
  const url = `http://127.0.0.1:${await unusedPort()}`;
  const { client, slept } = clientOf(url);
  const { problems } = await client.send([event()]);
  expect(problems).toEqual([
    {
      fault: 'outage',
      message: `${url} cannot be reached: the connection is refused (ECONNREFUSED) (after 5 tries)`,
    },
  ]);
  expect(slept).toEqual([500, 1000, 2000, 4000]);
});

test('a host that does not exist is an outage', async () => {
  const { problems } = await clientOf('http://nohost.invalid', { maxAttempts: 2 }).client.send([event()]);
  expect(problems).toMatchObject([
    {
      fault: 'outage',
      message: expect.stringMatching(
        /^http:\/\/nohost.invalid cannot be reached: .*host name .*after 2 tries/,
      ),
    },
  ]);
});

test.each([['SSH-2.0-OpenSSH_9.6\r\n'], ['\x15\x03\x01\x00\x02\x02\x46'], ['HTTP/1.1 two hundred\r\n\r\n']])(
  'what answers %j is a fault of configuration, and not tried again',
  async (garbage) => {
    await using server = await startRaw((socket) => void socket.resume().end(garbage));
    const { problems } = await clientOf(server.url).client.send([event()]);
    expect(problems).toMatchObject([
      {
        fault: 'configuration',
        setting: 'baseUrl',
        message: expect.stringMatching(/does not answer in HTTP \(HPE_\w+\); is it an https:\/\/ address\?/),
      },
    ]);
    expect(server.sockets).toHaveLength(1);
  },
);

const hop = {
  url: new URL('https://e.example/events'),
  setting: 'baseUrl',
  proxy: undefined,
  isThrough: true,
} as const;
test.each([
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /not trusted: .*NODE_EXTRA_CA_CERTS/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /not trusted: .*NODE_EXTRA_CA_CERTS/],
  ['CERT_HAS_EXPIRED', /not trusted: .*ask for another one/],
  ['CERT_REVOKED', /not trusted: .*ask for another one/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /not trusted: .*another host name/],
  ['EPROTO', /does not speak TLS/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/],
])('%s is a fault of configuration', (code, message) => {
  const problem = connectionProblem(Object.assign(new Error('words'), { code }), hop);
  expect(problem).toEqual({
    fault: 'configuration',
    setting: 'baseUrl',
    message: expect.stringMatching(message),
  });
});

test.each([
  ['EHOSTUNREACH', 'there is no way to it (EHOSTUNREACH)'],
  ['EPIPE', 'words'],
])('%s is an outage', (code, words) => {
  expect(connectionProblem(Object.assign(new Error('words'), { code }), hop)).toEqual({
    fault: 'outage',
    message: `https://e.example cannot be reached: ${words}`,
  });
});
