import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { examplePayload } from '../examples.ts';
import { report } from '../report.fixture.ts';
import type { StepToRun } from '../run-action.ts';

const SHA = '6113728f27ae82c7b1a177c8d03f9e96e0adf246';
const HEAD = 'ec26c3e57ca3a959ca5aad62de7213c562f8c821';
const MERGE = 'c4295bd74fb0f4fda03689c3df3f2803b658fd85';
const ACCOUNT = 'e0000000-0000-4000-8000-000000000001';
const CHECKOUT = 'e0000000-0000-4000-8000-000000000011';
const DEPLOY = '04252f20-4000-470a-a1eb-88bf5bb648d2';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator[Symbol.asyncDispose]());

interface Kind {
  step: Omit<StepToRun, 'inputs'> & { inputs?: Record<string, string> };
  /** The event's time, when the payload gives it; the time of the run otherwise. */
  timestamp?: string;
  attributes: Record<string, string>;
}

/** Of every run that is about itself. */
const ownRun = {
  status: 'success',
  build_id: '9876543210-1-deploy',
  build_url: 'https://github.com/Codertocat/Hello-World/actions/runs/9876543210/attempts/1',
};
const pullRequest = {
  change_id: '2',
  change_url: 'https://github.com/Codertocat/Hello-World/pull/2',
  change_title: 'Update the README with new information.',
  change_author: 'Codertocat',
};

const ofPullRequest = (sha: string) => ({
  ...ownRun,
  ...pullRequest,
  env: 'production',
  build_commit_sha: sha,
  description: 'Deploy',
  initiator: 'octocat',
});

const kinds: Record<string, Kind> = {
  push: {
    step: {
      eventName: 'push',
      payload: examplePayload('push', 4, { 'head_commit.message': 'Add carts (#41)\n\nLonger text.' }),
    },
    attributes: {
      ...ownRun,
      env: 'production',
      build_commit_sha: SHA,
      description: 'Add carts (#41)',
      initiator: 'octocat',
      change_id: '41',
      change_url: 'https://github.com/Codertocat/Hello-World/pull/41',
    },
  },
  'pull_request, open': {
    step: {
      eventName: 'pull_request',
      payload: examplePayload('pull_request', 22),
      env: { GITHUB_SHA: 'f'.repeat(40) },
    },
    attributes: ofPullRequest(HEAD),
  },
  'pull_request, merged': {
    step: {
      eventName: 'pull_request',
      payload: examplePayload('pull_request', 3, { 'pull_request.merged': true }),
    },
    attributes: ofPullRequest(MERGE),
  },
  'pull_request, closed and not merged': {
    step: { eventName: 'pull_request', payload: examplePayload('pull_request', 3) },
    attributes: ofPullRequest(HEAD),
  },
  'pull_request_target, where GITHUB_SHA is the default branch': {
    step: { eventName: 'pull_request_target', payload: examplePayload('pull_request', 22) },
    attributes: ofPullRequest(HEAD),
  },
  'pull_request_target, merged': {
    step: {
      eventName: 'pull_request_target',
      payload: examplePayload('pull_request', 3, { 'pull_request.merged': true }),
    },
    attributes: ofPullRequest(MERGE),
  },
  'deployment, with a change window in its payload': {
    step: {
      eventName: 'deployment',
      payload: examplePayload('deployment', 0, {
        'deployment.payload': {
          change_window_start: '2026-03-01T20:00:00Z',
          change_window_end: '2026-03-01',
        },
      }),
      inputs: { env: '' },
    },
    attributes: {
      ...ownRun,
      env: 'production',
      build_commit_sha: SHA,
      description: 'Deploy',
      initiator: 'Codertocat',
      change_window_start: '2026-03-01T20:00:00Z',
      change_window_end: '2026-03-01',
    },
  },
  'deployment_status, success': {
    step: {
      eventName: 'deployment_status',
      payload: examplePayload('deployment_status', 0),
      inputs: { env: '' },
      expressions: { 'job.status': 'failure' },
    },
    timestamp: '2019-05-15T15:20:55.000Z',
    attributes: {
      ...ownRun,
      env: 'production',
      build_commit_sha: SHA,
      description: 'Deploy',
      initiator: 'Codertocat',
    },
  },
  'deployment_status, error': {
    step: {
      eventName: 'deployment_status',
      payload: examplePayload('deployment_status', 0, { 'deployment_status.state': 'error' }),
      inputs: { env: '' },
    },
    timestamp: '2019-05-15T15:20:55.000Z',
    attributes: {
      ...ownRun,
      status: 'failed',
      env: 'production',
      build_commit_sha: SHA,
      description: 'Deploy',
      initiator: 'Codertocat',
    },
  },
  release: {
    step: {
      eventName: 'release',
      payload: examplePayload('release', 10, { 'release.name': 'Spring 🌱' }),
      env: { GITHUB_REF: 'refs/tags/0.0.1', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: '0.0.1' },
    },
    timestamp: '2019-05-15T15:20:53.000Z',
    attributes: {
      ...ownRun,
      env: 'production',
      build_commit_sha: SHA,
      description: 'Spring 🌱',
      initiator: 'Codertocat',
    },
  },
  schedule: {
    step: { eventName: 'schedule', payload: { schedule: '0 3 * * *' } },
    attributes: {
      ...ownRun,
      env: 'production',
      build_commit_sha: SHA,
      description: 'Deploy',
      initiator: 'schedule',
    },
  },
  'workflow_dispatch, with an environment': {
    step: {
      eventName: 'workflow_dispatch',
      payload: examplePayload('workflow_dispatch', 0, { inputs: { environment: 'staging' } }),
      inputs: { env: '' },
    },
    attributes: {
      ...ownRun,
      env: 'staging',
      build_commit_sha: SHA,
      description: 'Deploy',
      initiator: 'octocat',
    },
  },
  'workflow_run, where GITHUB_SHA is the default branch': {
    step: { eventName: 'workflow_run', payload: examplePayload('workflow_run', 1) },
    timestamp: '2020-10-05T16:33:49.000Z',
    attributes: {
      env: 'production',
      status: 'success',
      build_id: '289782451-1',
      build_commit_sha: '3484a3fb816e0859fd6e1cea078d76385ff50625',
      build_url: 'https://github.com/octo-org/octo-repo/actions/runs/289782451/attempts/1',
      description: 'build(test): check workflow run event payload',
      initiator: 'octocat',
      deployment_start_time: '2020-10-05T16:33:49Z',
    },
  },
  'a leg of a matrix, with its own page': {
    step: {
      eventName: 'push',
      payload: examplePayload('push', 4),
      expressions: { 'toJSON(matrix)': '{ "region": "eu", "tier": 1 }', 'job.check_run_id': '77' },
      inputs: { 'detect-change': 'false' },
    },
    attributes: {
      ...ownRun,
      build_id: '9876543210-1-deploy-0c830a47',
      build_url: 'https://github.com/Codertocat/Hello-World/actions/runs/9876543210/job/77',
      env: 'production',
      build_commit_sha: SHA,
      description: 'Initial commit',
      initiator: 'octocat',
    },
  },
  'a job that failed': {
    step: { eventName: 'push', payload: examplePayload('push', 4), expressions: { 'job.status': 'failure' } },
    attributes: {
      ...ownRun,
      status: 'failed',
      env: 'production',
      build_commit_sha: SHA,
      description: 'Initial commit',
      initiator: 'octocat',
    },
  },
};

describe('the event that is stored of', () => {
  test.each(Object.entries(kinds))('%s', async (_, { step, timestamp, attributes }) => {
    const begun = Date.now();
    await using run = await report({
      ...step,
      inputs: { ...emulator.inputs, ...step.inputs },
    });
    expect(run.main.annotations.filter(({ level }) => level === 'error')).toEqual([]);
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'reported', accepted: '1', rejected: '0', reason: '' },
    });
    const ids: string[] = JSON.parse(run.main.outputs['event-ids'] ?? '');
    const stored = (await emulator.events()).find(({ id }) => id === ids[0]);
    expect(stored).toEqual({
      id: ids[0],
      type: 'event-deploy',
      entityId: CHECKOUT,
      blueprintId: DEPLOY,
      timestamp: timestamp ?? expect.any(String),
      accountId: ACCOUNT,
      attributes,
      createdAt: expect.any(String),
    });
    if (timestamp === undefined) {
      const happened = Date.parse(stored?.timestamp ?? '');
      expect(happened).toBeGreaterThanOrEqual(begun);
      expect(happened).toBeLessThanOrEqual(Date.now());
    }
    // Post has nothing to do, and says nothing.
    expect(run.post).toMatchObject({ exitCode: 0, log: '', outputs: {} });
  });
});

describe('no event, and no failure, but a reason, of', () => {
  const skipped: [string, Omit<StepToRun, 'inputs'>, RegExp][] = [
    [
      'a deployment that is in progress',
      { eventName: 'deployment_status', payload: examplePayload('deployment_status', 1) },
      /in_progress/,
    ],
    [
      'a workflow run that was cancelled',
      {
        eventName: 'workflow_run',
        payload: examplePayload('workflow_run', 1, { 'workflow_run.conclusion': 'cancelled' }),
      },
      /cancelled/,
    ],
    [
      'a workflow run that only began',
      { eventName: 'workflow_run', payload: examplePayload('workflow_run', 3) },
      /not completed/,
    ],
    [
      'a cancelled job',
      { eventName: 'push', payload: examplePayload('push', 4), expressions: { 'job.status': 'cancelled' } },
      /cancelled/,
    ],
  ];
  test.each(skipped)('%s', async (_, step, reason) => {
    const before = (await emulator.events()).length;
    await using run = await report({
      ...step,
      inputs: { 'base-url': emulator.url, 'api-key': emulator.apiKey, 'entity-id': 'checkout' },
    });
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: {
        outcome: 'skipped',
        reason: expect.stringMatching(reason),
        accepted: '0',
        'event-ids': '[]',
      },
    });
    expect(run.main.summary).toContain('No deployment reported');
    expect((await emulator.events()).length).toBe(before);
  });

  test.each([
    ['the pull request of a fork', { 'pull_request.head.repo.full_name': 'mallory/Hello-World' }, {}],
    ['the pull request of a fork that is gone', { 'pull_request.head.repo': null }, {}],
    ["Dependabot's pull request", {}, { GITHUB_ACTOR: 'dependabot[bot]' }],
  ])('%s, which has no secrets', async (_, changes, env) => {
    await using run = await report({
      eventName: 'pull_request',
      payload: examplePayload('pull_request', 22, changes),
      env,
      // What `${{ secrets.X }}` is there.
      inputs: { 'base-url': emulator.url, 'api-key': '', 'entity-id': 'checkout' },
    });
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'skipped', reason: expect.stringMatching(/secrets/) },
    });
    expect(run.main.annotations.filter(({ level }) => level !== 'debug')).toEqual([
      {
        level: 'notice',
        message: expect.stringMatching(/^No deployment reported: .*secrets/),
        properties: {},
      },
    ]);
  });
});
