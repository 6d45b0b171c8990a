import { expect, test } from 'vitest';
import { examineIdentity, type Shown } from './examine-identity.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const SECONDS = NOW / 1000;
const AUDIENCE = 'https://events.example/api';
const claims = { sub: 'ada', iss: 'https://login.example', aud: AUDIENCE, exp: SECONDS + 3600 };
const WHO = `the token is that of ada, from https://login.example, for ${AUDIENCE}`;

function jwt(payload: unknown): string {
  return `${['{}', JSON.stringify(payload)].map((part) => Buffer.from(part).toString('base64url')).join('.')}.sig`;
}

function examined(token: string, verdict?: Shown['verdict']) {
  return examineIdentity({
    headers: { authorization: `Bearer ${token}` },
    verdict,
    audience: AUDIENCE,
    now: NOW,
  });
}

test.each([
  ['an hour is left', claims, 'accepted', 'ok', `${WHO}; it ends in 60 min`],
  ['10 minutes are left', { ...claims, exp: SECONDS + 600 }, 'accepted', 'ok', `${WHO}; it ends in 10 min`],
  ['less is left', { ...claims, exp: SECONDS + 599 }, 'accepted', 'warning', `${WHO}; it ends in 10 min`],
  ['it does not expire', { ...claims, exp: undefined }, 'accepted', 'ok', `${WHO}; it does not expire`],
  ['it expired', { ...claims, exp: SECONDS - 60 }, 'refused', 'failed', `${WHO}; it expired 60 s ago`],
  [
    'it expired, and nobody was asked',
    { ...claims, exp: SECONDS - 60 },
    undefined,
    'failed',
    `${WHO}; it expired 60 s ago`,
  ],
  [
    'it expired, and is accepted',
    { ...claims, exp: SECONDS - 1 },
    'accepted',
    'warning',
    `${WHO}; it expired 1 s ago`,
  ],
  [
    'it is not valid yet',
    { ...claims, nbf: SECONDS + 60 },
    'refused',
    'failed',
    `${WHO}; it becomes valid in 60 s`,
  ],
  [
    'it is for others',
    { ...claims, aud: ['https://a.example', 'b'] },
    'refused',
    'failed',
    `the token is that of ada, from https://login.example, for https://a.example and b, but not for ${AUDIENCE}`,
  ],
  [
    'it is for others, and accepted',
    { ...claims, aud: 'b' },
    'accepted',
    'ok',
    'the token is that of ada, from https://login.example, for b; it ends in 60 min',
  ],
  [
    'it is for others, and nobody was asked',
    { ...claims, aud: 'b' },
    undefined,
    'ok',
    'the token is that of ada, from https://login.example, for b; it ends in 60 min',
  ],
  [
    'a slash is all the difference',
    { ...claims, aud: `${AUDIENCE}/` },
    'refused',
    'ok',
    `the token is that of ada, from https://login.example, for ${AUDIENCE}/; it ends in 60 min`,
  ],
  [
    'it says nothing',
    {},
    'accepted',
    'ok',
    'the token is that of nobody in particular, from an issuer that it does not name; it does not expire',
  ],
] as const)('of a JWT, when %s', (_, payload, verdict, state, found) => {
  expect(examined(jwt(payload), verdict)).toMatchObject({ state, found });
});

test.each([['opaque-secret'], ['a.b.c'], [`${jwt('text')}`]])('%s is opaque', (token) => {
  expect(examined(token)).toEqual({
    state: 'skipped',
    found: 'the token is opaque: only the service knows whose it is',
  });
});

test.each([
  ['mp_a1B2c3D4_0123456789secret', 'ok', 'the API key mp_a1B2c3D4…, by whoever uses it'],
  ['sk_another_shape', 'skipped', 'only the service knows whose API key it is'],
])('of the key %s only the id is shown', (apiKey, state, found) => {
  const shown = {
    headers: { 'x-api-key': apiKey },
    verdict: 'accepted',
    audience: AUDIENCE,
    now: NOW,
  } as const;
  expect(examineIdentity(shown)).toEqual({ state, found });
});
