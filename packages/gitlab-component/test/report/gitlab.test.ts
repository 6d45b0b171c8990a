import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { startGitHubApi as startApi } from '../../../github-action/test/github-api.fixture.ts';
import { gitlabJob, mergeRequestPipeline } from '../gitlab-job.fixture.ts';
import { runMilepost } from '../run-milepost.ts';

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator[Symbol.asyncDispose]());

const production = { ...gitlabJob, CI_ENVIRONMENT_NAME: 'production', CI_JOB_STATUS: 'success' };
const whole = {
  env: 'production',
  status: 'success',
  build_id: '4711',
  build_commit_sha: gitlabJob.CI_COMMIT_SHA,
  build_url: gitlabJob.CI_JOB_URL,
  description: 'Carts',
  initiator: 'ada',
  deployment_start_time: '2026-03-01T10:00:00Z',
};

let entities = 0;

/** Reports in a job with these variables; answers what was stored, oldest first. */
async function report(env: Record<string, string>, args: string[] = [], files: Record<string, string> = {}) {
  entities += 1;
  const entity = await emulator.entity(`gitlab-${entities}`);
  const cwd = await mkdtemp(join(tmpdir(), 'milepost-gitlab-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(join(cwd, 'milepost-deployments'), { recursive: true });
      await writeFile(join(cwd, 'milepost-deployments', name), text);
    }
    const service = { MILEPOST_INPUT_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
    const run = await runMilepost(['report', '--entity-id', entity, ...args], {
      env: { ...service, ...env },
      cwd,
    });
    const stored = (await emulator.events(entity)).reverse();
    return { run, stored, attributes: stored.map(({ attributes }) => attributes) };
  } finally {
    await rm(cwd, { recursive: true });
  }
}

describe('the deploying job reports itself', () => {
  const tag = { CI_COMMIT_TAG: 'v1.2', CI_COMMIT_TAG_MESSAGE: 'Carts for all', CI_COMMIT_BRANCH: '' };
  const merged = {
    ...mergeRequestPipeline,
    CI_COMMIT_SHA: 'ff'.repeat(20),
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'b2'.repeat(20),
  };
  const change = {
    change_id: '7',
    change_title: 'Add carts',
    change_url: 'https://gitlab.example/acme/shop/-/merge_requests/7',
  };
  test.each([
    ['from a branch', {}, [], whole],
    ['from a tag', tag, [], { ...whole, description: 'Carts for all' }],
    ['that failed', { CI_JOB_STATUS: 'failed' }, [], { ...whole, status: 'failed' }],
    ['of a merge request', mergeRequestPipeline, [], { ...whole, ...change }],
    [
      'of a merged results pipeline, by the commit of the branch',
      merged,
      [],
      { ...whole, ...change, build_commit_sha: 'b2'.repeat(20) },
    ],
    [
      'with the id of a change in its texts',
      mergeRequestPipeline,
      ['--change-id-pattern', 'CHG\\d+'],
      { ...whole, ...change, change_id: 'CHG42' },
    ],
    [
      'cancelled, which counts as failed',
      { CI_JOB_STATUS: 'canceled' },
      ['--on-cancelled', 'failed'],
      { ...whole, status: 'failed' },
    ],
    ['to a mapped environment', {}, ['--environment-map', 'prod* = live'], { ...whole, env: 'live' }],
  ])('%s', async (_, env, args, expected) => {
    const { run, attributes, stored } = await report({ ...production, ...env }, args);
    expect(run).toMatchObject({ exitCode: 0 });
    expect(attributes).toEqual([expected]);
    expect(stored[0]).toMatchObject({ type: 'event-deploy', timestamp: expect.stringMatching(/^20/) });
  });

  test.each([
    ['cancelled', { CI_JOB_STATUS: 'canceled' }, /cancelled, and on-cancelled is skip/],
    ['of a stopped environment', { CI_ENVIRONMENT_ACTION: 'stop' }, /action stop, which deploys nothing/],
    [
      'of a fork without secrets',
      { ...mergeRequestPipeline, CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '6', MILEPOST_API_KEY: '' },
      /from a fork/,
    ],
  ])('a job %s reports nothing, and that is no failure', async (_, env, reason) => {
    const { run, stored } = await report({ ...production, ...env });
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(reason) });
    expect(stored).toEqual([]);
  });

  test('a deploy freeze is told', async () => {
    const { run, stored } = await report({ ...production, CI_DEPLOY_FREEZE: '1' });
    expect(run.stderr).toMatch(/note: .*deploy freeze/);
    expect(stored).toHaveLength(1);
  });
});

describe('another job reports', () => {
  const reporter = {
    ...gitlabJob,
    CI_JOB_ID: '5000',
    CI_JOB_STATUS: 'running',
    MILEPOST_INPUT_RECORD: 'milepost-deployments',
  };
  const record = (more: Record<string, string> = {}) =>
    Object.entries({
      CI_JOB_STATUS: 'failed',
      CI_JOB_ID: '4711',
      CI_JOB_URL: gitlabJob.CI_JOB_URL,
      CI_JOB_STARTED_AT: '2026-03-01T10:00:00Z',
      CI_ENVIRONMENT_NAME: 'production',
      GITLAB_USER_LOGIN: 'grace',
      MILEPOST_FINISHED_AT: '2026-03-01T10:05:00Z',
      ...more,
    })
      .map(([name, value]) => `${name}=${value}\n`)
      .join('');

  test('what the deploying job recorded, with the time when that ended', async () => {
    const { run, stored } = await report(reporter, [], { '4711.env': record() });
    expect(run.exitCode).toBe(0);
    expect(stored).toMatchObject([
      {
        timestamp: '2026-03-01T10:05:00.000Z',
        attributes: { ...whole, status: 'failed', initiator: 'grace' },
      },
    ]);
  });

  test('several jobs, each with an entity of its own; one that was stopped is told', async () => {
    const other = await emulator.entity('gitlab-other');
    const { run, stored } = await report(reporter, [], {
      '9.env': record({ CI_JOB_ID: '9' }),
      '10.env': record({ CI_JOB_ID: '10', MILEPOST_ENTITY_ID: other }),
      '11.env': record({ CI_JOB_ID: '11', CI_ENVIRONMENT_ACTION: 'stop' }),
    });
    expect(run).toMatchObject({ exitCode: 0, stderr: expect.stringMatching(/action stop/) });
    expect(stored.map(({ attributes }) => attributes['build_id'])).toEqual(['9']);
    expect((await emulator.events(other)).map(({ attributes }) => attributes['build_id'])).toEqual(['10']);
  });

  test("without a record GitLab's Deployments API tells", async () => {
    await using api = await startApi({
      'GET /projects/5/deployments': {
        body: [
          {
            id: 1,
            status: 'success',
            sha: gitlabJob.CI_COMMIT_SHA,
            user: { username: 'grace' },
            environment: { name: 'production' },
            deployable: {
              id: 4711,
              name: 'deploy',
              web_url: gitlabJob.CI_JOB_URL,
              started_at: '2026-03-01T10:00:00Z',
              finished_at: '2026-03-01T10:05:00.000Z',
              pipeline: { id: 99 },
            },
          },
        ],
      },
    });
    const gitlab = { CI_API_V4_URL: api.url, CI_JOB_TOKEN: 'glcbt-job-secret' };
    const { run, stored } = await report({ ...reporter, ...gitlab }, ['--no-detect-change']);
    expect(run.exitCode).toBe(0);
    expect(stored).toMatchObject([
      { timestamp: '2026-03-01T10:05:00.000Z', attributes: { ...whole, initiator: 'grace' } },
    ]);
    expect(api.questions()).toEqual(['GET /projects/5/deployments']);
  });

  test('nothing when nobody knows of a deployment, and says why', async () => {
    await using api = await startApi({});
    const gitlab = { CI_API_V4_URL: api.url, CI_JOB_TOKEN: 'glcbt-job-secret' };
    const { run, stored } = await report({ ...reporter, ...gitlab });
    expect(run).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(
        /No job of this pipeline recorded a deployment, and GitLab cannot be asked \(GitLab's API answered 404/,
      ),
    });
    expect(stored).toEqual([]);
  });

  test('what the user says of the pipeline, when nobody else knows', async () => {
    const { attributes } = await report(reporter, ['--env', 'production', '--status', 'success']);
    const { deployment_start_time, ...rest } = whole;
    expect(attributes).toEqual([{ ...rest, build_id: '99', build_url: gitlabJob.CI_PIPELINE_URL }]);
  });
});

describe('the merge request of the commit', () => {
  const mergeRequest = {
    iid: 7,
    project_id: 5,
    title: 'Add carts',
    state: 'merged',
    merge_commit_sha: gitlabJob.CI_COMMIT_SHA,
    author: { username: 'grace' },
    web_url: 'https://gitlab.example/acme/shop/-/merge_requests/7',
  };
  const ofCommit = `GET /projects/5/repository/commits/${gitlabJob.CI_COMMIT_SHA}/merge_requests`;
  const approvals = 'GET /projects/5/merge_requests/7/approvals';
  const change = {
    change_id: '7',
    change_title: 'Add carts',
    change_author: 'grace',
    change_url: mergeRequest.web_url,
  };

  test("is asked with the job's token, which is not shown the approvals", async () => {
    await using api = await startApi({ [ofCommit]: { body: [mergeRequest] } });
    const gitlab = { CI_API_V4_URL: api.url, CI_JOB_TOKEN: 'glcbt-job-secret' };
    const { run, attributes } = await report({ ...production, ...gitlab }, ['--json']);
    expect(attributes).toEqual([{ ...whole, ...change }]);
    expect(JSON.parse(run.stdout)).toMatchObject({
      outcome: 'reported',
      sources: { change_id: 'api:repository/commits/{sha}/merge_requests' },
      gaps: [{ fields: ['change_approver'], reason: expect.stringMatching(/read_api/) }],
    });
  });

  test('is asked with a token of its own, which is', async () => {
    await using api = await startApi({
      [ofCommit]: { body: [mergeRequest] },
      [approvals]: { body: { approved_by: [{ user: { username: 'edsger' } }] } },
    });
    const gitlab = { CI_API_V4_URL: api.url, MILEPOST_INPUT_GITLAB_TOKEN: 'glpat-own-secret' };
    const { attributes } = await report({ ...production, ...gitlab });
    expect(attributes).toEqual([{ ...whole, ...change, change_approver: 'edsger' }]);
  });

  test('does not keep a deployment from being reported when GitLab hangs', async () => {
    await using api = await startApi({ [ofCommit]: { hang: true } });
    const gitlab = { CI_API_V4_URL: api.url, CI_JOB_TOKEN: 'glcbt-job-secret' };
    const { run, attributes } = await report({ ...production, ...gitlab });
    expect(attributes).toEqual([whole]);
    expect(run.milliseconds).toBeLessThan(15_000);
  });
});
