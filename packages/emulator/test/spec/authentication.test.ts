import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WELL_KNOWN_API_KEY, WELL_KNOWN_USER } from '../../src/auth/well-known.ts';
import { startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const deploy = { type: 'event-deploy' };
const HOUR = 60 * 60 * 1000;

/** The token request of the specification, with changes. */
const askToken = (changes: Record<string, unknown> = {}) =>
  service.call('POST', '/oauth/token', {
    key: null,
    json: {
      grant_type: 'password',
      username: WELL_KNOWN_USER.email,
      password: WELL_KNOWN_USER.password,
      audience: service.url,
      client_id: 'milepost-cli',
      scope: 'openid profile email',
      ...changes,
    },
  });

describe('5 Authentication', () => {
  it.each([
    'POST /events',
    'GET /events',
    'GET /entities',
    'GET /blueprints',
    'GET /api-keys',
    'GET /metrics',
  ])('rule 1: %s must be authenticated', async (route) => {
    const [method = '', path = ''] = route.split(' ');
    const { status, body, headers } = await service.call(method, path, { key: null });
    expect(status).toBe(401);
    expect(body).toEqual({ message: expect.any(String) });
    expect(headers.get('www-authenticate')).toBe('Bearer');
  });

  it('rule 2: x-api-key is accepted, and announced as deprecated', async () => {
    const { status, headers } = await service.send([deploy], { key: WELL_KNOWN_API_KEY });
    expect(status).toBe(201);
    expect(headers.get('deprecation')).toMatch(/^@\d+$/);
    expect(headers.get('link')).toContain('rel="deprecation"');
  });

  it('rule 2: keys are made by a signed-in user, one for each environment, and can be revoked', async () => {
    const bearer = await service.bearer();
    const made = await service.post('/api-keys', { name: 'staging' }, bearer);
    expect(made.status).toBe(201);
    expect(made.body.key).toMatch(/^mp_[^_]{8}_[A-Za-z0-9]{32}$/);
    expect((await service.send([deploy], { key: made.body.key })).status).toBe(201);
    expect((await service.call('DELETE', `/api-keys/${made.body.id}`, bearer)).status).toBe(204);
    expect((await service.send([deploy], { key: made.body.key })).status).toBe(401);
  });

  it('rule 3: Authorization: Bearer is accepted, and not deprecated', async () => {
    const { status, headers } = await service.send([deploy], await service.bearer());
    expect(status).toBe(201);
    expect(headers.get('deprecation')).toBeNull();
  });

  it('rule 3: tokens are short-lived', async () => {
    const bearer = await service.bearer();
    service.advance(HOUR + 1000);
    const { status, headers } = await service.send([deploy], bearer);
    service.advance(-HOUR - 1000);
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
  });

  it('rule 4: the token request answers an access_token', async () => {
    const { status, body } = await askToken();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: 'openid profile email',
      id_token: expect.any(String),
    });
  });

  it.each([
    ['grant_type', 'magic', 400, 'unsupported_grant_type'],
    ['grant_type', undefined, 400, 'invalid_request'],
    ['username', 'nobody@example.com', 400, 'invalid_grant'],
    ['username', undefined, 400, 'invalid_request'],
    ['password', 'wrong', 400, 'invalid_grant'],
    ['password', undefined, 400, 'invalid_request'],
    ['client_id', 'unknown', 401, 'invalid_client'],
  ])('rule 4: %s %j is %d %s', async (field, value, status, error) => {
    const answer = await askToken({ [field]: value });
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, error_description: expect.any(String) });
  });

  it.each([
    ['audience', 'https://elsewhere.example.com'],
    ['audience', undefined],
    ['scope', 'openid'],
    ['scope', undefined],
  ])('rule 4: %s may be %j', async (field, value) => {
    const { status, body } = await askToken({ [field]: value });
    expect(status).toBe(200);
    const request = { key: null, headers: { authorization: `Bearer ${body.access_token}` } };
    expect((await service.get('/entities', request)).status).toBe(200);
  });

  it.each([
    ['an unknown key', { 'x-api-key': 'mp_unknown0_00000000000000000000000000000000' }],
    ['an empty key', { 'x-api-key': '' }],
    ['no token', { authorization: 'Bearer' }],
    ['garbage', { authorization: 'Bearer a.b.c' }],
    ['another scheme', { authorization: 'Basic bWlsZXBvc3Q6' }],
    ['a wrong token beside a right key', { authorization: 'Bearer a.b.c', 'x-api-key': WELL_KNOWN_API_KEY }],
  ])('rule 5: %s is 401', async (_what, headers) => {
    const { status, body } = await service.send([deploy], { key: null, headers });
    expect(status).toBe(401);
    expect(body).toEqual({ message: expect.any(String) });
  });

  it('--no-api-keys refuses keys, as the announced release will, and takes tokens', async () => {
    await using rehearsal = await startTestService({ apiKeysAccepted: false });
    expect((await rehearsal.send([deploy])).status).toBe(401);
    expect((await rehearsal.send([deploy], await rehearsal.bearer())).status).toBe(201);
  });
});
