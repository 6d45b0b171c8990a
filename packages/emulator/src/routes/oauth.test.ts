import { gzipSync } from 'node:zlib';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuthService, bodyOf, startAuthService } from '../auth/auth-service.fixture.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_USER } from '../auth/well-known.ts';

const form = 'application/x-www-form-urlencoded';
const right = {
  grant_type: 'password',
  username: 'dev@milepost.local',
  password: 'milepost',
  audience: 'https://api.example.com',
  client_id: 'milepost-cli',
  scope: 'openid profile email',
};
const withoutClient = Object.fromEntries(Object.entries(right).filter(([name]) => name !== 'client_id'));

interface TokenBody {
  access_token: string;
  id_token: string;
  scope: string;
}

let service: AuthService;
beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service[Symbol.asyncDispose]());

function post(
  body: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
  headers: Record<string, string> = {},
  to = service,
) {
  return to.request('/oauth/token', { method: 'POST', body, headers: { 'content-type': type, ...headers } });
}

function postJson(body: unknown, to = service) {
  return post(JSON.stringify(body), 'application/json', {}, to);
}

function basic(id: string, secret = '') {
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` };
}

async function expectError(response: Response, status: number, error: string, description: RegExp) {
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('pragma')).toBe('no-cache');
  const body = await bodyOf<{ error_description: string }>(response);
  expect(body).toEqual({ error, error_description: expect.stringMatching(description) });
  // RFC 6749, section 5.2: the characters that a description may have.
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
}

describe('a right password', () => {
  test('gets a token by the request of the specification', async () => {
    const response = await postJson(right);
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('pragma')).toBe('no-cache');
    const body = await bodyOf<TokenBody>(response);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile email',
      id_token: expect.any(String),
    });
    const issuer = service.urls.authUrl();
    const now = service.clock.now() / 1000;
    expect(decodeProtectedHeader(body.access_token)).toMatchObject({ alg: 'RS256', typ: 'at+jwt' });
    expect(decodeJwt(body.access_token)).toEqual({
      iss: issuer,
      aud: ['https://api.example.com', service.urls.audience()],
      sub: WELL_KNOWN_USER.id,
      account_id: WELL_KNOWN_ACCOUNT.id,
      client_id: 'milepost-cli',
      scope: 'openid profile email',
      iat: now,
      nbf: now,
      exp: now + 3600,
      jti: expect.any(String),
    });
    expect(decodeJwt(body.id_token)).toMatchObject({
      iss: issuer,
      aud: ['milepost-cli'],
      email: right.username,
    });
    const who = await service.request('/whoami', {
      headers: { authorization: `Bearer ${body.access_token}` },
    });
    expect(who.status).toBe(200);
  });

  test('gets one by the form of RFC 6749', async () => {
    const response = await post(new URLSearchParams(right).toString(), `${form}; charset=utf-8`);
    expect(response.status).toBe(200);
  });

  test('works with a name in other case, and a compressed body', async () => {
    const body = gzipSync(JSON.stringify({ ...right, username: 'Dev@Milepost.local' }));
    const response = await post(new Uint8Array(body), 'application/json', { 'content-encoding': 'gzip' });
    expect(response.status).toBe(200);
  });

  test('works without audience and scope: the API audience, and no ID token', async () => {
    const { audience: _, scope: __, ...bare } = right;
    const body = await bodyOf<TokenBody>(await postJson(bare));
    expect(body).toMatchObject({ scope: 'profile email' });
    expect(body).not.toHaveProperty('id_token');
    expect(decodeJwt(body.access_token).aud).toEqual([service.urls.audience()]);
  });

  test('is granted the scopes that there are', async () => {
    const body = await bodyOf<TokenBody>(await postJson({ ...right, scope: 'offline_access email  admin' }));
    expect(body.scope).toBe('email');
  });

  test('works for a client that names itself by HTTP Basic with an empty secret', async () => {
    const body = JSON.stringify(withoutClient);
    expect((await post(body, 'application/json', basic('milepost-cli'))).status).toBe(200);
    expect((await post(body, 'application/json', basic('milepost%2Dcli'))).status).toBe(200);
  });

  test('is not hindered by members that nobody knows, nor by a stale bearer token', async () => {
    const body = JSON.stringify({ ...right, realm: 'x', device: { id: 1 } });
    expect((await post(body, 'application/json', { authorization: 'Bearer stale' })).status).toBe(200);
  });
});

describe('a request that is not right', () => {
  test.each(['grant_type', 'username', 'password', 'client_id'])(
    'without %s is told its name',
    async (name) => {
      const body = Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));
      await expectError(await postJson(body), 400, 'invalid_request', new RegExp(`^missing: ${name}$`));
      // A parameter without a value counts as left out.
      const params = new URLSearchParams({ ...right, [name]: '' }).toString();
      await expectError(await post(params, form), 400, 'invalid_request', new RegExp(`^missing: ${name}$`));
    },
  );

  test('is told all that is missing', async () => {
    const response = await postJson({ grant_type: 'password' });
    await expectError(response, 400, 'invalid_request', /^missing: username, password, client_id$/);
  });

  test('with a parameter twice is refused, and an unknown name not repeated', async () => {
    const twice = `${new URLSearchParams(right)}&username=root`;
    await expectError(
      await post(twice, form),
      400,
      'invalid_request',
      /^username must not be sent more than once/,
    );
    const unknown = `${new URLSearchParams(right)}&hunter2=&hunter2=`;
    await expectError(await post(unknown, form), 400, 'invalid_request', /^a parameter must not/);
  });

  test.each(['username', 'password', 'scope', 'audience', 'client_id', 'grant_type'])(
    'with a %s that is not a string is refused',
    async (name) => {
      const response = await postJson({ ...right, [name]: ['a', 'b'] });
      await expectError(response, 400, 'invalid_request', new RegExp(`^${name} must be a string$`));
    },
  );

  test.each(['username', 'password', 'scope', 'audience', 'client_id', 'grant_type'])(
    'with U+0000 or half a surrogate pair in %s is refused before a store is asked',
    async (name) => {
      for (const text of ['\0', '\ud800']) {
        const response = await postJson({ ...right, [name]: text });
        await expectError(response, 400, 'invalid_request', new RegExp(`^${name} contains`));
      }
      const params = new URLSearchParams({ ...right, [name]: '\0' }).toString();
      await expectError(await post(params, form), 400, 'invalid_request', new RegExp(`^${name} contains`));
    },
  );

  test('with U+0000 in a client id by HTTP Basic is of an unknown client', async () => {
    const response = await post(JSON.stringify(withoutClient), 'application/json', basic('%00'));
    await expectError(response, 401, 'invalid_client', /not known/);
  });

  test.each(['client_credentials', 'authorization_code', 'Password'])(
    'with the grant %s is unsupported',
    async (grant) => {
      const response = await postJson({ grant_type: grant });
      await expectError(response, 400, 'unsupported_grant_type', /password/);
    },
  );

  test.each([
    ['wrong password', { password: 'hunter2' }],
    ['unknown user', { username: 'nobody@milepost.local' }],
  ])('with a %s is an invalid grant, and nothing of it is repeated', async (_, change) => {
    const response = await postJson({ ...right, ...change });
    await expectError(response, 400, 'invalid_grant', /^wrong username or password$/);
  });

  test('of an unknown client is 401, with a challenge only when it used Basic', async () => {
    const inBody = await postJson({ ...right, client_id: 'other' });
    expect(inBody.headers.has('www-authenticate')).toBe(false);
    await expectError(inBody, 401, 'invalid_client', /not known/);
    const inHeader = await post(JSON.stringify(withoutClient), 'application/json', basic('other'));
    expect(inHeader.headers.get('www-authenticate')).toBe('Basic realm="milepost"');
    await expectError(inHeader, 401, 'invalid_client', /not known/);
  });

  test.each([
    ['Basic', 'malformed'],
    ['Basic !!!', 'malformed'],
    [basic('', 'x').authorization, 'malformed'],
    [basic('%zz').authorization, 'malformed'],
    [basic('milepost-cli', 'secret').authorization, 'no secret'],
  ])('with the Authorization %s is 401', async (authorization, description) => {
    const response = await post(JSON.stringify(withoutClient), 'application/json', { authorization });
    expect(response.headers.get('www-authenticate')).toBe('Basic realm="milepost"');
    await expectError(response, 401, 'invalid_client', new RegExp(description));
  });

  test('with two client ids, or a secret, is refused', async () => {
    const two = await post(
      JSON.stringify({ ...right, client_id: 'other' }),
      'application/json',
      basic('milepost-cli'),
    );
    await expectError(two, 400, 'invalid_request', /client_id/);
    await expectError(await postJson({ ...right, client_secret: 's' }), 401, 'invalid_client', /no secret/);
  });

  test.each([
    ['{"password":"hunter2"', 'application/json', 'not JSON'],
    ['', 'application/json', 'not JSON'],
    ['[]', 'application/json', 'must be a JSON object'],
    ['null', 'application/json', 'must be a JSON object'],
    ['"x"', 'application/json', 'must be a JSON object'],
    ['', form, 'missing: grant_type'],
    ['grant_type=password', 'text/plain', 'Content-Type'],
    [JSON.stringify(right), 'application/xml', 'Content-Type'],
  ])('with the body %s as %s is refused', async (body, type, description) => {
    await expectError(await post(body, type), 400, 'invalid_request', new RegExp(description));
  });

  test('with bytes that are not UTF-8, or not what the encoding says, is refused', async () => {
    await expectError(await post(new Uint8Array([0x7b, 0xff, 0x7d])), 400, 'invalid_request', /UTF-8/);
    for (const encoding of ['gzip', 'rot13']) {
      const response = await post('{}', 'application/json', { 'content-encoding': encoding });
      await expectError(response, 400, 'invalid_request', /cannot be read/);
    }
  });

  test('of more than 64 KiB is 413', async () => {
    const response = await postJson({ ...right, password: 'x'.repeat(65_536) });
    await expectError(response, 413, 'invalid_request', /larger than 65536 bytes/);
  });
});

describe('guessing', () => {
  const wrong = { ...right, password: 'hunter2' };

  test('is 429 after ten wrong tries, for the right password too, until 15 minutes have passed', async () => {
    await using service = await startAuthService();
    for (let i = 0; i < 10; i++) expect((await postJson(wrong, service)).status).toBe(400);
    service.advance(60_000);
    const refused = await postJson(right, service);
    expect(refused.headers.get('retry-after')).toBe('840');
    await expectError(refused, 429, 'too_many_requests', /840 s/);
    service.advance(840_000);
    expect((await postJson(right, service)).status).toBe(200);
  });

  test('with many tries at once learns the outcome of ten', async () => {
    await using service = await startAuthService();
    const responses = await Promise.all(Array.from({ length: 14 }, () => postJson(wrong, service)));
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
  });

  test('a right password among many at once is no guess', async () => {
    await using service = await startAuthService();
    const responses = await Promise.all(Array.from({ length: 12 }, () => postJson(right, service)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
