import { describe, expect, test } from 'vitest';
import { type GitLabContext, readGitLab } from './gitlab.ts';
import { readFixtures, variablesOf } from './read-fixtures.fixture.ts';

interface Fixture {
  description: string;
  /** Besides those of `job`; null for one that is not set. */
  env: Record<string, string | null>;
  expected: GitLabContext;
}

const job = {
  CI_API_V4_URL: 'https://gitlab.acme.example/api/v4',
  CI_COMMIT_BRANCH: 'main',
  CI_COMMIT_MESSAGE: 'Carts\n\nFor CHG42',
  CI_COMMIT_SHA: 'a1'.repeat(20),
  CI_COMMIT_TITLE: 'Carts',
  CI_ENVIRONMENT_NAME: 'production',
  CI_JOB_ID: '4711',
  CI_JOB_STARTED_AT: '2026-03-01T10:00:00Z',
  CI_JOB_STATUS: 'success',
  CI_JOB_URL: 'https://gitlab.acme.example/acme/shop/-/jobs/4711',
  CI_PIPELINE_ID: '99',
  CI_PIPELINE_URL: 'https://gitlab.acme.example/acme/shop/-/pipelines/99',
  CI_PROJECT_ID: '5',
  GITLAB_USER_LOGIN: 'ada',
};

const fixtures = await readFixtures<Fixture>('gitlab');

describe('the whole context of', () => {
  test.each(fixtures)('%s', (_, { env, expected }) => {
    const context = readGitLab(variablesOf(job, env));
    // As JSON, which has no members that are undefined.
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});

test('a job that took too long has failed', () => {
  expect(readGitLab({ ...job, CI_JOB_STATUS: 'timedout' }).outcome?.value).toBe('failed');
});

test('a status that GitLab does not have is none', () => {
  expect(readGitLab({ ...job, CI_JOB_STATUS: 'constructor' })).not.toHaveProperty('outcome');
});

const reporter = { ...job, CI_JOB_ID: '5000', CI_ENVIRONMENT_NAME: 'wrong', CI_ENVIRONMENT_ACTION: 'stop' };

test('of a recorded job its own variables count, and nothing of the job that reports', () => {
  const context = readGitLab(reporter, {
    source: 'record',
    variables: {
      CI_ENVIRONMENT_NAME: 'staging',
      CI_JOB_ID: '4711',
      CI_JOB_STATUS: 'failed',
      GITLAB_USER_LOGIN: 'grace',
      MILEPOST_FINISHED_AT: '2026-03-01T10:05:00Z',
    },
  });
  expect(context.skip).toBeUndefined();
  expect(context.outcome).toEqual({ value: 'failed', source: 'record:CI_JOB_STATUS' });
  expect(context.facts).toEqual({
    env: { value: 'staging', source: 'record:CI_ENVIRONMENT_NAME' },
    timestamp: { value: '2026-03-01T10:05:00Z', source: 'record:MILEPOST_FINISHED_AT' },
    build_id: { value: '4711', source: 'record:CI_JOB_ID' },
    build_commit_sha: { value: job.CI_COMMIT_SHA, source: 'env:CI_COMMIT_SHA' },
    build_url: { value: job.CI_PIPELINE_URL, source: 'env:CI_PIPELINE_URL' },
    description: { value: 'Carts', source: 'env:CI_COMMIT_TITLE' },
    initiator: { value: 'grace', source: 'record:GITLAB_USER_LOGIN' },
  });
});

test('without a record the pipeline is the build of a job that only reports', () => {
  const { facts, outcome } = readGitLab(reporter, { source: 'record', variables: {} });
  expect(facts.build_id).toEqual({ value: '99', source: 'env:CI_PIPELINE_ID' });
  expect(facts.env).toBeUndefined();
  expect(facts.deployment_start_time).toBeUndefined();
  expect(outcome).toBeUndefined();
});

test("a merge request from a fork gets no secrets, and one's own does", () => {
  const own = { ...job, CI_MERGE_REQUEST_PROJECT_ID: '5', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '5' };
  expect(readGitLab(own).withoutSecrets).toBeUndefined();
  expect(readGitLab({ ...own, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '6' }).withoutSecrets).toMatch(
    /from a fork/,
  );
});
