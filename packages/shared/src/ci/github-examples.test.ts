import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { DeployField } from './context.ts';
import { readGitHub } from './github.ts';
import { expectSound, job, runner } from './sound-run.fixture.ts';

// Read, not imported: of a JSON of this size tsc would make a type.
const file = new URL(import.meta.resolve('@octokit/webhooks-examples'));
const webhooks: { name: string; examples: unknown[] }[] = JSON.parse(await readFile(file, 'utf8'));
const examplesOf = new Map(webhooks.map(({ name, examples }) => [name, examples]));

function contextsOf(event: string, examples = examplesOf.get(event) ?? []) {
  return examples.map((payload) =>
    readGitHub({ env: { ...runner, GITHUB_EVENT_NAME: event }, payload, inputs: job }),
  );
}

test('there are examples to read', () => {
  expect(webhooks.length).toBeGreaterThan(50);
  expect(webhooks.flatMap(({ examples }) => examples).length).toBeGreaterThan(200);
});

describe('every payload that GitHub publishes as an example gives sound facts:', () => {
  test.each([...webhooks, { name: 'pull_request_target', examples: examplesOf.get('pull_request') ?? [] }])(
    '$name',
    ({ name, examples }) => {
      for (const context of contextsOf(name, examples)) expectSound(context);
    },
  );
});

// Fixtures are ours: this shows that GitHub has these facts where the code looks for them.
describe('some example fills', () => {
  test.each<[string, DeployField, string]>([
    ['push', 'description', 'head_commit.message'],
    ['pull_request', 'build_commit_sha', 'pull_request.head.sha'],
    ['pull_request', 'change_id', 'pull_request.number'],
    ['pull_request', 'change_url', 'pull_request.html_url'],
    ['pull_request', 'change_title', 'pull_request.title'],
    ['pull_request', 'change_author', 'pull_request.user.login'],
    ['pull_request_review', 'build_commit_sha', 'pull_request.head.sha'],
    ['deployment', 'env', 'deployment.environment'],
    ['deployment', 'initiator', 'deployment.creator.login'],
    ['deployment_status', 'env', 'deployment.environment'],
    ['deployment_status', 'timestamp', 'deployment_status.created_at'],
    ['deployment_status', 'initiator', 'deployment.creator.login'],
    ['release', 'timestamp', 'release.published_at'],
    ['release', 'description', 'release.tag_name'],
    ['release', 'initiator', 'release.author.login'],
    ['workflow_run', 'timestamp', 'workflow_run.updated_at'],
    ['workflow_run', 'build_commit_sha', 'workflow_run.head_sha'],
    ['workflow_run', 'build_id', 'workflow_run.id'],
    ['workflow_run', 'build_url', 'workflow_run.html_url'],
    ['workflow_run', 'description', 'workflow_run.head_commit.message'],
    ['workflow_run', 'deployment_start_time', 'workflow_run.run_started_at'],
    ['merge_group', 'description', 'merge_group.head_commit.message'],
  ])('of %s the field %s by %s', (event, field, path) => {
    expect(contextsOf(event).map(({ facts }) => facts[field]?.source)).toContain(`payload:${path}`);
  });

  test.each([
    ['deployment_status', 'deployment_status.state'],
    ['workflow_run', 'workflow_run.conclusion'],
  ])('of %s the outcome by %s', (event, path) => {
    expect(contextsOf(event).map(({ outcome }) => outcome?.source)).toContain(`payload:${path}`);
  });
});
