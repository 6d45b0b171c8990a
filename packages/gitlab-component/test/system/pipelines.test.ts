import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type StoredEvent,
  startTestEmulator,
  type TestEmulator,
} from '../../../emulator/test/start-test-emulator.fixture.ts';
import { readExamples } from '../read-templates.ts';
import { type Pipeline, type PipelineEnd, startGitLab } from './gitlab.fixture.ts';

const examples = await readExamples();
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const tag = {
  variables: { CI_COMMIT_TAG: 'v1.2', CI_COMMIT_TAG_MESSAGE: 'Carts for all', CI_COMMIT_MESSAGE: 'For CHG0042' },
  without: ['CI_COMMIT_BRANCH'],
};
const mergeRequest = {
  variables: {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_COMMIT_REF_SLUG: 'carts',
    CI_MERGE_REQUEST_ID: '9007',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_TITLE: 'Add carts',
    CI_MERGE_REQUEST_DESCRIPTION: '',
    CI_MERGE_REQUEST_PROJECT_ID: '1217',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1217',
    CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.example/acme/shop',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'carts',
    // Set in merged results pipelines only; CI_COMMIT_SHA is a temporary commit there.
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
  },
  without: ['CI_COMMIT_BRANCH'],
};
const change = {
  change_id: '7',
  change_title: 'Add carts',
  change_url: 'https://gitlab.example/acme/shop/-/merge_requests/7',
};

let emulator: TestEmulator;
let gitlab: Awaited<ReturnType<typeof startGitLab>>;
let token: string;
beforeAll(async () => {
  emulator = await startTestEmulator(['--no-rate-limit']);
  gitlab = await startGitLab();
  token = await emulator.token({});
  for (const entity of ['shop', 'payments']) await emulator.entity(entity);
});
afterAll(async () => {
  await gitlab[Symbol.asyncDispose]();
  await emulator[Symbol.asyncDispose]();
});

/** Runs an example in a project that has the service in its variables; answers what was stored, oldest first. */
async function runExample(
  name: string,
  pipeline: Partial<Pipeline> = {},
): Promise<{ end: PipelineEnd; stored: StoredEvent[] }> {
  const text = examples.get(name) ?? '';
  const before = new Set((await emulator.events()).map(({ id }) => id));
  const project = { MILEPOST_BASE_URL: emulator.url, MILEPOST_TOKEN: token };
  const end = await gitlab.pipeline({ ...pipeline, text, variables: { ...project, ...pipeline.variables } });
  expect(end.output).not.toContain(token);
  const stored = (await emulator.events()).filter(({ id }) => !before.has(id));
  return { end, stored: stored.sort((a, b) => (a.entityId ?? '').localeCompare(b.entityId ?? '')) };
}

/** The whole event of a deployment that succeeded, but for what differs. */
function deployment(commit: string, entityId: string, attributes: Record<string, unknown> = {}) {
  return {
    id: expect.any(String),
    type: 'deployment',
    entityId,
    blueprintId: 'deployment',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.000)?Z$/),
    accountId: expect.any(String),
    createdAt: expect.any(String),
    attributes: {
      env: 'production',
      status: 'success',
      build_id: expect.stringMatching(/^\d+$/),
      build_url: expect.stringMatching(/^https:\/\/gitlab\.example\/acme\/shop\/-\/jobs\/\d+$/),
      build_commit_sha: commit,
      description: 'Carts',
      initiator: 'ada',
      deployment_start_time: expect.stringMatching(DATE),
      ...attributes,
    },
  };
}

const failing = { files: { 'deploy.sh': '#!/bin/sh\nexit 3\n' } };

describe('deploy.yml', () => {
  test('a push to the default branch is reported, as the deploying job recorded it', async () => {
    const { end, stored } = await runExample('deploy.yml');

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([deployment(end.commit, 'shop')]);
    const [record = ''] = Object.values(await end.artifacts('deploy-production'));
    const [, id] = /^CI_JOB_ID=(\d+)$/m.exec(record) ?? [];
    expect(stored[0]?.attributes['build_id']).toBe(id);
    const [, finished = ''] = /^MILEPOST_FINISHED_AT=(.*)$/m.exec(record) ?? [];
    expect(Date.parse(stored[0]?.timestamp ?? '')).toBe(Date.parse(finished));
  });

  test('a deployment that failed is reported as failed, and the pipeline fails as it would', async () => {
    const { end, stored } = await runExample('deploy.yml', failing);

    expect(end.exitCode).not.toBe(0);
    expect(stored).toEqual([deployment(end.commit, 'shop', { status: 'failed' })]);
  });

  test('when the service is not there, the pipeline passes, and what was not delivered is kept', async () => {
    const { end } = await runExample('deploy.yml', { variables: { MILEPOST_BASE_URL: 'http://127.0.0.1:9' } });

    expect(end.exitCode, end.output).toBe(0);
    const { 'milepost-undelivered.ndjson': kept = '' } = await end.artifacts('report-deployment');
    expect(JSON.parse(kept)).toMatchObject({ events: [{ entityId: 'shop', attributes: { env: 'production' } }] });
  });

  test('a wrong token fails the pipeline', async () => {
    const { end, stored } = await runExample('deploy.yml', { variables: { MILEPOST_TOKEN: 'wrong-token' } });

    expect(end.exitCode).not.toBe(0);
    expect(stored).toEqual([]);
    expect(end.output).toContain('401');
    expect(end.output).not.toContain('wrong-token');
  });
});

test('tag.yml: a tag is reported with its message, and with the change that it names', async () => {
  const { end, stored } = await runExample('tag.yml', tag);

  expect(end.exitCode, end.output).toBe(0);
  expect(stored).toEqual([
    deployment(end.commit, 'checkout', { description: 'Carts for all', change_id: 'CHG0042' }),
  ]);
});

test('several-services.yml: each service is an event, the failed one is failed', async () => {
  const files = { 'deploy.sh': '#!/bin/sh\ntest "$1" = checkout\n' };
  const { end, stored } = await runExample('several-services.yml', { files });

  expect(end.exitCode).not.toBe(0);
  expect(stored).toEqual([
    deployment(end.commit, 'checkout', { env: 'production/checkout' }),
    deployment(end.commit, 'payments', { env: 'production/payments', status: 'failed' }),
  ]);
});

test('manual.yml: what somebody starts by hand is reported when it is over', async () => {
  const { end, stored } = await runExample('manual.yml', { manual: ['deploy-production'] });

  expect(end.exitCode, end.output).toBe(0);
  expect(stored).toEqual([deployment(end.commit, 'checkout')]);
});

describe('review-app.yml', () => {
  test('the review app of a merge request is reported with the merge request as the change', async () => {
    const { end, stored } = await runExample('review-app.yml', mergeRequest);

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([deployment(end.commit, 'checkout', { ...change, env: 'review' })]);
  });

  test('in a merged results pipeline the commit is that of the branch', async () => {
    const variables = {
      ...mergeRequest.variables,
      CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'b2'.repeat(20),
    };
    const { end, stored } = await runExample('review-app.yml', { ...mergeRequest, variables });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([deployment('b2'.repeat(20), 'checkout', { ...change, env: 'review' })]);
  });

  test('a job that stops the environment is not reported', async () => {
    const variables = { ...mergeRequest.variables, CI_ENVIRONMENT_ACTION: 'stop' };
    const { end, stored } = await runExample('review-app.yml', { ...mergeRequest, variables });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([]);
    expect(end.output).toContain('the action stop, which deploys nothing');
  });

  test('without a deploying job there is nothing to report', async () => {
    const { end, stored } = await runExample('review-app.yml');

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([]);
    const { '.gitlab-ci-reports/dotenv/milepost.env': outputs } = await end.artifacts('report-deployment');
    expect(outputs).toContain('MILEPOST_OUTCOME=skipped\nMILEPOST_REASON=No job of this pipeline recorded');
  });
});

test('outputs.yml: a later job reads what became of the report', async () => {
  const { end, stored } = await runExample('outputs.yml');

  expect(end.exitCode, end.output).toBe(0);
  expect(stored).toEqual([deployment(end.commit, 'checkout')]);
  expect(end.output).toContain(`reported, 1 stored as ["${stored[0]?.id}"]`);
});

describe('in-the-job.yml', () => {
  test.each([
    ['succeeded', {}, 'success'],
    ['failed', failing, 'failed'],
  ])('a job that %s reports itself', async (_, pipeline, status) => {
    const { end, stored } = await runExample('in-the-job.yml', pipeline);

    expect(stored).toEqual([deployment(end.commit, 'shop', { status })]);
  });
});

test("the component's own project tries itself before it releases", async () => {
  const { path, commit, project } = gitlab.component;
  const { end } = await gitlab.check({ path, commit, project });
  expect(end.exitCode, end.output).toBe(0);
});
