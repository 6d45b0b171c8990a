import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { startGitHubApi } from '../../../github-action/test/github-api.fixture.ts';
import { runMilepost } from '../run-milepost.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator[Symbol.asyncDispose]());

const SHA = 'c3'.repeat(20);

/** Variables that the vendors document, and what the event has of them. */
test.each([
  [
    'Jenkins',
    {
      JENKINS_URL: 'https://ci.example/',
      BUILD_NUMBER: '42',
      BUILD_URL: 'https://ci.example/job/shop/42/',
      GIT_COMMIT: SHA,
      GIT_BRANCH: 'origin/main',
      BUILD_USER_ID: 'ada',
    },
    ['--job-status', 'FAILURE'],
    { build_id: '42', build_url: 'https://ci.example/job/shop/42/', initiator: 'ada', status: 'failed' },
  ],
  [
    'CircleCI',
    {
      CIRCLECI: 'true',
      CIRCLE_BUILD_NUM: '43',
      CIRCLE_BUILD_URL: 'https://circleci.example/43',
      CIRCLE_SHA1: SHA,
      CIRCLE_BRANCH: 'main',
      CIRCLE_USERNAME: 'grace',
    },
    ['--status', 'success'],
    { build_id: '43', build_url: 'https://circleci.example/43', initiator: 'grace', status: 'success' },
  ],
  [
    'Azure Pipelines',
    {
      BUILD_BUILDURI: 'vstfs:///Build/Build/44',
      BUILD_SOURCEVERSION: SHA,
      BUILD_SOURCEBRANCH: 'refs/heads/main',
      BUILD_BUILDNUMBER: '44',
      BUILD_REQUESTEDFOR: 'Ada Lovelace',
      AGENT_JOBSTATUS: 'Succeeded',
    },
    [],
    { build_id: '44', initiator: 'Ada Lovelace', status: 'success' },
  ],
  [
    'Bitbucket Pipelines',
    {
      BITBUCKET_BUILD_NUMBER: '45',
      BITBUCKET_COMMIT: SHA,
      BITBUCKET_BRANCH: 'main',
      BITBUCKET_REPO_FULL_NAME: 'acme/shop',
      BITBUCKET_EXIT_CODE: '1',
    },
    [],
    {
      build_id: '45',
      build_url: 'https://bitbucket.org/acme/shop/addon/pipelines/home#!/results/45',
      status: 'failed',
    },
  ],
  [
    'Buildkite',
    {
      BUILDKITE: 'true',
      BUILDKITE_BUILD_NUMBER: '46',
      BUILDKITE_BUILD_URL: 'https://buildkite.example/46',
      BUILDKITE_COMMIT: SHA,
      BUILDKITE_BRANCH: 'main',
      BUILDKITE_BUILD_CREATOR: 'Ada',
      BUILDKITE_PULL_REQUEST: 'false',
      BUILDKITE_COMMAND_EXIT_STATUS: '0',
    },
    [],
    { build_id: '46', build_url: 'https://buildkite.example/46', initiator: 'Ada', status: 'success' },
  ],
])('%s: the stored event, whole', async (name, env, args, expected) => {
  const entity = await emulator.entity(name.toLowerCase().replace(' ', '-'));
  const service = { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
  const run = await runMilepost(['report', '--entity-id', entity, '--env', 'production', ...args], {
    env: { ...service, ...env },
  });
  expect(run.exitCode).toBe(0);
  expect((await emulator.events(entity)).map(({ attributes }) => attributes)).toEqual([
    { env: 'production', build_commit_sha: SHA, ...expected },
  ]);
});

test('GitHub Actions: as the Action reads it, with what the API knows', async () => {
  const entity = await emulator.entity('github-cli');
  const pull = {
    number: 7,
    html_url: 'https://github.example/acme/shop/pull/7',
    title: 'Carts',
    body: null,
    user: { login: 'grace' },
    head: { ref: 'carts' },
    merged_at: '2026-03-01T10:00:00Z',
    merge_commit_sha: SHA,
  };
  await using api = await startGitHubApi({
    [`GET /repos/acme/shop/commits/${SHA}/pulls`]: { body: [pull] },
    'GET /repos/acme/shop/pulls/7/reviews': { body: [{ user: { login: 'edsger' }, state: 'APPROVED' }] },
  });
  const run = await runMilepost(
    ['report', '--entity-id', entity, '--env', 'production', '--job-status', 'success', '--json'],
    {
      env: {
        MILEPOST_BASE_URL: emulator.url,
        MILEPOST_API_KEY: emulator.apiKey,
        GITHUB_ACTIONS: 'true',
        GITHUB_EVENT_NAME: 'workflow_dispatch',
        GITHUB_API_URL: api.url,
        GITHUB_SERVER_URL: 'https://github.example',
        GITHUB_REPOSITORY: 'acme/shop',
        GITHUB_RUN_ID: '100',
        GITHUB_RUN_ATTEMPT: '1',
        GITHUB_JOB: 'deploy',
        GITHUB_SHA: SHA,
        GITHUB_WORKFLOW: 'Deploy',
        GITHUB_ACTOR: 'ada',
        GITHUB_TOKEN: 'ghs_job_secret',
      },
    },
  );
  expect(run.exitCode).toBe(0);
  expect((await emulator.events(entity)).map(({ attributes }) => attributes)).toEqual([
    {
      env: 'production',
      status: 'success',
      build_commit_sha: SHA,
      build_id: '100-1-deploy',
      build_url: 'https://github.example/acme/shop/actions/runs/100/attempts/1',
      description: 'Deploy',
      initiator: 'ada',
      change_id: '7',
      change_url: pull.html_url,
      change_title: 'Carts',
      change_author: 'grace',
      change_approver: 'edsger',
    },
  ]);
  expect(api.asked[0]?.authorization).toBe('Bearer ghs_job_secret');
});
