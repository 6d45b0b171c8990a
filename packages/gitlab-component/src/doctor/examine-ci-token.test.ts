import { expect, test } from 'vitest';
import {
  type ApiAnswers,
  startGitHubApi as startApi,
} from '../../../github-action/test/github-api.fixture.ts';
import { gitlabJob } from '../../test/gitlab-job.fixture.ts';
import { inputReader } from '../read-input.ts';
import { examineCiToken } from './examine-ci-token.ts';
import { readCi } from './read-ci.ts';

const SHA = gitlabJob.CI_COMMIT_SHA;

async function examined(env: Record<string, string | undefined>) {
  const get = inputReader({}, { env });
  const { signal } = new AbortController();
  const ci = await readCi(get, { env, cwd: import.meta.dirname }, () => {});
  return await examineCiToken(ci, get, { env, signal }, 1000, (text) => text);
}

const github = (url: string) => ({
  GITHUB_ACTIONS: 'true',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_API_URL: url,
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_SHA: SHA,
  GITHUB_RUN_ID: '100',
  GITHUB_TOKEN: 'ghs_secret',
});
const PULLS = `GET /repos/acme/shop/commits/${SHA}/pulls`;
const COMMIT = `GET /repos/acme/shop/commits/${SHA}`;
const RUN = 'GET /repos/acme/shop/actions/runs/100';
const forbidden = { status: 403, body: { message: 'Resource not accessible by integration' } };
const all: ApiAnswers = { [PULLS]: { body: [] }, [COMMIT]: { body: {} }, [RUN]: { body: {} } };

test.each<[string, ApiAnswers, string, string | RegExp, RegExp?]>([
  ['may all', all, 'ok', 'the token may read pull requests, contents and actions of acme/shop'],
  [
    'may not read pull requests',
    { ...all, [PULLS]: forbidden },
    'warning',
    /^the token lacks pull-requests: read \(the change and its approver\)$/,
    /permissions: \{ pull-requests: read, contents: read, actions: read \}/,
  ],
  [
    'may not read contents nor actions',
    { ...all, [COMMIT]: forbidden, [RUN]: { status: 404, body: {} } },
    'warning',
    /^the token lacks contents: read .*, actions: read/,
  ],
  [
    'knows another commit',
    { ...all, [PULLS]: { status: 422, body: { message: 'No commit found' } } },
    'ok',
    /may read/,
  ],
  [
    'is refused',
    { [PULLS]: { status: 401, body: { message: 'Bad credentials' } } },
    'failed',
    /^GitHub refuses the token: .*401: Bad credentials/,
    /github\.token/,
  ],
  [
    'has nobody to answer it',
    { [PULLS]: { hang: true } },
    'warning',
    /^GitHub's API did not answer: .* no answer within 1 s/,
    /without what only GitHub knows/,
  ],
])('a token of GitHub that %s', async (_, answers, state, found, remedy) => {
  await using api = await startApi(answers);
  const finding = await examined(github(api.url));
  expect(finding).toMatchObject({ state, found: expect.stringMatching(found) });
  if (remedy) expect(finding.remedy).toMatch(remedy);
  expect(new Set(api.asked.map(({ authorization }) => authorization))).toEqual(
    new Set(['Bearer ghs_secret']),
  );
});

test('without a commit and a run, GitHub is asked for lists', async () => {
  await using api = await startApi({});
  await examined({ ...github(api.url), GITHUB_SHA: '', GITHUB_RUN_ID: '' });
  expect(api.questions()).toEqual([
    'GET /repos/acme/shop/pulls',
    'GET /repos/acme/shop/commits',
    'GET /repos/acme/shop/actions/runs',
  ]);
});

const SELF = 'GET /personal_access_tokens/self';
const REQUESTS = `GET /projects/5/repository/commits/${SHA}/merge_requests`;
const DEPLOYMENTS = 'GET /projects/5/deployments';
const project: ApiAnswers = { [REQUESTS]: { body: [] }, [DEPLOYMENTS]: { body: [] } };
const scoped = (...scopes: string[]) => ({ body: { scopes, expires_at: '2027-01-01' } });

test.each<[string, ApiAnswers, string, string, RegExp?]>([
  [
    'has the scope',
    { ...project, [SELF]: scoped('read_api') },
    'ok',
    'the token may read merge requests, approvals and deployments; it expires on 2027-01-01',
  ],
  ['has the scope of all', { ...project, [SELF]: scoped('api') }, 'ok', 'the token may read merge requests'],
  [
    'has another scope',
    { [SELF]: scoped('read_repository') },
    'warning',
    "the token lacks the scope read_api (it has read_repository): the change's author and approver stay unknown",
    /read_api/,
  ],
  [
    'may not even ask for its scopes',
    { [SELF]: forbidden },
    'warning',
    'the token lacks the scope read_api:',
  ],
  [
    'is of a GitLab that does not tell scopes',
    project,
    'ok',
    'the token may read merge requests, approvals and deployments',
  ],
  [
    'does not see the project',
    { [SELF]: scoped('read_api') },
    'warning',
    'the token does not show merge requests of the commit and deployments of project 5',
    /Reporter/,
  ],
  [
    'is refused',
    { [SELF]: { status: 401, body: { message: '401 Unauthorized' } } },
    'failed',
    'GitLab refuses the token: ',
    /expired/,
  ],
])('a GITLAB_TOKEN that %s', async (_, answers, state, found, remedy) => {
  await using api = await startApi(answers);
  const finding = await examined({
    ...gitlabJob,
    CI_API_V4_URL: api.url,
    GITLAB_TOKEN: 'glpat-secret',
    CI_JOB_TOKEN: 'job-secret',
  });
  expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
  if (remedy) expect(finding.remedy).toMatch(remedy);
});

test.each<[string, ApiAnswers, string, string]>([
  [
    'may all that it can',
    project,
    'ok',
    'CI_JOB_TOKEN shows merge requests and deployments, but no approvals; for those, give GITLAB_TOKEN',
  ],
  [
    'does not see deployments',
    { [REQUESTS]: { body: [] }, [DEPLOYMENTS]: forbidden },
    'warning',
    'the token does not show deployments of project 5',
  ],
  ['is over', { [REQUESTS]: { status: 401, body: {} } }, 'failed', 'GitLab refuses the token: '],
])('a CI_JOB_TOKEN that %s', async (_, answers, state, found) => {
  await using api = await startApi(answers);
  const finding = await examined({ ...gitlabJob, CI_API_V4_URL: api.url, CI_JOB_TOKEN: 'job-secret' });
  expect(finding).toMatchObject({ state, found: expect.stringContaining(found) });
  expect(api.questions()).not.toContain(SELF);
});

test.each([
  [
    'GitHub without a token',
    { ...github('http://127.0.0.1:1'), GITHUB_TOKEN: '' },
    'warning',
    /change_id, .*stay unknown/,
  ],
  ['GitHub without an address', { ...github(''), GITHUB_API_URL: undefined }, 'skipped', /nobody to ask/],
  ['an address that is none', github('nowhere'), 'warning', /not a valid URL/],
  ['GitLab without a token', gitlabJob, 'warning', /author and approver stay unknown/],
  ['GitLab without an address', { ...gitlabJob, CI_JOB_TOKEN: 'job-secret' }, 'skipped', /nobody to ask/],
  [
    'another CI system',
    { JENKINS_URL: 'https://ci.example', BUILD_NUMBER: '1' },
    'skipped',
    /^no API is asked/,
  ],
])('%s', async (_, env, state, found) => {
  expect(await examined(env)).toMatchObject({ state, found: expect.stringMatching(found) });
});
