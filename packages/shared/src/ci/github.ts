import type { CiContext, Facts } from './context.ts';
import { type Environment, variable } from './environment.ts';
import { HEAD_MESSAGES, readGitHubChange } from './github-change.ts';
import type { JobInputs } from './github-inputs.ts';
import { commitOf, outcomeOf, runOf, timestampOf } from './github-run.ts';
import { withoutSecrets } from './github-secrets.ts';
import { knownFacts } from './known-facts.ts';
import { factAt, valueAt } from './payload.ts';

/** What only GitHub's API can add, and what it has to be asked by. */
export interface GitHubContext extends CiContext {
  /** Of GitHub or GitHub Enterprise Server; undefined when the runner does not say. */
  apiUrl: string | undefined;
  repository: { owner: string; name: string } | undefined;
  /** The pull request that is the change, when the payload names it. */
  pullRequest: number | undefined;
  /** The job that deploys, which is this one; undefined when the event tells of another run. */
  jobId: string | undefined;
  /** The commit came with this very event: GitHub may need a moment to know its pull requests. */
  isFresh: boolean;
  /** Why the run gets no secrets, if it gets none. */
  withoutSecrets: string | undefined;
}

/**
 * Reads what a run of GitHub Actions knows of its deployment: pure, from the variables that the runner sets and the
 * payload of the event. Whatever is not of the expected shape is left out.
 *
 * @param payload the parsed file of GITHUB_EVENT_PATH.
 */
export function readGitHub({
  env,
  payload,
  inputs,
}: {
  env: Environment;
  payload: unknown;
  inputs: JobInputs;
}): GitHubContext {
  const event = variable(env, 'GITHUB_EVENT_NAME')?.value ?? '';
  const change = readGitHubChange(event, env, payload);
  const run = runOf(event, env, payload, inputs);
  const facts: Facts = knownFacts({
    env: environmentOf(event, payload),
    timestamp: timestampOf(event, payload),
    build_commit_sha: commitOf(event, env, payload),
    build_id: run.id,
    build_url: run.url,
    description: descriptionOf(event, env, payload),
    initiator: initiatorOf(event, env, payload),
    deployment_start_time:
      event === 'workflow_run' ? factAt(payload, 'workflow_run.run_started_at') : undefined,
    ...windowOf(event, payload),
    ...change.facts,
  });
  const [owner = '', name = ''] = (variable(env, 'GITHUB_REPOSITORY')?.value ?? '').split('/');
  return {
    provider: 'GitHub Actions',
    facts,
    fallbacks: change.fallbacks,
    changeTexts: change.texts,
    ...outcomeOf(event, payload, inputs),
    apiUrl: variable(env, 'GITHUB_API_URL')?.value,
    repository: owner !== '' && name !== '' ? { owner, name } : undefined,
    pullRequest: change.pullRequest,
    jobId: tellsOfAnother(event) || inputs.checkRunId === '' ? undefined : inputs.checkRunId,
    isFresh: event === 'push',
    withoutSecrets: withoutSecrets(event, env, payload),
  };
}

/** Of these events the deployment was made by another job, and this one only reports it. */
function tellsOfAnother(event: string): boolean {
  return event === 'workflow_run' || event === 'deployment_status';
}

function isDeployment(event: string): boolean {
  return event === 'deployment' || event === 'deployment_status';
}

/** The job's own `environment:` is in no variable and in no payload. */
function environmentOf(event: string, payload: unknown) {
  if (isDeployment(event)) return factAt(payload, 'deployment.environment');
  return event === 'workflow_dispatch' ? factAt(payload, 'inputs.environment') : undefined;
}

function descriptionOf(event: string, env: Environment, payload: unknown) {
  const name = event === 'release' ? factAt(payload, 'release.name', 'release.tag_name') : undefined;
  const message = factAt(payload, ...HEAD_MESSAGES);
  const firstLine = message && { ...message, value: message.value.trim().split(/\r?\n/, 1)[0] ?? '' };
  return name ?? firstLine ?? variable(env, 'GITHUB_WORKFLOW');
}

function initiatorOf(event: string, env: Environment, payload: unknown) {
  if (event === 'schedule') return { value: 'schedule', source: 'env:GITHUB_EVENT_NAME' };
  const person = isDeployment(event)
    ? factAt(payload, 'deployment.creator.login')
    : event === 'release'
      ? factAt(payload, 'release.author.login')
      : undefined;
  return person ?? variable(env, 'GITHUB_TRIGGERING_ACTOR', 'GITHUB_ACTOR');
}

/** Whoever creates a deployment by the API may say its window in `payload`, which is an object, or JSON as text. */
function windowOf(event: string, payload: unknown) {
  if (!isDeployment(event)) return {};
  const path = 'deployment.payload';
  const parsed = { deployment: { payload: parsedIfText(valueAt(payload, path)) } };
  return {
    change_window_start: factAt(parsed, `${path}.change_window_start`),
    change_window_end: factAt(parsed, `${path}.change_window_end`),
  };
}

function parsedIfText(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
