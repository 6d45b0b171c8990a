import { expect, test } from 'vitest';
import { clientOf, many } from './client-of.fixture.ts';
import { reply, type Script, startScripted, store } from './scripted-server.fixture.ts';
import { startProxy } from './start-proxy.fixture.ts';
import type { Credentials } from './types.ts';

const all: Credentials[] = [
  { kind: 'token', token: 'tok-s3cret' },
  { kind: 'password', username: 'u', password: 'p"w\\ s3cret/é', clientId: 'c' },
  { kind: 'client', clientId: 'c', clientSecret: 'client-s3cret&more' },
  { kind: 'api-key', apiKey: 'key-s3cret' },
];

/** Everything that a stranger could echo, in the forms that it may take. */
const forms = [
  'tok-s3cret',
  'p"w\\ s3cret/é',
  'client-s3cret&more',
  'key-s3cret',
  'fetched-s3cret',
  'bob:pr0xy-s3cret',
].flatMap((secret) => [
  secret,
  JSON.stringify(secret),
  encodeURIComponent(secret),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
]);
/** A secret in every form that must not be found; in a text that is JSON itself, it is escaped again. */
function hidden(secrets: string[]): string[] {
  return secrets.flatMap((secret) => [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    Buffer.from(secret).toString('base64url'),
  ]);
}

function secretOf(credentials: Credentials): string {
  switch (credentials.kind) {
    case 'token':
      return credentials.token;
    case 'password':
      return credentials.password;
    case 'client':
      return credentials.clientSecret;
    case 'api-key':
      return credentials.apiKey;
  }
}

const echo = forms.join(' ; ');
const echoes: [string, Script][] = [
  ...[200, 201, 202, 400, 401, 403, 404, 409, 413, 422, 429, 500, 501, 503].flatMap(
    (status): [string, Script][] => [
      [`${status} with a message`, (_, res) => reply(res, status, { message: echo, [echo]: [echo] })],
      [
        `${status} with a page`,
        (_, res) => reply(res, status, `<h1>${echo}</h1>`, { 'content-type': 'text/tok-s3cret' }),
      ],
    ],
  ),
  [
    '201 with failures',
    ({ events }, res) => {
      const { success, failures } = store(events, (one) => JSON.stringify(one).includes('"e1"'));
      reply(res, 201, {
        success: success.map((one) => ({ ...one, attributes: { [echo]: echo } })),
        failures: failures.map((one) => ({ ...one, reason: echo })),
      });
    },
  ],
  [
    '400 with errors',
    (_, res) =>
      reply(res, 400, {
        errors: [{ type: 'field', msg: echo, path: `events[0].${echo}`, location: 'body' }],
      }),
  ],
  [
    'a redirect',
    (_, res) => reply(res, 302, '', { location: '/tok-s3cret/key-s3cret/fetched-s3cret/bob:pr0xy-s3cret' }),
  ],
];

test.each(all)(
  'nothing that a client says or hands on shows a secret, whoever echoes it: $kind',
  async (credentials) => {
    const isFetching = credentials.kind === 'password' || credentials.kind === 'client';
    const own = [secretOf(credentials), ...(isFetching ? ['fetched-s3cret'] : [])];
    const secrets = hidden([...own, 'pr0xy-s3cret', 'bob:pr0xy-s3cret']);
    await using proxy = await startProxy();
    for (const [name, script] of echoes) {
      await using server = await startScripted((asked, res, nth) =>
        asked.url.endsWith('/oauth/token')
          ? reply(res, 200, { access_token: 'fetched-s3cret' })
          : script(asked, res, nth),
      );
      const { client, notices } = clientOf(`${server.url}/${encodeURIComponent(secretOf(credentials))}`, {
        credentials,
        maxAttempts: 2,
        env: { http_proxy: `http://bob:pr0xy-s3cret@${proxy.host}` },
      });
      const said = JSON.stringify([await client.send(many(2)), notices]);
      expect(said.length, name).toBeGreaterThan(100);
      expect(
        secrets.filter((secret) => said.includes(secret)),
        name,
      ).toEqual([]);
    }
  },
);

test.each(all.slice(1, 3))('nor does what a token service echoes: $kind', async (credentials) => {
  const secrets = hidden([secretOf(credentials)]);
  for (const status of [200, 400, 401, 404, 500, 503]) {
    for (const body of [{ error: 'invalid_grant', error_description: echo }, { error: echo }, echo]) {
      await using server = await startScripted((_, res) => reply(res, status, body));
      const { client, notices } = clientOf(`${server.url}/${encodeURIComponent(secretOf(credentials))}`, {
        credentials,
        maxAttempts: 2,
      });
      const said = JSON.stringify([await client.send(many(2)), notices]);
      expect(
        secrets.filter((secret) => said.includes(secret)),
        `${status} ${JSON.stringify(body).slice(0, 30)}`,
      ).toEqual([]);
    }
  }
});
