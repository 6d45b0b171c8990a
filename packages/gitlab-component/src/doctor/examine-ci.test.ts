import { readGitHub, readGitLab, readOther } from '@milepost/shared/ci';
import { expect, test } from 'vitest';
import { gitlabJob, mergeRequestPipeline } from '../../test/gitlab-job.fixture.ts';
import { inputReader } from '../read-input.ts';
import { examineCi } from './examine-ci.ts';
import type { CiRead } from './read-ci.ts';

const gitlab = (env: Record<string, string> = {}): CiRead => ({
  kind: 'gitlab',
  context: readGitLab({ ...gitlabJob, ...env }),
});
const github = (env: Record<string, string>, payload?: unknown): CiRead => ({
  kind: 'github',
  context: readGitHub({ env, payload, inputs: { jobStatus: '', matrix: '', checkRunId: '' } }),
});
const other = (detected: Parameters<typeof readOther>[1]): CiRead => ({
  kind: 'other',
  context: readOther({}, detected, '', ''),
});

test.each([
  [
    'a GitLab job',
    gitlab(),
    {},
    'warning',
    'GitLab CI; known of a deployment: commit, build; unknown: environment, status',
    /^Give --env \(for Deployment Frequency\), --status \(for Change Failure Rate\) to milepost report\.$/,
  ],
  [
    'a GitLab job that has ended',
    gitlab({ CI_ENVIRONMENT_NAME: 'production', CI_JOB_STATUS: 'success' }),
    {},
    'ok',
    'GitLab CI; known of a deployment: environment, commit, build, status',
    undefined,
  ],
  [
    'what is given by hand',
    gitlab(),
    { MILEPOST_ENV: 'production', MILEPOST_INPUT_STATUS: 'failed' },
    'ok',
    'GitLab CI; known of a deployment: environment, commit, build, status',
    undefined,
  ],
  [
    'a GitLab job that stops an environment',
    gitlab({ CI_ENVIRONMENT_ACTION: 'stop' }),
    {},
    'warning',
    "GitLab CI; nothing is reported here: the job's environment has the action stop, which deploys nothing",
    /^Report from the job/,
  ],
  [
    'a fork',
    gitlab({ ...mergeRequestPipeline, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '6' }),
    {},
    'warning',
    'GitLab CI; nothing is reported here: The merge request comes from a fork, whose pipelines get no secrets of this project',
    /skipped/,
  ],
  [
    'a push at GitHub',
    github({ GITHUB_EVENT_NAME: 'push', GITHUB_SHA: 'a1', GITHUB_RUN_ID: '7' }),
    {},
    'warning',
    'GitHub Actions; known of a deployment: commit, build; unknown: environment, status',
    /--env/,
  ],
  [
    'Jenkins',
    other({ name: 'Jenkins', commit: 'a1' }),
    { MILEPOST_ENV: 'x', MILEPOST_STATUS: 'success' },
    'warning',
    'Jenkins; known of a deployment: environment, commit, status; unknown: build',
    /^Give --build-id to milepost report\.$/,
  ],
  [
    'a shell',
    other({}),
    {},
    'warning',
    'no CI system that is known; known of a deployment: nothing; unknown: environment, commit, build, status',
    /--commit-sha \(for Lead Time for Change\)/,
  ],
] as const)('%s', (_, ci, env, state, found, remedy) => {
  const finding = examineCi(ci, inputReader({}, { env }));
  expect(finding).toMatchObject({ state, found });
  if (remedy === undefined) expect(finding.remedy).toBeUndefined();
  else expect(finding.remedy).toMatch(remedy);
});
