import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { examplePayload, push } from '../examples.ts';
import { type ApiAnswers, startGitHubApi } from '../github-api.fixture.ts';
import { report, undelivered } from '../report.fixture.ts';
import type { StepToRun } from '../run-action.ts';

const SHA = '6113728f27ae82c7b1a177c8d03f9e96e0adf246';
const REPOSITORY = 'GET /repos/Codertocat/Hello-World';
const PULLS = `${REPOSITORY}/commits/${SHA}/pulls`;
const REVIEWS = `${REPOSITORY}/pulls/2/reviews`;
const JOB = `${REPOSITORY}/actions/jobs/77`;
const TOKEN = 'ghs_token_of_the_job';

const pull = {
  ...Object(examplePayload('pull_request', 3)['pull_request']),
  title: 'CHG0042: new carts',
  merged_at: '2026-03-01T10:00:00Z',
  merge_commit_sha: SHA,
};
const approval = { user: { login: 'grace' }, state: 'APPROVED' };
const lookedUp = {
  change_id: '2',
  change_url: 'https://github.com/Codertocat/Hello-World/pull/2',
  change_title: 'CHG0042: new carts',
  change_author: 'Codertocat',
};

let emulator: TestEmulator;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
afterAll(() => emulator[Symbol.asyncDispose]());

/** Runs a push, unless told otherwise, with a token and a stand-in of GitHub's API. */
async function run(answers: ApiAnswers, { inputs, env, ...step }: Partial<StepToRun> = {}) {
  await using api = await startGitHubApi(answers);
  await using done = await report({
    ...push,
    ...step,
    inputs: { ...emulator.inputs, 'github-token': TOKEN, ...inputs },
    env: { GITHUB_API_URL: api.url, ...env },
  });
  expect(done.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported' } });
  const [stored] = await emulator.events();
  return { main: done.main, attributes: stored?.attributes ?? {}, questions: api.questions() };
}

describe('after a push', () => {
  test('two questions give the change and its approver, and the summary says where from', async () => {
    const { main, attributes, questions } = await run({
      [PULLS]: { body: [pull] },
      [REVIEWS]: { body: [approval] },
    });
    expect(attributes).toMatchObject({ ...lookedUp, change_approver: 'grace' });
    expect(questions).toEqual([PULLS, REVIEWS]);
    expect(main.annotations.filter(({ level }) => level === 'warning')).toEqual([]);
    expect(main.summary).toContain(
      '<code>change_title</code></td><td>CHG0042: new carts</td><td>api:commits/{sha}/pulls</td>',
    );
    expect(main.summary).toContain('<td>grace</td><td>api:pulls/{number}/reviews</td>');
  });

  test('a change-id-pattern finds its id in the title, and wins over the number', async () => {
    const { attributes } = await run(
      { [PULLS]: { body: [pull] }, [REVIEWS]: { body: [] } },
      { inputs: { 'change-id-pattern': 'CHG\\d+' } },
    );
    expect(attributes).toMatchObject({ ...lookedUp, change_id: 'CHG0042' });
  });

  test('without the permission the rest is reported, and the permission is named', async () => {
    const body = { message: 'Resource not accessible by integration' };
    const { main, attributes } = await run({ [PULLS]: { status: 403, body } });
    expect(attributes).not.toHaveProperty('change_id');
    expect(main.annotations).toContainEqual({
      level: 'warning',
      message: expect.stringMatching(/no change id, which Change Failure Rate needs.*pull-requests: read/),
      properties: {},
    });
    expect(main.summary).toContain('the job needs the permission pull-requests: read');
  });

  test('the number in the commit message counts only when the API knows none', async () => {
    const payload = examplePayload('push', 4, { 'head_commit.message': 'Squashed (#7)' });
    const known = await run({ [PULLS]: { body: [pull] }, [REVIEWS]: { body: [] } }, { payload });
    expect(known.attributes['change_id']).toBe('2');
    const unknown = await run({ [PULLS]: { body: [] } }, { payload });
    expect(unknown.attributes['change_id']).toBe('7');
    expect(unknown.questions).toEqual([PULLS, PULLS]);
  });

  test('the start of the job is asked for when there is a question left', async () => {
    const { attributes } = await run(
      { [PULLS]: { body: [] }, [JOB]: { body: { started_at: '2026-03-01T10:00:00Z' } } },
      {
        eventName: 'schedule',
        payload: { schedule: '0 3 * * *' },
        expressions: { 'job.check_run_id': '77' },
      },
    );
    expect(attributes['deployment_start_time']).toBe('2026-03-01T10:00:00Z');
  });
});

describe('no question is asked', () => {
  test('when the inputs say it all', async () => {
    const { questions, attributes } = await run(
      {},
      {
        inputs: {
          'change-id': 'CHG1',
          'change-url': 'https://t.example/CHG1',
          'change-title': 'T',
          'change-author': 'ada',
          'change-approver': 'grace',
          'deployment-start-time': '2026-03-01T10:00:00Z',
        },
      },
    );
    expect(questions).toEqual([]);
    expect(attributes).toMatchObject({ change_id: 'CHG1', change_approver: 'grace' });
  });

  test.each([
    ['with detect-change off', { 'detect-change': 'false' }],
    ['without a token', { 'github-token': '' }],
  ])('%s', async (_, inputs) => {
    expect((await run({}, { inputs })).questions).toEqual([]);
  });
});

test('of a pull request the payload says all but the approver: one question', async () => {
  const { questions, attributes } = await run(
    { [REVIEWS]: { body: [approval] } },
    {
      eventName: 'pull_request',
      payload: examplePayload('pull_request', 3, { 'pull_request.merged': true }),
    },
  );
  expect(questions).toEqual([REVIEWS]);
  expect(attributes).toMatchObject({ change_id: '2', change_approver: 'grace' });
});

test('a GitHub that does not answer costs no deployment', async () => {
  const { main } = await run({}, { env: { GITHUB_API_URL: 'http://127.0.0.1:9' } });
  expect(main.annotations).toContainEqual({
    level: 'warning',
    message: expect.stringContaining("GitHub's API did not answer"),
    properties: {},
  });
});

test('a cancelled job does not wait for GitHub', async () => {
  await using api = await startGitHubApi({ [PULLS]: { hang: true } });
  await using cancelled = await report({
    ...push,
    inputs: { ...emulator.inputs, 'github-token': TOKEN },
    env: { GITHUB_API_URL: api.url },
    interrupt: { signal: 'SIGINT', when: () => api.asked.length > 0 },
  });
  expect(cancelled.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'undelivered' } });
  expect(cancelled.main.milliseconds).toBeLessThan(3000);
  expect(await undelivered(cancelled)).toHaveLength(1);
});
