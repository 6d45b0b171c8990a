import { expect, test } from 'vitest';
import { parseEnvironmentAliases, parseGitTokens } from './config-values.ts';
import { DEFAULT_ENVIRONMENT_ALIASES } from './environment.ts';

test('aliases go on top of the usual ones, and lead to the last of a row', () => {
  const parse = (text?: string) => parseEnvironmentAliases(text, { prod: 'production' });
  expect(parse()).toEqual({ prod: 'production' });
  expect(parse(' UAT = Staging ,prd-eu=prod')).toEqual({
    prod: 'production',
    uat: 'staging',
    'prd-eu': 'production',
  });
  expect(parse('production=live')).toEqual({ prod: 'live', production: 'live' });
  expect(parseEnvironmentAliases(undefined, DEFAULT_ENVIRONMENT_ALIASES)).toEqual(
    DEFAULT_ENVIRONMENT_ALIASES,
  );
});

test.each(['uat', '=staging', 'uat=', 'production=prod', 'a=b,b=a', 'a=a'])('%s is refused', (text) => {
  expect(() => parseEnvironmentAliases(text, { prod: 'production' })).toThrow(/^--environment-aliases: /);
});

test('tokens go by host', () => {
  expect([...parseGitTokens('GitHub.com=ghp_a=b, git.example.com:8443=x')]).toEqual([
    ['github.com', 'ghp_a=b'],
    ['git.example.com:8443', 'x'],
  ]);
  expect(parseGitTokens(undefined).size).toBe(0);
});

test.each(['s3cret', 'github.com=', '=s3cret', 'https://github.com=s3cret', 'a=s3 cret'])(
  'what is no pair of host and token is refused, and not shown',
  (text) => {
    expect(() => parseGitTokens(text)).toThrow(/^MILEPOST_GIT_TOKENS: (?!.*s3)/);
  },
);
