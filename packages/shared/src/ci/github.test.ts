import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTimestamp } from '../validation/timestamp.ts';
import { buildEvent, type EventInputs } from './build-event.ts';
import { type GitHubContext, readGitHub } from './github.ts';
import { readFixtures, variablesOf } from './read-fixtures.fixture.ts';

interface Fixture {
  description: string;
  /** Besides those of `runner`; null for one that is not set. */
  env: Record<string, string | null>;
  payload: unknown;
  inputs: Partial<{ jobStatus: string; matrix: string; checkRunId: string }>;
  expected: GitHubContext;
}

const runner = {
  GITHUB_ACTOR: 'octocat',
  GITHUB_API_URL: 'https://api.github.com',
  GITHUB_JOB: 'deploy',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_RUN_ID: '4711',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_SHA: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  GITHUB_TRIGGERING_ACTOR: 'ada',
  GITHUB_WORKFLOW: 'Deploy',
};
const job = { jobStatus: 'success', matrix: 'null', checkRunId: '' };
const nothing: EventInputs = {
  entityId: '',
  timestamp: '',
  status: '',
  attributes: {},
  onCancelled: 'failed',
  environmentMap: '',
  changeIdPattern: '',
};

const fixtures = await readFixtures<Fixture>('github');

describe('the whole context of', () => {
  test.each(fixtures)('%s', (_, { env, payload, inputs, expected }) => {
    const context = readGitHub({ env: variablesOf(runner, env), payload, inputs: { ...job, ...inputs } });
    // As JSON, which has no members that are undefined.
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
  });
});

test('two orders of the keys of a matrix are one build, another matrix is another', () => {
  const idOf = (matrix: string) =>
    readGitHub({ env: { ...runner, GITHUB_EVENT_NAME: 'push' }, payload: {}, inputs: { ...job, matrix } })
      .facts.build_id?.value;
  expect(idOf('{"a":1,"b":[{"c":1,"d":2}]}')).toBe(idOf('{"b":[{"d":2,"c":1}],"a":1}'));
  expect(idOf('{"a":1}')).not.toBe(idOf('{"a":2}'));
  for (const none of ['null', '', '{}', '[]', '{', '"x"']) expect(idOf(none)).toBe('4711-2-deploy');
});

// Of what is not there the runner says nothing: no variable is needed.
test('without a single variable there is no fact, and no failure', () => {
  const context = readGitHub({
    env: {},
    payload: undefined,
    inputs: { jobStatus: '', matrix: '', checkRunId: '' },
  });
  expect(context).toMatchObject({
    facts: {},
    fallbacks: {},
    changeTexts: [],
    repository: undefined,
    apiUrl: undefined,
  });
});

/** What must hold of every run, whatever GitHub sends. */
function check(event: string, payload: unknown): void {
  const env = { ...runner, GITHUB_EVENT_NAME: event };
  const context = readGitHub({ env, payload, inputs: job });
  for (const fact of [
    ...Object.values(context.facts),
    ...Object.values(context.fallbacks),
    ...context.changeTexts,
  ]) {
    expect(fact.value.trim()).not.toBe('');
    expect(fact.source).toMatch(/^(env|payload|input):/);
  }
  const built = buildEvent(context, nothing, Date.parse('2026-03-01T12:00:00Z'));
  if (built.kind === 'skip') {
    expect(built.reason).toMatch(/^[A-Z].*\.$/s);
    return;
  }
  expect(parseTimestamp(built.event.timestamp ?? '')).toBeTypeOf('number');
  expect(Object.keys(built.sources).sort()).toEqual(
    ['timestamp', ...Object.keys(built.event.attributes ?? {})].sort(),
  );
}

test('every payload that GitHub publishes as an example gives sound facts', async () => {
  const file = new URL(import.meta.resolve('@octokit/webhooks-examples'));
  const webhooks: { name: string; examples: unknown[] }[] = JSON.parse(await readFile(file, 'utf8'));
  let examples = 0;
  for (const { name, examples: payloads } of webhooks) {
    for (const payload of payloads) {
      check(name, payload);
      if (name === 'pull_request') check('pull_request_target', payload);
      examples += 1;
    }
  }
  expect(examples).toBeGreaterThan(200);
});

test('no payload makes it fail', () => {
  const events = fc.constantFrom(
    'push',
    'pull_request',
    'pull_request_target',
    'deployment',
    'deployment_status',
    'release',
    'workflow_run',
    'workflow_dispatch',
    'schedule',
    'issue_comment',
    '',
  );
  const names = fc.constantFrom(
    'pull_request',
    'head',
    'base',
    'repo',
    'sha',
    'merged',
    'number',
    'deployment',
    'payload',
    'deployment_status',
    'state',
    'workflow_run',
    'conclusion',
    'action',
    'release',
    'published_at',
    'head_commit',
    'message',
    'commits',
    'inputs',
    'environment',
    '__proto__',
    'user',
    'login',
  );
  const { payload } = fc.letrec((tie) => ({
    payload: fc.oneof(
      { maxDepth: 5 },
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'completed',
        'success',
        'published',
        '2026-01-01T00:00:00Z',
        '2026-13-01',
        null,
        true,
        7,
      ),
      fc.array(tie('payload'), { maxLength: 3 }),
      fc.dictionary(names, tie('payload'), { maxKeys: 8 }),
    ),
  }));
  fc.assert(fc.property(events, payload, check), { numRuns: 2000 });
});
