import { expect, test } from 'vitest';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { inTurn, reply, startScripted, store } from './scripted-server.fixture.ts';
import type { Credentials } from './types.ts';

const html = { 'content-type': 'text/html' };
const strange = (status: number) => new RegExp(`^http:.*/events does not answer as the event.*: ${status}`);

test.each<[number, unknown, Record<string, string>, string, RegExp]>([
  [401, { message: 'who? tok-secret' }, {}, 'token', /^the service refused it: 401: who\? \*\*\*$/],
  [403, { message: 'no' }, {}, 'token', /^the service does not allow it: 403: no$/],
  [403, '', {}, 'token', /^the service does not allow it: 403$/],
  [404, { message: 'x' }, {}, 'baseUrl', /^there is no event ingestion service at http:.*\/events: 404: x$/],
  [405, '', {}, 'baseUrl', /: 405$/],
  [301, '', { location: '/new?key=topsecret' }, 'baseUrl', /leads elsewhere \(301\), to http:[^?]*\/new$/],
  [302, '', { location: 'https://u:topsecret@sso/in#topsecret' }, 'baseUrl', /to https:\/\/sso\/in$/],
  [307, '', {}, 'baseUrl', /\(307\), to no address$/],
  [308, '', { location: 'http://[' }, 'baseUrl', /\(308\), to no address$/],
  [200, '<html><b>Hello</b></html>', html, 'baseUrl', /: 200: Hello \(text\/html\)$/],
  [200, store([]), {}, 'baseUrl', strange(200)],
  [202, {}, {}, 'baseUrl', strange(202)],
  [204, '', {}, 'baseUrl', strange(204)],
  [201, '', {}, 'baseUrl', strange(201)],
  [201, { success: [], failures: [] }, {}, 'baseUrl', strange(201)],
  [201, '{"succ', {}, 'baseUrl', strange(201)],
  [400, '<html>The plain HTTP request was sent to HTTPS port', html, 'baseUrl', strange(400)],
  [400, {}, {}, 'baseUrl', strange(400)],
  [415, { message: 'no' }, {}, 'baseUrl', strange(415)],
  [418, {}, {}, 'baseUrl', strange(418)],
])(
  '%s %j %j is a fault of configuration, and ends everything at once',
  async (status, body, headers, setting, words) => {
    await using server = await startScripted((_, res) => reply(res, status, body, headers));
    const { client, slept } = clientOf(server.url);
    const result = await client.send(many(20));
    expect(server.asked).toHaveLength(1);
    expect(slept).toEqual([]);
    expect(result.problems).toMatchObject([{ fault: 'configuration', setting, status }]);
    expect(result.problems[0]?.message).toMatch(words);
    expect(JSON.stringify(result)).not.toMatch(/tok-secret|topsecret/);
    expect(result.fates.map(({ state }) => state)).toEqual(Array(20).fill('undelivered'));
    expect(result.undelivered.map(({ events }) => events.length)).toEqual([15, 5]);
  },
);

test.each<[Credentials, string, string]>([
  [{ kind: 'api-key', apiKey: 'k-secret' }, 'apiKey', 'apiKey'],
  [{ kind: 'password', username: 'u', password: 'pw-secret', clientId: 'c' }, 'audience', 'username'],
  [{ kind: 'client', clientId: 'c', clientSecret: 'cs-secret' }, 'audience', 'clientId'],
])('of %j a 401 blames %s, a 403 %s', async (credentials, of401, of403) => {
  let status = 401;
  await using server = await startScripted(({ url }, res) =>
    url === '/events' ? reply(res, status, {}) : reply(res, 200, { access_token: 'fetched' }),
  );
  const { client } = clientOf(server.url, { credentials });
  expect((await client.send([event()])).problems).toMatchObject([{ setting: of401, status: 401 }]);
  status = 403;
  expect((await client.send([event()])).problems).toMatchObject([{ setting: of403, status: 403 }]);
});

test.each([501, 505])('%s is an outage, and not tried again', async (status) => {
  await using server = await startScripted((_, res) => reply(res, status, { message: 'sorry' }));
  const { problems } = await clientOf(server.url).client.send([event()]);
  expect(problems).toEqual([{ fault: 'outage', status, message: `${server.url} answered ${status}: sorry` }]);
  expect(server.asked).toHaveLength(1);
});

test('a byte order mark before the answer does not matter', async () => {
  await using server = await startScripted(({ events }, res) =>
    reply(res, 201, `\ufeff${JSON.stringify(store(events))}`),
  );
  expect((await clientOf(server.url).client.send([event()])).fates).toMatchObject([{ state: 'accepted' }]);
});

test('a long message is cut', async () => {
  await using server = await startScripted((_, res) => reply(res, 403, { message: 'x'.repeat(100_000) }));
  const { problems } = await clientOf(server.url).client.send([event()]);
  expect(problems[0]?.message).toBe(`the service does not allow it: 403: ${'x'.repeat(500)}`);
});

test('an answer longer than any of the service is one of somebody else, and not waited for', async () => {
  await using server = await startScripted(
    inTurn((_, res) => {
      res.writeHead(201);
      res.write('x'.repeat(6 * 1024 * 1024));
    }, accept),
  );
  const { problems } = await clientOf(server.url).client.send([event()]);
  expect(problems).toMatchObject([
    {
      fault: 'configuration',
      setting: 'baseUrl',
      message: expect.stringContaining('longer than 5242880 bytes'),
    },
  ]);
  expect(server.asked).toHaveLength(1);
});
