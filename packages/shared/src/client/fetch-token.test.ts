import { expect, test } from 'vitest';
import { accept, clientOf, event, many } from './client-of.fixture.ts';
import { inTurn, reply, type Script, startScripted } from './scripted-server.fixture.ts';
import { unusedPort } from './start-raw.fixture.ts';

const password = { kind: 'password', username: 'u@x', password: 'pw-secret', clientId: 'c' } as const;
const client = { kind: 'client', clientId: 'c', clientSecret: 'cs-secret' } as const;
/** Hands out `fetched-1`, `fetched-2` and so on, and answers everything else by the script. */
const withTokens = (events: Script): Script => {
  let tokens = 0;
  return (asked, res, nth) =>
    asked.url === '/oauth/token'
      ? reply(res, 200, { access_token: `fetched-${++tokens}` })
      : events(asked, res, nth);
};
const refuse: Script = (_, res) => reply(res, 401, { message: 'expired' });

test.each([
  [
    password,
    {
      grant_type: 'password',
      username: 'u@x',
      password: 'pw-secret',
      client_id: 'c',
      scope: 'openid profile email',
    },
  ],
  [client, { grant_type: 'client_credentials', client_id: 'c', client_secret: 'cs-secret' }],
])('%j are exchanged for a token, for the base URL or another audience', async (credentials, grant) => {
  await using server = await startScripted(withTokens(accept));
  const { fates } = await clientOf(`${server.url}/`, { credentials }).client.send([event()]);
  expect(fates).toMatchObject([{ state: 'accepted' }]);
  const [asked, sent] = server.asked;
  expect(asked).toMatchObject({ url: '/oauth/token', body: { ...grant, audience: server.url } });
  expect(Object.keys(Object(asked?.body)).sort()).toEqual([...Object.keys(grant), 'audience'].sort());
  expect(asked?.headers).toMatchObject({ 'content-type': 'application/json' });
  expect(asked?.headers.authorization).toBeUndefined();
  expect(sent?.headers.authorization).toBe('Bearer fetched-1');
  await clientOf(server.url, { credentials: { ...credentials, audience: 'urn:x' } }).client.send([event()]);
  expect(server.asked[2]?.body).toEqual({ ...grant, audience: 'urn:x' });
});

test('one token serves all batches of all sends of a client, and is told as a secret before it is used', async () => {
  const secretsBefore: string[][] = [];
  const secrets: string[] = [];
  await using server = await startScripted(
    withTokens((asked, res, nth) => {
      secretsBefore.push([...secrets]);
      accept(asked, res, nth);
    }),
  );
  const { client, notices } = clientOf(server.url, {
    credentials: password,
    onSecret: (secret) => void secrets.push(secret),
  });
  await Promise.all([client.send(many(40)), client.send([event()])]);
  await client.send([event()]);
  expect(server.asked.filter(({ url }) => url === '/oauth/token')).toHaveLength(1);
  expect(secretsBefore).toEqual(Array(5).fill(['fetched-1']));
  expect(notices).toEqual([{ kind: 'token', message: `fetched a token from ${server.url}/oauth/token` }]);
});

test('the token comes from the auth URL, if there is one', async () => {
  await using auth = await startScripted(withTokens(accept));
  await using server = await startScripted(accept);
  const authUrl = `${auth.url}/tenant/`;
  await clientOf(server.url, { credentials: password, authUrl }).client.send([event()]);
  expect(auth.asked.map(({ url }) => url)).toEqual(['/tenant/oauth/token']);
});

test('a token that expires in the middle is fetched again; the batch keeps its key', async () => {
  await using server = await startScripted(
    withTokens((asked, res, nth) =>
      asked.headers.authorization === 'Bearer fetched-1' && nth > 2
        ? refuse(asked, res, nth)
        : accept(asked, res, nth),
    ),
  );
  const { client, notices } = clientOf(server.url, { credentials: password });
  const { fates, problems } = await client.send(many(40));
  expect(fates.every(({ state }) => state === 'accepted')).toBe(true);
  expect(problems).toEqual([]);
  expect(server.asked.map(({ url }) => url)).toEqual([
    ...['/oauth/token', '/events', '/events'],
    ...['/oauth/token', '/events', '/events'],
  ]);
  expect(server.asked[4]?.headers['idempotency-key']).toBe(server.asked[2]?.headers['idempotency-key']);
  expect(notices.map(({ kind }) => kind)).toEqual(['token', 'token', 'token']);
});

test('a second 401 blames the audience', async () => {
  await using server = await startScripted(withTokens(refuse));
  const { problems } = await clientOf(server.url, { credentials: password }).client.send(many(16));
  expect(problems).toEqual([
    {
      fault: 'configuration',
      setting: 'audience',
      status: 401,
      message: `the service refused a token that was made for ${server.url}: 401: expired`,
    },
  ]);
  expect(server.asked).toHaveLength(4);
});

test('a token that was given is not renewed', async () => {
  await using server = await startScripted(refuse);
  const { problems } = await clientOf(server.url).client.send([event()]);
  expect(problems).toMatchObject([{ fault: 'configuration', setting: 'token', status: 401 }]);
  expect(server.asked).toHaveLength(1);
});

const grantError = (error: string) => ({ error, error_description: 'pw-secret, cs-secret: no' });
test.each<[number, unknown, string | undefined, string | undefined]>([
  [400, grantError('invalid_grant'), 'password', 'clientSecret'],
  [403, grantError('invalid_grant'), 'password', 'clientSecret'],
  [401, grantError('invalid_client'), 'clientId', 'clientSecret'],
  [400, grantError('unauthorized_client'), 'clientId', 'clientSecret'],
  [403, grantError('access_denied'), 'audience', 'audience'],
  [400, grantError('invalid_target'), 'audience', 'audience'],
  [400, grantError('unsupported_grant_type'), undefined, undefined],
  [404, {}, 'authUrl', 'authUrl'],
  [405, 'pw-secret cs-secret', 'authUrl', 'authUrl'],
  [200, '<html>', 'authUrl', 'authUrl'],
  [200, { token: 'somebodys' }, 'authUrl', 'authUrl'],
  [200, { access_token: 'somebodys token' }, 'authUrl', 'authUrl'],
  [200, { access_token: 1 }, 'authUrl', 'authUrl'],
  [200, 'access_token=somebodys&token_type=bearer', 'authUrl', 'authUrl'],
  [302, '', 'authUrl', 'authUrl'],
])('a token service that answers %s %j blames %s, or %s', async (status, body, ofPassword, ofClient) => {
  await using server = await startScripted((_, res) => reply(res, status, body));
  for (const [credentials, setting] of [
    [password, ofPassword],
    [client, ofClient],
  ] as const) {
    const { client: sender } = clientOf(server.url, { credentials, authUrl: server.url });
    const result = await sender.send([event()]);
    expect(result.problems).toMatchObject([{ fault: 'configuration', status }]);
    expect(result.problems[0]?.setting).toBe(setting);
    expect(result.fates).toMatchObject([{ state: 'undelivered' }]);
    const own = credentials.kind === 'password' ? /pw-secret|somebodys/ : /cs-secret|somebodys/;
    expect(JSON.stringify(result)).not.toMatch(own);
  }
  expect(server.asked).toHaveLength(2);
});

test('without an auth URL of its own the base URL is to blame', async () => {
  await using server = await startScripted((_, res) => reply(res, 404, {}));
  const { problems } = await clientOf(server.url, { credentials: client }).client.send([event()]);
  expect(problems).toMatchObject([{ fault: 'configuration', setting: 'baseUrl' }]);
});

test('a token service that is busy is asked again', async () => {
  await using server = await startScripted(inTurn((_, res) => reply(res, 503, {}), withTokens(accept)));
  const { client, slept } = clientOf(server.url, { credentials: password });
  expect((await client.send([event()])).fates).toMatchObject([{ state: 'accepted' }]);
  expect(slept).toEqual([500]);
});

test('a token service that is down is an outage; the next send asks again', async () => {
  await using server = await startScripted(accept);
  const authUrl = `http://127.0.0.1:${await unusedPort()}`;
  const down = clientOf(server.url, { credentials: password, authUrl, maxAttempts: 2 });
  expect((await down.client.send(many(16))).problems).toEqual([
    { fault: 'outage', message: expect.stringContaining(`${authUrl} cannot be reached`) },
  ]);
  expect(server.asked).toEqual([]);
  await using late = await startScripted(inTurn((_, res) => reply(res, 501, {}), withTokens(accept)));
  const { client } = clientOf(late.url, { credentials: password });
  expect((await client.send([event()])).problems).toMatchObject([{ fault: 'outage', status: 501 }]);
  expect((await client.send([event()])).fates).toMatchObject([{ state: 'accepted' }]);
});
