import { decodeJwt } from 'jose';
import { beforeAll, expect, test } from 'vitest';
import { oneClock } from '../clock.ts';
import { openMemoryStore } from '../store/json/open-json-store.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createTokens, InvalidTokenError, type TokenRequest, type Tokens } from './tokens.ts';

// What must be refused is told over HTTP, in http/authenticate.test.ts.

const request = { subject: 'user', accountId: 'account', clientId: 'client', scope: 'profile' };
const api = 'https://api.example.com';
let tokens: Tokens;

beforeAll(async () => {
  const urls = { authUrl: () => 'https://auth.example.com', audience: () => api };
  tokens = createTokens({
    signingKeys: createSigningKeys(await openMemoryStore()),
    urls,
    clocks: oneClock({ now: () => 5_999 }),
  });
});

test.each<[string, Partial<TokenRequest>, object]>([
  ['the API audience alone by default', {}, { aud: [api] }],
  ['the API audience once, when it is what was asked for', { audience: api }, { aud: [api] }],
  ['the audience asked for first', { audience: 'mine' }, { aud: ['mine', api] }],
  ['another audience only', { onlyAudience: 'theirs' }, { aud: ['theirs'] }],
  ['an hour by the clock, in whole seconds', {}, { iat: 5, nbf: 5, exp: 3605 }],
  ['a lifetime that is over', { lifetime: -1 }, { iat: 5, exp: 4 }],
  ['a validity that begins later', { notBefore: 60 }, { nbf: 65 }],
  ['another issuer', { issuer: 'https://elsewhere.example' }, { iss: 'https://elsewhere.example' }],
])('an access token can have %s', async (_, wish, claims) => {
  expect(decodeJwt(await tokens.issueAccessToken({ ...request, ...wish }))).toMatchObject(claims);
});

test('a token says whose it is, and no two are alike', async () => {
  const [one, other] = [await tokens.issueAccessToken(request), await tokens.issueAccessToken(request)];
  expect(await tokens.verifyAccessToken(one)).toEqual({ subject: 'user', accountId: 'account' });
  expect(decodeJwt(one).jti).not.toBe(decodeJwt(other).jti);
});

test('a refusal says why', async () => {
  const expired = await tokens.issueAccessToken({ ...request, lifetime: -1 });
  await expect(tokens.verifyAccessToken(expired)).rejects.toThrow(
    new InvalidTokenError('the access token has expired; get a new one', { expired: true }),
  );
  await expect(tokens.verifyAccessToken('nonsense')).rejects.toThrow(InvalidTokenError);
});
