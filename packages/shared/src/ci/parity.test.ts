import { expect, test } from 'vitest';
import { buildEvent, type EventInputs } from './build-event.ts';
import type { CiContext } from './context.ts';
import { EVENT_FIELDS, type EventField, fieldOf } from './event-fields.ts';
import { readGitHub } from './github.ts';
import { readGitLab } from './gitlab.ts';

// One deployment: ada deploys the commit of pull or merge request 7, "Add carts" by grace, to production.
const SHA = 'a1'.repeat(20);
const NOW = Date.parse('2026-03-01T10:05:00Z');
const inputs: EventInputs = {
  entityId: 'checkout',
  timestamp: '',
  status: '',
  attributes: { env: 'production', change_author: 'grace', deployment_start_time: '2026-03-01T10:00:00Z' },
  onCancelled: 'skip',
  environmentMap: '',
  changeIdPattern: '',
};

function onGitHub(event: string, jobStatus: string, payload: object): CiContext {
  return readGitHub({
    env: {
      GITHUB_EVENT_NAME: event,
      GITHUB_SERVER_URL: 'https://github.example',
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_RUN_ID: '100',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'deploy',
      GITHUB_SHA: event === 'pull_request' ? 'ff'.repeat(20) : SHA,
      GITHUB_ACTOR: 'ada',
      GITHUB_WORKFLOW: 'Deploy',
    },
    payload,
    inputs: { jobStatus, matrix: '', checkRunId: '' },
  });
}

function onGitLab(status: string, env: Record<string, string>): CiContext {
  return readGitLab({
    CI_COMMIT_SHA: SHA,
    CI_COMMIT_TITLE: 'Add carts',
    CI_COMMIT_MESSAGE: 'Add carts\n\nFor CHG42',
    CI_JOB_ID: '4711',
    CI_JOB_STATUS: status,
    CI_JOB_URL: 'https://gitlab.example/acme/shop/-/jobs/4711',
    GITLAB_USER_LOGIN: 'ada',
    ...env,
  });
}

/** What one CI system names by its own ids and addresses. */
const OWN: readonly EventField[] = ['build_id', 'build_url', 'change_url'];

function fieldsOf(context: CiContext, more: Partial<EventInputs> = {}) {
  const built = buildEvent(context, { ...inputs, ...more }, NOW);
  if (built.kind === 'skip') return { shared: built.reason };
  const shared = EVENT_FIELDS.filter((field) => !OWN.includes(field));
  return {
    shared: Object.fromEntries(shared.map((field) => [field, fieldOf(built.event, field)])),
    own: OWN.map((field) => fieldOf(built.event, field) !== undefined),
  };
}

const push = {
  head_commit: { id: SHA, message: 'Add carts\n\nFor CHG42' },
  repository: { default_branch: 'main' },
};
const pullRequest = {
  action: 'synchronize',
  pull_request: {
    number: 7,
    title: 'Add carts',
    body: 'For CHG42',
    html_url: 'https://github.example/acme/shop/pull/7',
    user: { login: 'grace' },
    head: { sha: SHA, ref: 'carts' },
    merged: false,
  },
};
const mergeRequest = {
  CI_COMMIT_SHA: 'ff'.repeat(20),
  CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: SHA,
  CI_MERGE_REQUEST_IID: '7',
  CI_MERGE_REQUEST_TITLE: 'Add carts',
  CI_MERGE_REQUEST_DESCRIPTION: 'For CHG42',
  CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.example/acme/shop',
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'carts',
};

test.each([
  ['a push', onGitHub('push', 'success', push), onGitLab('success', { CI_COMMIT_BRANCH: 'main' }), {}],
  ['a failed push', onGitHub('push', 'failure', push), onGitLab('failed', { CI_COMMIT_BRANCH: 'main' }), {}],
  ['a cancelled job', onGitHub('push', 'cancelled', push), onGitLab('canceled', {}), {}],
  [
    'a cancelled job that counts as failed',
    onGitHub('push', 'cancelled', push),
    onGitLab('canceled', {}),
    { onCancelled: 'failed' as const },
  ],
  [
    'the id of a change in a text',
    onGitHub('push', 'success', push),
    onGitLab('success', {}),
    { changeIdPattern: 'CHG\\d+' },
  ],
])('%s is the same event on GitHub and on GitLab', (_, github, gitlab, more) => {
  const [left, right] = [fieldsOf(github, more), fieldsOf(gitlab, more)];
  expect(left).toEqual(right);
  expect(left.shared).toBeTruthy();
});

test('a change under review is the same event, by the commit of its branch', () => {
  const github = onGitHub('pull_request', 'success', pullRequest);
  const gitlab = onGitLab('success', mergeRequest);
  // GitHub's payload of a pull request has no commit, whose first line GitLab tells.
  const description = { attributes: { ...inputs.attributes, description: 'Add carts' } };
  const [left, right] = [fieldsOf(github, description), fieldsOf(gitlab, description)];
  expect(left).toEqual(right);
  expect(left.shared).toMatchObject({ change_id: '7', change_title: 'Add carts', build_commit_sha: SHA });
  expect(left.own).toEqual([true, true, true]);
});
