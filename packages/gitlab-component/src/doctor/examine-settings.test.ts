import { expect, test } from 'vitest';
import { inputReader } from '../read-input.ts';
import { examineSettings } from './examine-settings.ts';

const BASE = { MILEPOST_BASE_URL: 'https://events.example/api/' };

function examined(env: Record<string, string>) {
  const { finding, hasBaseUrl, hasCredentials } = examineSettings(inputReader({}, { env }), env, 1000);
  return { ...finding, can: [hasBaseUrl, hasCredentials] };
}

test.each([
  [{ MILEPOST_TOKEN: 't-secret' }, '--token'],
  [{ MILEPOST_INPUT_API_KEY: 'k-secret', MILEPOST_INPUT_TOKEN: '' }, '--api-key'],
  [{ MILEPOST_USERNAME: 'u', MILEPOST_PASSWORD: 'p-secret', MILEPOST_CLIENT_ID: 'c' }, '--username'],
  [{ MILEPOST_CLIENT_ID: 'c', MILEPOST_CLIENT_SECRET: 'cs-secret' }, '--client-secret'],
])('%j are enough', (credentials, counts) => {
  expect(examined({ ...BASE, ...credentials })).toEqual({
    state: 'ok',
    found: `the base URL is https://events.example/api, and ${counts} shows who reports`,
    can: [true, true],
  });
});

test.each([
  [
    'neither is given',
    {},
    [/--base-url \(MILEPOST_BASE_URL\) is missing/, /--token \(MILEPOST_TOKEN\) is missing/],
    [false, false],
  ],
  [
    'all of a pair but one are missing',
    { ...BASE, MILEPOST_PASSWORD: 'p-secret' },
    [/--username .* is missing/, /--client-id .* is missing/],
    [true, false],
  ],
  [
    'the URL is none',
    { MILEPOST_INPUT_BASE_URL: 'events.example', MILEPOST_TOKEN: 't-secret' },
    [/^--base-url \(MILEPOST_INPUT_BASE_URL\) is not a valid URL: events.example$/],
    [false, true],
  ],
  [
    'the URL has a password',
    { MILEPOST_BASE_URL: 'https://u:p-secret@events.example', MILEPOST_TOKEN: 't-secret' },
    [/user or a password in it/],
    [false, true],
  ],
  [
    'the token was pasted badly',
    { ...BASE, MILEPOST_TOKEN: 't-secret x' },
    [/--token .* no header can carry/],
    [true, false],
  ],
  [
    'the URL of tokens is none',
    { ...BASE, MILEPOST_AUTH_URL: 'nope', MILEPOST_TOKEN: 't-secret' },
    [/--auth-url \(MILEPOST_AUTH_URL\) is not a valid URL/],
    [true, false],
  ],
  [
    'a number is none',
    { ...BASE, MILEPOST_TOKEN: 't-secret', MILEPOST_TIMEOUT: 'soon', MILEPOST_MAX_ATTEMPTS: '0' },
    [/--timeout .*'soon' is not valid/, /--max-attempts .*'0' is not valid/],
    [true, true],
  ],
])('every mistake is named: %s', (_, env, mistakes, can) => {
  const exam = examined(env);
  expect(exam).toMatchObject({ state: 'failed', can });
  expect(exam.found.split('; --')).toHaveLength(mistakes.length);
  for (const mistake of mistakes) expect(exam.found).toMatch(mistake);
  expect(JSON.stringify(exam)).not.toContain('secret x');
  expect(JSON.stringify(exam)).not.toContain('p-secret');
});

test.each([
  [
    'two count for one',
    { MILEPOST_TOKEN: 't-secret', MILEPOST_API_KEY: 'k-secret' },
    'Only --token counts; take away --api-key.',
  ],
  [
    'a variable of a project is empty',
    { MILEPOST_TOKEN: ' ', MILEPOST_API_KEY: 'k-secret' },
    'MILEPOST_TOKEN is set, but empty: is it protected, and this branch is not, or does the run get no secrets?',
  ],
  [
    'a variable was not replaced',
    { MILEPOST_TOKEN: '$(MILEPOST_TOKEN)' },
    '--token (MILEPOST_TOKEN) looks like a variable that nobody replaced by its value: does it exist here?',
  ],
])('a warning says that %s', (_, env, remedy) => {
  expect(examined({ ...BASE, ...env })).toMatchObject({ state: 'warning', remedy });
});

test('what is missing because it is empty is said to be', () => {
  expect(examined({ ...BASE, MILEPOST_TOKEN: '' })).toMatchObject({
    state: 'failed',
    remedy: expect.stringMatching(/^MILEPOST_TOKEN is set, but empty/),
  });
});
