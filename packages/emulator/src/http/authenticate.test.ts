import { request as httpRequest } from 'node:http';
import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeApiKey } from '../auth/api-key.ts';
import { type AuthService, START, startAuthService } from '../auth/auth-service.fixture.ts';
import { createSigningKeys } from '../auth/signing-keys.ts';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_API_KEY, WELL_KNOWN_USER } from '../auth/well-known.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';

const accountId = WELL_KNOWN_ACCOUNT.id;
let service: AuthService;

beforeAll(async () => {
  service = await startAuthService();
});
afterAll(() => service[Symbol.asyncDispose]());

function whoami(headers: Record<string, string>, path = '/whoami') {
  return service.request(path, { headers });
}

function bearer(token: string) {
  return whoami({ authorization: `Bearer ${token}` });
}

async function keptKey(wish: { expiresAt?: number; entityIds?: string[] } = {}) {
  const made = makeApiKey({ accountId, name: 'CI', createdBy: 'cli', createdAt: START, ...wish });
  await service.store.putApiKey(made.record);
  return made;
}

async function expectRefusal(response: Response, challenge: string, message: RegExp) {
  expect(response.status).toBe(401);
  expect(response.headers.get('www-authenticate')).toBe(challenge);
  expect(await response.json()).toEqual({ message: expect.stringMatching(message) });
}

describe('with an API key', () => {
  test('the identity is the key, its account and its limits', async () => {
    const { key, record } = await keptKey({ entityIds: ['e0000000-0000-4000-8000-000000000011'] });
    await service.store.putApiKey({ ...record, rateLimitMinute: 7 });
    const response = await whoami({ 'x-api-key': key });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      kind: 'api-key',
      id: record.id,
      accountId,
      entityIds: ['e0000000-0000-4000-8000-000000000011'],
      rateLimits: { minute: 7, hour: null },
      sender: { kind: 'api-key', id: record.id },
    });
  });

  test('the answer announces the deprecation and links to the migration', async () => {
    const { headers } = await whoami({ 'x-api-key': WELL_KNOWN_API_KEY });
    expect(headers.get('deprecation')).toMatch(/^@\d{10}$/);
    expect(headers.get('link')).toBe(
      `<${service.urls.baseUrl()}/docs#migration>; rel="deprecation"; type="text/html"`,
    );
  });

  test.each(['', 'mp_unknown1_00000000000000000000000000000000', `${WELL_KNOWN_API_KEY}0`])(
    'the unknown key "%s" is 401',
    async (key) => {
      await expectRefusal(await whoami({ 'x-api-key': key }), 'Bearer', /not known/);
    },
  );

  test('a key sent twice is 401', async () => {
    const status = await new Promise((resolve, reject) => {
      const headers = { 'x-api-key': [WELL_KNOWN_API_KEY, WELL_KNOWN_API_KEY] };
      httpRequest(`${service.urls.baseUrl()}/whoami`, { headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(401);
  });

  test('a revoked key is 401 from the next request on', async () => {
    const { key, record } = await keptKey();
    expect((await whoami({ 'x-api-key': key })).status).toBe(200);
    await service.store.revokeApiKey(accountId, record.id, START);
    await expectRefusal(await whoami({ 'x-api-key': key }), 'Bearer', /revoked/);
  });

  test('a key works until the instant at which it expires', async () => {
    const expiresAt = service.clock.now() + 1000;
    const { key } = await keptKey({ expiresAt });
    service.advance(999);
    expect((await whoami({ 'x-api-key': key })).status).toBe(200);
    service.advance(1);
    await expectRefusal(await whoami({ 'x-api-key': key }), 'Bearer', /expired/);
  });

  test('its use is remembered and flushed, that of a refused one is not', async () => {
    const used = await keptKey();
    const revoked = await keptKey();
    await service.store.revokeApiKey(accountId, revoked.record.id, START);
    await whoami({ 'x-api-key': used.key });
    await whoami({ 'x-api-key': revoked.key });
    await service.keyUses.flush();
    const keys = await service.store.listApiKeys(accountId);
    const lastUse = (id: string) => keys.find((key) => key.id === id)?.lastUsedAt;
    expect(lastUse(used.record.id)).toBe(service.clock.now());
    expect(lastUse(revoked.record.id)).toBeNull();
  });

  test('a server that accepts none says so, and takes tokens', async () => {
    await using strict = await startAuthService({ apiKeysAccepted: false });
    const refused = await strict.request('/whoami', { headers: { 'x-api-key': WELL_KNOWN_API_KEY } });
    await expectRefusal(refused, 'Bearer', /API keys are refused here; send a bearer token/);
    const authorization = `Bearer ${await strict.signIn()}`;
    expect((await strict.request('/whoami', { headers: { authorization } })).status).toBe(200);
  });

  test('a route for tokens only takes no key', async () => {
    const response = await whoami({ 'x-api-key': WELL_KNOWN_API_KEY }, '/api-keys');
    await expectRefusal(response, 'Bearer', /takes no API key/);
  });
});

describe('with a bearer token', () => {
  test('the identity is the user, without a word of deprecation', async () => {
    const response = await bearer(await service.signIn());
    expect(response.status).toBe(200);
    expect(response.headers.has('deprecation')).toBe(false);
    expect(await response.json()).toEqual({
      kind: 'user',
      id: WELL_KNOWN_USER.id,
      accountId,
      entityIds: null,
      rateLimits: { minute: null, hour: null },
      sender: { kind: 'user', id: WELL_KNOWN_USER.id },
    });
  });

  test('the scheme may be written in any case', async () => {
    expect((await whoami({ authorization: `bearer ${await service.signIn()}` })).status).toBe(200);
  });

  test('Authorization alone counts, even beside a good API key', async () => {
    const headers = { authorization: 'Bearer nonsense', 'x-api-key': WELL_KNOWN_API_KEY };
    await expectRefusal(await whoami(headers), 'Bearer error="invalid_token"', /not valid/);
  });

  test.each(['', 'Bearer', 'Basic ZGV2OnB3', 'Token abc', 'Bearer a b', 'Bearer mp{}'])(
    'the Authorization "%s" is 401',
    async (authorization) => {
      const response = await whoami({ authorization, 'x-api-key': WELL_KNOWN_API_KEY });
      await expectRefusal(response, 'Bearer', /must be Bearer/);
    },
  );

  test('an API key in its place is recognised', async () => {
    await expectRefusal(
      await bearer(WELL_KNOWN_API_KEY),
      'Bearer error="invalid_token"',
      /send it as x-api-key/,
    );
  });

  test('nothing at all is 401 and told what there is', async () => {
    await expectRefusal(await whoami({}), 'Bearer', /credential is required/);
  });

  test('a token works until the second at which it expires', async () => {
    const token = await service.signIn();
    service.advance(3_599_000);
    expect((await bearer(token)).status).toBe(200);
    service.advance(1000);
    await expectRefusal(await bearer(token), 'Bearer error="invalid_token"', /expired/);
  });

  test('a trailing slash at issuer or audience changes nothing', async () => {
    const slashed = `${service.urls.baseUrl()}/`;
    const token = await signed({ issuer: slashed, audience: slashed });
    expect((await bearer(token)).status).toBe(200);
  });

  test('whatever is sent as a token is 401, never 500', async () => {
    const part = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_~+/') });
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 6 }), async (parts) => {
        expect((await bearer(`e${parts.join('.')}`)).status).toBe(401);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['no signature', () => unsigned()],
    ['a signature with the public key as an HMAC secret', () => signedByHmac()],
    ['a key of somebody else', () => signed({ foreignKey: true })],
    ['a tampered payload', () => tampered()],
    ['another issuer', () => signed({ issuer: 'https://elsewhere.example' })],
    ['another audience', () => signed({ audience: 'https://elsewhere.example' })],
    ['no audience', () => signed({ audience: [] })],
    ['no expiry', () => signed({ expiresIn: undefined })],
    ['a future in which it becomes valid', () => signed({ notBefore: 60 })],
    ['the type of an ID token', () => signed({ type: 'JWT' })],
    ['no account', () => signed({ account: undefined })],
    ['a user that does not exist', () => signed({ subject: 'e0000000-0000-4000-8000-0000000000ff' })],
    ['a user of another account', () => signed({ account: 'e0000000-0000-4000-8000-0000000000ff' })],
    ['a subject that is no id', () => signed({ subject: "' or 1=1" })],
  ])('a token with %s is 401', async (_, token) => {
    await expectRefusal(await bearer(await token()), 'Bearer error="invalid_token"', /token/);
  });

  test('an ID token gives no access', async () => {
    const idToken = await service.tokens.issueIdToken({
      subject: WELL_KNOWN_USER.id,
      accountId,
      clientId: service.urls.audience(),
      scope: 'openid',
      email: WELL_KNOWN_USER.email,
    });
    await expectRefusal(await bearer(idToken), 'Bearer error="invalid_token"', /not valid/);
  });
});

interface Forgery {
  issuer?: string;
  audience?: string | string[];
  subject?: string;
  account?: string | undefined;
  type?: string;
  expiresIn?: number | undefined;
  notBefore?: number;
  foreignKey?: boolean;
}

/** A token as the service would make it, but for what the forgery says. */
async function signed(forgery: Forgery = {}): Promise<string> {
  const url = service.urls.baseUrl();
  const now = Math.floor(service.clock.now() / 1000);
  const whole = {
    issuer: url,
    audience: url,
    subject: WELL_KNOWN_USER.id,
    account: accountId,
    type: 'at+jwt',
  };
  const { issuer, audience, subject, account, type, expiresIn, notBefore, foreignKey } = {
    ...whole,
    expiresIn: 3600,
    notBefore: 0,
    foreignKey: false,
    ...forgery,
  };
  const keys = await (foreignKey ? createSigningKeys(await openMemoryStore()) : service.signingKeys)();
  const token = new SignJWT({ account_id: account })
    .setProtectedHeader({ alg: 'RS256', typ: type })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setIssuedAt(now)
    .setNotBefore(now + notBefore);
  if (expiresIn !== undefined) token.setExpirationTime(now + expiresIn);
  return await token.sign(keys.privateKey);
}

function unsigned(): string {
  const url = service.urls.baseUrl();
  const now = Math.floor(service.clock.now() / 1000);
  return new UnsecuredJWT({
    account_id: accountId,
    iss: url,
    aud: url,
    sub: WELL_KNOWN_USER.id,
    exp: now + 60,
  }).encode();
}

async function signedByHmac(): Promise<string> {
  const { publicKey } = await service.signingKeys();
  const url = service.urls.baseUrl();
  const now = Math.floor(service.clock.now() / 1000);
  return await new SignJWT({
    account_id: accountId,
    iss: url,
    aud: url,
    sub: WELL_KNOWN_USER.id,
    exp: now + 60,
  })
    .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt' })
    .sign(new TextEncoder().encode(publicKey.export({ type: 'spki', format: 'pem' }).toString()));
}

async function tampered(): Promise<string> {
  const [header, payload = '', signature] = (await service.signIn()).split('.');
  const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const changed = JSON.stringify(Object.assign({}, claims, { scope: 'everything' }));
  return [header, Buffer.from(changed).toString('base64url'), signature].join('.');
}
