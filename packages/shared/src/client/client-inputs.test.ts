import { expect, test } from 'vitest';
import { type ClientInputs, clientOptionsOf, hasCredentials } from './client-inputs.ts';

const nothing: ClientInputs = {
  baseUrl: '',
  authUrl: '',
  token: '',
  username: '',
  password: '',
  clientId: '',
  clientSecret: '',
  audience: '',
  apiKey: '',
  budgetMs: 60_000,
  maxAttempts: 5,
};
const given = (inputs: Partial<ClientInputs>) => ({ ...nothing, baseUrl: 'https://e.example', ...inputs });
const all = { token: 't', username: 'u', password: 'p', clientId: 'c', clientSecret: 's', apiKey: 'k' };

test.each([
  [all, { kind: 'token', token: 't' }],
  [
    { ...all, token: '' },
    { kind: 'password', username: 'u', password: 'p', clientId: 'c' },
  ],
  [
    { clientId: 'c', clientSecret: 's', audience: 'a' },
    { kind: 'client', clientId: 'c', clientSecret: 's', audience: 'a' },
  ],
  [{ apiKey: 'k' }, { kind: 'api-key', apiKey: 'k' }],
])('of %j the credential is %j', (inputs, credentials) => {
  expect(clientOptionsOf(given(inputs)).credentials).toEqual(credentials);
  expect(hasCredentials(given(inputs))).toBe(true);
});

test('the rest is handed on, and no auth URL is none', () => {
  expect(clientOptionsOf(given({ apiKey: 'k' }))).toMatchObject({
    baseUrl: 'https://e.example',
    authUrl: undefined,
    budgetMs: 60_000,
    maxAttempts: 5,
  });
  expect(clientOptionsOf(given({ apiKey: 'k', authUrl: 'https://a.example' })).authUrl).toBe(
    'https://a.example',
  );
});

test.each([
  [{ ...all, baseUrl: '' }, 'baseUrl', /missing/],
  [{}, 'token', /every other credential/],
  [{ username: 'u', clientId: 'c' }, 'password', /missing/],
  [{ password: 'p', clientId: 'c' }, 'username', /missing/],
  [{ username: 'u', password: 'p' }, 'clientId', /missing/],
  [{ clientSecret: 's' }, 'clientId', /missing/],
])('%j is refused, and %s named', (inputs, setting, message) => {
  expect(() => clientOptionsOf(given(inputs))).toThrow(
    expect.objectContaining({ setting, message: expect.stringMatching(message) }),
  );
});

test('a user name or a client id alone is no credential', () => {
  expect(hasCredentials(given({ username: 'u', clientId: 'c' }))).toBe(false);
});
