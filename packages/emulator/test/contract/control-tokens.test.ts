import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ACCOUNT, WELL_KNOWN_USER } from '../../src/auth/well-known.ts';
import { START, startTestService, type TestService } from '../service.fixture.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service[Symbol.asyncDispose]());

const ELSEWHERE = 'https://elsewhere.example';

async function mint(wish: object): Promise<string> {
  const { status, headers, body } = await service.post('/_control/tokens', wish);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(Object.keys(body)).toEqual(['access_token']);
  return body.access_token;
}

function callWith(token: string) {
  return service.get('/entities', { key: null, headers: { authorization: `Bearer ${token}` } });
}

describe('POST /_control/tokens mints', () => {
  it.each([
    ['one of the emulator’s user by default', {}],
    ['one with all that is usual said', { sub: WELL_KNOWN_USER.id, accountId: WELL_KNOWN_ACCOUNT.id }],
    ['one that lives long', { expiresIn: 86_400 * 365 }],
    ['one that has long been valid', { notBefore: -3600 }],
    ['one whose signature is not to be wrong', { badSignature: false }],
  ])('%s, and it is accepted', async (_name, wish) => {
    expect((await callWith(await mint(wish))).status).toBe(200);
  });

  it.each([
    ['an expired one', { expiresIn: -60 }, /expired/],
    ['one that is not yet valid', { notBefore: 60 }, /"nbf"/],
    ['one for another audience', { audience: ELSEWHERE }, /"aud"/],
    ['one of another issuer', { issuer: ELSEWHERE }, /"iss"/],
    ['one with a wrong signature', { badSignature: true }, /signature/],
    ['one of nobody', { sub: 'nobody' }, /user/],
    ['one of another account', { accountId: '00000000-0000-4000-8000-000000000000' }, /user/],
  ])('%s, and it is refused', async (_name, wish, reason) => {
    const { status, headers, body } = await callWith(await mint(wish));
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    expect(body.message).toMatch(reason);
  });

  it('one that says what was asked for', async () => {
    const at = START / 1000;
    const wish = {
      sub: 'me',
      accountId: 'mine',
      expiresIn: 10,
      notBefore: 5,
      audience: 'aud',
      issuer: 'iss',
    };
    expect(decodeJwt(await mint(wish))).toMatchObject({
      sub: 'me',
      account_id: 'mine',
      exp: at + 10,
      nbf: at + 5,
      aud: ['aud'],
      iss: 'iss',
    });
  });

  it('one with the lifetime that was asked for, by the emulator’s clock', async () => {
    await using own = await startTestService();
    const { body } = await own.post('/_control/tokens', { expiresIn: 10 });
    const bearer = { key: null, headers: { authorization: `Bearer ${body.access_token}` } };
    expect((await own.get('/entities', bearer)).status).toBe(200);
    own.advance(10_000);
    expect((await own.get('/entities', bearer)).status).toBe(401);
  });
});

it.each([
  [{ expiresIn: '60' }, 'expiresIn'],
  [{ notBefore: 0.5 }, 'notBefore'],
  [{ sub: '' }, 'sub'],
  [{ badSignature: 'yes' }, 'badSignature'],
  [{ expires_in: 60 }, 'expires_in'],
])('refuses %j', async (wish, path) => {
  const { status, body } = await service.post('/_control/tokens', wish);
  expect(status).toBe(400);
  expect(body).toEqual({ errors: [{ type: 'field', msg: expect.any(String), path, location: 'body' }] });
});
