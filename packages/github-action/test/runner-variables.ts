import { dirname } from 'node:path';
import type { ActionInput } from './read-action.ts';

/** The expressions that action.yml has as defaults, and what the runner makes of them. */
export interface Expressions {
  'job.status': string;
  'job.check_run_id': string;
  'github.token': string;
  'toJSON(matrix)': string;
  'runner.temp': string;
}

/**
 * `INPUT_…` as the runner sets it: names in upper case, hyphens kept, every declared input present, given or not.
 *
 * @throws Error for an input that action.yml does not declare (the runner only warns, a test has a typo).
 */
export function inputVariables(
  declared: Record<string, ActionInput>,
  given: Record<string, string>,
  expressions: Expressions,
): Record<string, string> {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length > 0) throw new Error(`action.yml has no input ${unknown.join(', ')}`);
  return Object.fromEntries(
    Object.entries(declared).map(([name, input]) => [
      `INPUT_${name.replaceAll(' ', '_').toUpperCase()}`,
      given[name] ?? evaluate(input.default ?? '', expressions),
    ]),
  );
}

function evaluate(template: string, expressions: Expressions): string {
  return template.replace(/\$\{\{\s*(.*?)\s*\}\}/g, (_, expression: string) => {
    const found = Object.entries(expressions).find(([name]) => name === expression);
    if (!found) throw new Error(`the test has no value of \${{ ${expression} }}`);
    return String(found[1]);
  });
}

/** The variables of every step, for a repository of GitHub's own examples. */
export function runnerVariables(job: {
  eventName: string;
  payloadFile: string;
  home: string;
  temp: string;
  workspace: string;
}): Record<string, string> {
  return {
    CI: 'true',
    // Where Node is, so that nothing else is needed.
    PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: job.home,
    LANG: 'C.UTF-8',
    GITHUB_ACTION: '__milepost-dev_milepost',
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTION_REF: 'v1',
    GITHUB_ACTION_REPOSITORY: 'milepost-dev/milepost',
    GITHUB_ACTOR: 'octocat',
    GITHUB_ACTOR_ID: '583231',
    // Nobody listens there: a test that means GitHub's API says where its stand-in is.
    GITHUB_API_URL: 'http://127.0.0.1:9',
    GITHUB_BASE_REF: '',
    GITHUB_EVENT_NAME: job.eventName,
    GITHUB_EVENT_PATH: job.payloadFile,
    GITHUB_GRAPHQL_URL: 'http://127.0.0.1:9/graphql',
    GITHUB_HEAD_REF: '',
    GITHUB_JOB: 'deploy',
    GITHUB_REF: 'refs/heads/main',
    GITHUB_REF_NAME: 'main',
    GITHUB_REF_PROTECTED: 'false',
    GITHUB_REF_TYPE: 'branch',
    GITHUB_REPOSITORY: 'Codertocat/Hello-World',
    GITHUB_REPOSITORY_ID: '186853002',
    GITHUB_REPOSITORY_OWNER: 'Codertocat',
    GITHUB_REPOSITORY_OWNER_ID: '21031067',
    GITHUB_RETENTION_DAYS: '90',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_RUN_ID: '9876543210',
    GITHUB_RUN_NUMBER: '42',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_SHA: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    GITHUB_TRIGGERING_ACTOR: 'octocat',
    GITHUB_WORKFLOW: 'Deploy',
    GITHUB_WORKFLOW_REF: 'Codertocat/Hello-World/.github/workflows/deploy.yml@refs/heads/main',
    GITHUB_WORKFLOW_SHA: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
    GITHUB_WORKSPACE: job.workspace,
    RUNNER_ARCH: 'X64',
    RUNNER_ENVIRONMENT: 'github-hosted',
    RUNNER_NAME: 'GitHub Actions 1',
    RUNNER_OS: 'Linux',
    RUNNER_TEMP: job.temp,
    RUNNER_TOOL_CACHE: '/opt/hostedtoolcache',
  };
}
