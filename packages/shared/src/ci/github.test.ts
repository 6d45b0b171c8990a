import { describe, expect, test } from 'vitest';
import { type GitHubContext, readGitHub } from './github.ts';
import type { JobInputs } from './github-inputs.ts';
import { readFixtures, variablesOf } from './read-fixtures.fixture.ts';
import { expectSound, job, runner } from './sound-run.fixture.ts';

interface Fixture {
  description: string;
  /** Besides those of `runner`; null for one that is not set. */
  env: Record<string, string | null>;
  payload: unknown;
  inputs: Partial<JobInputs>;
  expected: GitHubContext;
}

const fixtures = await readFixtures<Fixture>('github');

describe('the whole context of', () => {
  test.each(fixtures)('%s', (_, { env, payload, inputs, expected }) => {
    const context = readGitHub({ env: variablesOf(runner, env), payload, inputs: { ...job, ...inputs } });
    // As JSON, which has no members that are undefined.
    expect(JSON.parse(JSON.stringify(context))).toEqual(expected);
    expectSound(context);
  });
});

describe('the fixtures have', () => {
  // Those of the design, and those whose commit or secrets the code tells apart.
  test.each([
    'push',
    'pull_request',
    'pull_request_target',
    'pull_request_review',
    'deployment',
    'deployment_status',
    'release',
    'schedule',
    'workflow_dispatch',
    'workflow_run',
    'merge_group',
    'repository_dispatch',
    'issue_comment',
  ])('the event %s', (event) => {
    expect(fixtures.map(([, { env }]) => env['GITHUB_EVENT_NAME'])).toContain(event);
  });

  test.each([
    ...['success', 'failure', 'error', 'pending', 'inactive'].map((state) => ['deployment_status', state]),
    ...['success', 'failure', 'timed_out', 'startup_failure', 'cancelled'].map((end) => [
      'workflow_run',
      end,
    ]),
  ])('a %s that is %s', (event, end) => {
    const payloads = fixtures.flatMap(([, { env, payload }]) =>
      env['GITHUB_EVENT_NAME'] === event ? [payload] : [],
    );
    expect(payloads).toContainEqual(
      expect.objectContaining({
        [event ?? '']: expect.objectContaining({
          [event === 'workflow_run' ? 'conclusion' : 'state']: end,
        }),
      }),
    );
  });
});
