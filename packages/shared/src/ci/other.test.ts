import { expect, test } from 'vitest';
import { readOther, readOutcome } from './other.ts';

test('what env-ci knows are the facts, and where they come from is its name of the CI system', () => {
  const detected = {
    name: 'Jenkins',
    commit: 'abc',
    build: 42,
    buildUrl: 'https://ci.example/42',
    branch: 'CHG7-carts',
  };
  expect(readOther({ BUILD_USER_ID: 'ada' }, detected, 'For CHG8', 'SUCCESS')).toEqual({
    provider: 'Jenkins',
    facts: {
      build_id: { value: '42', source: 'Jenkins' },
      build_commit_sha: { value: 'abc', source: 'Jenkins' },
      build_url: { value: 'https://ci.example/42', source: 'Jenkins' },
      initiator: { value: 'ada', source: 'env:BUILD_USER_ID' },
    },
    fallbacks: {},
    outcome: { value: 'success', source: 'input' },
    changeTexts: [
      { value: 'CHG7-carts', source: 'Jenkins' },
      { value: 'For CHG8', source: 'Jenkins' },
    ],
  });
});

test('in a shell the commit is that of git, and nothing else is guessed', () => {
  expect(readOther({ USER: 'ada' }, { commit: 'abc' }, '', '')).toEqual({
    provider: 'git',
    facts: { build_commit_sha: { value: 'abc', source: 'git' } },
    fallbacks: {},
    changeTexts: [],
  });
});

test.each([
  [{ AGENT_JOBSTATUS: 'SucceededWithIssues' }, 'success'],
  [{ AGENT_JOBSTATUS: 'Canceled' }, 'cancelled'],
  [{ AGENT_JOBSTATUS: 'Failed' }, 'failed'],
  [{ BITBUCKET_EXIT_CODE: '0' }, 'success'],
  [{ BUILDKITE_COMMAND_EXIT_STATUS: '137' }, 'failed'],
  [{ DRONE_BUILD_STATUS: 'failure' }, 'failed'],
  [{ SEMAPHORE_JOB_RESULT: 'passed' }, 'success'],
  [{ TRAVIS_TEST_RESULT: '1' }, 'failed'],
])('%j tells of a job that was %s', (env, expected) => {
  expect(readOther(env, {}, '', '').outcome).toEqual({
    value: expected,
    source: `env:${Object.keys(env)[0]}`,
  });
});

test.each(['constructor', 'yes', '-1', ''])('%j tells nothing', (word) => {
  expect(readOutcome(word)).toBeUndefined();
});

test.each(['https://bitbucket.org/undefined/addon/1', 'undefined/-/jobs/undefined', 'vstfs:///Build/44'])(
  'the URL %s that the library makes of nothing is left out',
  (buildUrl) => {
    expect(readOther({}, { name: 'x', buildUrl }, '', '').facts).toEqual({});
  },
);
