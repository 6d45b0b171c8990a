import { describe, expect, test } from 'vitest';
import { readGitHub } from './github.ts';
import { job, runner } from './sound-run.fixture.ts';

function read(
  event: string,
  payload: unknown,
  changes: { env?: Record<string, string>; jobStatus?: string } = {},
) {
  const { env = {}, jobStatus = 'success' } = changes;
  return readGitHub({
    env: { ...runner, GITHUB_EVENT_NAME: event, ...env },
    payload,
    inputs: { ...job, jobStatus },
  });
}

test('two orders of the keys of a matrix are one build, another matrix is another', () => {
  const idOf = (matrix: string) =>
    readGitHub({ env: { ...runner, GITHUB_EVENT_NAME: 'push' }, payload: {}, inputs: { ...job, matrix } })
      .facts.build_id?.value;
  expect(idOf('{"a":1,"b":[{"c":1,"d":2}]}')).toBe(idOf('{"b":[{"d":2,"c":1}],"a":1}'));
  expect(idOf('{"a":1}')).not.toBe(idOf('{"a":2}'));
  expect(idOf('{"a":[1,2]}')).not.toBe(idOf('{"a":[2,1]}'));
  for (const none of ['null', '', '{}', '[]', '{', '"x"']) expect(idOf(none)).toBe('4711-2-deploy');
});

describe('a word that every object knows is no outcome', () => {
  test.each([
    ['push', {}, 'constructor'],
    ['deployment_status', { deployment_status: { state: 'constructor' } }, 'success'],
    ['workflow_run', { action: 'completed', workflow_run: { conclusion: 'toString' } }, 'success'],
  ])('of %s', (event, payload, jobStatus) => {
    const env = { ...runner, GITHUB_EVENT_NAME: event };
    expect(readGitHub({ env, payload, inputs: { ...job, jobStatus } })).not.toHaveProperty('outcome');
  });
});

test.each([
  ['success', 'success'],
  ['Success', 'success'],
  ['failure', 'failed'],
  ['cancelled', 'cancelled'],
  ['skipped', 'cancelled'],
  ['', undefined],
  ['failed', undefined],
])('a job that is %j has the outcome %s', (jobStatus, outcome) => {
  expect(read('push', {}, { jobStatus }).outcome?.value).toBe(outcome);
});

test.each([
  ['create', runner.GITHUB_SHA],
  ['repository_dispatch', runner.GITHUB_SHA],
  ['delete', undefined],
  ['check_run', undefined],
  ['issues', undefined],
])('of %s the commit is %s', (event, sha) => {
  expect(read(event, {}).facts.build_commit_sha?.value).toBe(sha);
});

test.each([
  ['published', true],
  ['released', true],
  ['prereleased', true],
  ['created', false],
  ['edited', false],
  [undefined, false],
])('a release that is %s was published now: %s', (action, isTime) => {
  const published = '2026-03-01T10:00:00Z';
  const { timestamp } = read('release', { action, release: { published_at: published } }).facts;
  expect(timestamp?.value).toBe(isTime ? published : undefined);
});

test('an environment or a window stands only in the payload of the event that it belongs to', () => {
  const payload = {
    deployment: { environment: 'production', payload: { change_window_end: '2026-03-02' } },
    inputs: { environment: 'staging' },
  };
  const { env, change_window_end } = read('repository_dispatch', payload).facts;
  expect([env, change_window_end]).toEqual([undefined, undefined]);
});

test.each([
  ['pull_request', true, true],
  ['pull_request_review', true, true],
  ['pull_request_review_comment', true, true],
  ['pull_request_target', false, false],
  ['push', false, true],
  ['create', false, true],
  ['deployment', false, true],
  ['deployment_status', false, true],
  ['workflow_run', false, false],
  ['schedule', false, false],
])("%s has no secrets of a fork's pull request: %s, of Dependabot: %s", (event, ofFork, ofDependabot) => {
  const payload = (fullName: string) => ({ pull_request: { head: { repo: { full_name: fullName } } } });
  expect(read(event, payload('mallory/shop')).withoutSecrets !== undefined).toBe(ofFork);
  const env = { GITHUB_ACTOR: 'dependabot[bot]' };
  expect(read(event, payload('acme/shop'), { env }).withoutSecrets !== undefined).toBe(ofDependabot);
  expect(read(event, payload('acme/shop')).withoutSecrets).toBeUndefined();
});

test('of thousands of commits the newest are searched for a change, the newest first', () => {
  const commits = Array.from({ length: 3000 }, (_, index) => ({ message: `commit ${index}` }));
  const texts = read('push', { commits })
    .changeTexts.slice(1)
    .map(({ value }) => value);
  expect(texts).toHaveLength(50);
  expect([texts.at(0), texts.at(-1)]).toEqual(['commit 2999', 'commit 2950']);
});

test('a number far behind in an endless line of a message is not searched', () => {
  const numberIn = (message: string) => read('push', { head_commit: { message } }).fallbacks.change_id?.value;
  expect(numberIn(`${'x'.repeat(900)} (#7)`)).toBe('7');
  expect(numberIn(`${'x'.repeat(1000)} (#7)`)).toBeUndefined();
  expect(numberIn('Merge pull request #12 from acme/carts (#7)')).toBe('12');
  expect(numberIn('Merge branch main\n\n(#7)')).toBeUndefined();
  expect(numberIn('Closes #7, see (#8a) and ( #9)')).toBeUndefined();
});
