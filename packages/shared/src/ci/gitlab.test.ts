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

test('a status that GitLab does not have is none', () => {
  expect(readGitLab({ ...job, CI_JOB_STATUS: 'constructor' })).not.toHaveProperty('outcome');
});
