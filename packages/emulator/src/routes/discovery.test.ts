import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { expect, test } from 'vitest';
import { bodyOf, startAuthService } from '../auth/auth-service.fixture.ts';
import { WELL_KNOWN_USER } from '../auth/well-known.ts';

test('a client that follows discovery from the auth URL can verify a token', async () => {
  await using service = await startAuthService();
  const issuer = service.urls.authUrl();
  const configuration = await bodyOf<{ jwks_uri: string }>(
    await fetch(`${issuer}/.well-known/openid-configuration`),
  );
  expect(configuration).toMatchObject({
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['password'],
    scopes_supported: ['openid', 'profile', 'email'],
  });

  const jwks = await bodyOf<JSONWebKeySet>(await fetch(configuration.jwks_uri));
  const { payload, protectedHeader } = await jwtVerify(await service.signIn(), createLocalJWKSet(jwks), {
    issuer,
    audience: service.urls.audience(),
    currentDate: new Date(service.clock.now()),
  });
  expect(payload.sub).toBe(WELL_KNOWN_USER.id);
  expect(protectedHeader).toMatchObject({ alg: 'RS256', kid: jwks.keys[0]?.kid });
});

test('the published keys have no private part', async () => {
  await using service = await startAuthService();
  const response = await service.request('/.well-known/jwks.json');
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({
    keys: [
      { kty: 'RSA', use: 'sig', alg: 'RS256', e: 'AQAB', n: expect.any(String), kid: expect.any(String) },
    ],
  });
});

test.each(['/.well-known/jwks.json', '/.well-known/openid-configuration', '/oauth/token'])(
  '%s answers 405 to another method',
  async (path) => {
    await using service = await startAuthService();
    const response = await service.request(path, { method: 'DELETE' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toEqual(expect.any(String));
    expect(await response.json()).toEqual({ message: expect.any(String) });
  },
);
