import { expect, test } from 'vitest';
import { createClient } from './create-client.ts';
import { ClientSettingError } from './errors.ts';
import { checkSettings } from './settings.ts';
import type { ClientOptions, Credentials } from './types.ts';

const token: Credentials = { kind: 'token', token: 'tok' };
const base = { baseUrl: 'https://e.example/api', credentials: token };
const errorOf = (options: ClientOptions): unknown => {
  try {
    return createClient(options);
  } catch (error) {
    return error;
  }
};

test.each([
  ['https://e.example', 'https://e.example/events'],
  ['https://e.example/', 'https://e.example/events'],
  ['https://e.example/api//', 'https://e.example/api/events'],
  [' HTTP://E.example:8080/Api ', 'http://e.example:8080/Api/events'],
  ['http://[::1]:8080', 'http://[::1]:8080/events'],
])('events of %s go to %s', (baseUrl, url) => {
  expect(checkSettings({ ...base, baseUrl }).eventsUrl.href).toBe(url);
});

test('defaults', () => {
  const { tokenUrl, ...settings } = checkSettings({ ...base, baseUrl: 'https://e.example/api/' });
  expect(tokenUrl.href).toBe('https://e.example/api/oauth/token');
  expect(settings).toMatchObject({
    audience: 'https://e.example/api',
    budgetMs: 60_000,
    attemptTimeoutMs: 15_000,
    maxAttempts: 5,
  });
});

test.each([
  ['', 'is not a valid URL: '],
  ['nonsense', 'is not a valid URL: nonsense'],
  ['e.example', 'is not a valid URL: e.example'],
  ['https://', 'is not a valid URL: https://'],
  ['ftp://x', 'is not a URL of https:// or http://: ftp://x'],
  ['localhost:8080', 'is not a valid URL: localhost:8080'],
  ['http://u:topsecret@x', 'has a user or a password in it; give credentials apart: http://***@x'],
  ['http://topsecret@x', 'has a user or a password in it; give credentials apart: http://***@x'],
  ['http:/u:topsecret@x', 'has a user or a password in it; give credentials apart: http:/***@x'],
  ['u:topsecret@x', 'is not a valid URL: ***@x'],
  ['u:top//secret@x/api', 'is not a valid URL: ***@x/api'],
  ['http://u:top/secret@x', 'is not a valid URL: http://***@x'],
  ['http://x?key=topsecret', 'has a query or a fragment; give it without: http://x…'],
  ['http://x#topsecret', 'has a query or a fragment; give it without: http://x…'],
  ['http://x?', 'has a query or a fragment; give it without: http://x…'],
])('the URL %j is refused, and shown without what may be secret', (url, message) => {
  expect(errorOf({ ...base, baseUrl: url })).toMatchObject({ setting: 'baseUrl', message });
  expect(errorOf({ ...base, authUrl: url })).toMatchObject({ setting: 'authUrl', message });
});

test('a token that was put in the place of the URL is not shown', () => {
  const error = errorOf({ baseUrl: 'tok-secret', credentials: { kind: 'token', token: 'tok-secret' } });
  expect(error).toMatchObject({ setting: 'baseUrl', message: 'is not a valid URL: ***' });
});

const password: Credentials = { kind: 'password', username: 'u', password: 'p', clientId: 'c' };
const client: Credentials = { kind: 'client', clientId: 'c', clientSecret: 's' };
test.each<[Credentials, string]>([
  [{ kind: 'token', token: '' }, 'token'],
  [{ kind: 'token', token: 'secret\n' }, 'token'],
  [{ kind: 'token', token: 'sec ret' }, 'token'],
  [{ kind: 'token', token: 'secrét' }, 'token'],
  [{ kind: 'api-key', apiKey: ' ' }, 'apiKey'],
  [{ kind: 'api-key', apiKey: 'secret\r\nx-evil: 1' }, 'apiKey'],
  [{ ...password, username: '' }, 'username'],
  [{ ...password, password: ' ' }, 'password'],
  [{ ...password, clientId: '' }, 'clientId'],
  [{ ...password, audience: '' }, 'audience'],
  [{ ...client, clientSecret: '' }, 'clientSecret'],
  [{ ...client, clientId: ' ' }, 'clientId'],
])('the credentials %j are refused: %s', (credentials, setting) => {
  const error = errorOf({ ...base, credentials });
  expect(error).toBeInstanceOf(ClientSettingError);
  expect(error).toMatchObject({ setting, message: expect.not.stringMatching(/sec/) });
});

test.each([
  ['budgetMs', 0],
  ['budgetMs', Number.NaN],
  ['attemptTimeoutMs', -1],
  ['maxAttempts', 0],
])('%s of %s is refused', (name, value) => {
  expect(errorOf({ ...base, [name]: value })).toMatchObject({
    name: 'RangeError',
    message: `${name} is to be more than 0, not ${value}`,
  });
});

test('a User-Agent that no header can carry is refused', () => {
  expect(errorOf({ ...base, userAgent: 'a\r\nb: c' })).toBeInstanceOf(TypeError);
});
