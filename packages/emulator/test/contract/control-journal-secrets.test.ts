import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_CLIENT_ID, WELL_KNOWN_USER } from '../../src/auth/well-known.ts';
import { startTestService, type TestService } from '../service.fixture.ts';
import { readJournal } from './journal.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(() => service.call('DELETE', '/_control/requests'));
afterAll(() => service[Symbol.asyncDispose]());

const alphanumeric = (length: number) =>
  fc.string({
    minLength: length,
    maxLength: length,
    unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'),
  });
const base64url = (json: object) =>
  Buffer.from(JSON.stringify(json, null, 1).replaceAll('\n', '')).toString('base64url');

const apiKey = fc.tuple(alphanumeric(8), alphanumeric(32)).map(([id, secret]) => `mp_${id}_${secret}`);
const token = fc
  .record({ sub: fc.string(), typ: fc.constantFrom('JWT', 'at+jwt'), signature: alphanumeric(43) })
  .map(({ sub, typ, signature }) => `${base64url({ alg: 'RS256', typ })}.${base64url({ sub })}.${signature}`);
const password = fc
  .tuple(alphanumeric(12), fc.string({ maxLength: 20, unit: 'grapheme' }))
  .map(([start, rest]) => `${start}${rest}`.toWellFormed());

interface Place {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  raw?: string;
}
const form = { 'content-type': 'application/x-www-form-urlencoded' };

/** Where a secret may stand that is known by its looks. */
const places: Record<string, (secret: string) => Place> = {
  'x-api-key': (secret) => ({ headers: { 'x-api-key': secret } }),
  bearer: (secret) => ({ headers: { authorization: `Bearer ${secret}` } }),
  'any header': (secret) => ({ headers: { 'x-note': `see ${secret}!` } }),
  path: (secret) => ({ path: `/events/${secret}` }),
  'encoded path': (secret) => ({ path: `/entities/${encodeURIComponent(`a ${secret}`)}` }),
  query: (secret) => ({ path: `/entities?search=${secret}` }),
  'name in a query': (secret) => ({ path: `/entities?${secret}=1&a=${encodeURIComponent(`(${secret})`)}` }),
  'member of a body': (secret) => ({ raw: JSON.stringify({ events: [{ note: [{ deep: secret }] }] }) }),
  'name in a body': (secret) => ({ raw: JSON.stringify({ [secret]: 1 }) }),
  'text in a body': (secret) => ({ raw: JSON.stringify({ type: `key=${secret}, 'x'` }) }),
  'body as a whole': (secret) => ({ raw: secret }),
  'broken JSON': (secret) => ({ raw: `{"a": "${secret}` }),
  form: (secret) => ({
    path: '/nowhere',
    headers: form,
    raw: `a=${secret}&b=${encodeURIComponent(`{${secret}`)}`,
  }),
};

/** Where a secret stands that is known by its name, or as the credential of its request. */
const named: Record<string, (secret: string) => Place> = {
  Basic: (secret) => ({
    headers: { authorization: `Basic ${Buffer.from(`me:${secret}`).toString('base64')}` },
  }),
  cookie: (secret) => ({ headers: { cookie: `sid=${encodeURIComponent(secret)}` } }),
  'a secret header': (secret) => ({ headers: { 'X-Gitlab-Token': encodeURIComponent(secret) } }),
  'a signature': (secret) => ({ headers: { 'x-pagerduty-signature': encodeURIComponent(secret) } }),
  query: (secret) => ({
    path: `/entities?${new URLSearchParams({ access_token: secret, api_key: secret })}`,
  }),
  'JSON for a token': (secret) => ({
    path: '/oauth/token',
    raw: JSON.stringify({ grant_type: 'password', username: 'x', password: secret, client_secret: secret }),
  }),
  'a form for a token': (secret) => ({
    path: '/oauth/token',
    headers: form,
    raw: `${new URLSearchParams({ grant_type: 'password', username: 'x', password: secret })}`,
  }),
  'broken JSON for a token': (secret) => ({
    path: '/oauth/token',
    raw: `{"username": "x", "password" : ${JSON.stringify(secret)}`,
  }),
  'broken JSON with escapes for a token': (secret) => ({
    path: '/oauth/token',
    raw: `{"username": "x", "pass\\u0077ord" : ${JSON.stringify(secret)},}`,
  }),
  'a multipart body for a token, misspelt': (secret) => ({
    path: '/oauth/tokens',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    raw: `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--`,
  }),
  'a member deep in a body': (secret) => ({ raw: JSON.stringify({ a: [{ refreshToken: { b: secret } }] }) }),
  'a body of another type': (secret) => ({
    headers: { 'content-type': 'text/plain' },
    raw: `user: me\npassword: ${secret.replace(/[&\r\n]/g, '')}\n`,
  }),
  'a key of another shape, in both header and body': (secret) => ({
    headers: { 'x-api-key': encodeURIComponent(secret) },
    raw: JSON.stringify({ note: `sent with ${encodeURIComponent(secret)}` }),
  }),
};

async function expectHidden(
  secret: string,
  { method, path = '/events', raw, headers = {} }: Place,
): Promise<void> {
  const logged = service.logged.length;
  const body = raw === undefined ? {} : { raw };
  await service.call(method ?? (raw === undefined ? 'GET' : 'POST'), path, { ...body, headers, key: null });
  const [entry] = await readJournal(service, '?wait=10s');
  expect(entry).toBeDefined();
  const forms = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
  for (const text of stringsOf(entry)) for (const shape of forms) expect(text).not.toContain(shape);
  for (const line of service.logged.slice(logged)) {
    for (const shape of forms) expect(line).not.toContain(JSON.stringify(shape).slice(1, -1));
  }
  await service.call('DELETE', '/_control/requests');
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...stringsOf(member)]);
}

describe('a secret comes out of the journal nowhere', () => {
  it.each(Object.keys(places))('an API key or a token: %s', async (place) => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(apiKey, token), (secret) =>
        expectHidden(secret, places[place]?.(secret) ?? {}),
      ),
      { numRuns: 15 },
    );
  });

  it.each(Object.keys(named))('a password: %s', async (place) => {
    await fc.assert(
      fc.asyncProperty(password, (secret) => expectHidden(secret, named[place]?.(secret) ?? {})),
      { numRuns: 15 },
    );
  });

  it('those that the service gives: of POST /oauth/token and POST /api-keys', async () => {
    const { headers } = await service.bearer();
    const made = await service.post('/api-keys', { name: 'mine' }, { key: null, headers });
    const [login, creation] = await readJournal(service);
    expect(login).toMatchObject({
      body: { username: WELL_KNOWN_USER.email, password: '[redacted]', client_id: WELL_KNOWN_CLIENT_ID },
      response: { access_token: '[redacted]', id_token: '[redacted]', token_type: 'Bearer' },
    });
    expect(creation).toMatchObject({
      headers: { authorization: '[redacted]' },
      body: { name: 'mine' },
      response: { ...made.body, key: '[redacted]' },
    });
  });
});

it('what is no secret is left as it is', async () => {
  const json = {
    key: 'region',
    sha: '9fceb02d0ae598e95dc970b74767f19372d61af8',
    url: 'https://homework-submission-service.example.com/a.b.c?d=e.f.g',
    version: '1.2.3-beta.4',
    prefix: 'mp_ab12cd34…',
    id: '019c139e-76d8-7a41-9b1e-2d3c4b5a697a',
  };
  const headers = {
    'idempotency-key': 'a-key',
    'x-author': 'me',
    traceparent: '00-0af7651916cd43dd-b7ad6b71-01',
  };
  await service.post('/events', json, { headers });
  expect(await readJournal(service)).toMatchObject([{ body: json, headers }]);
});
