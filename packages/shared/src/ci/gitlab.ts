import type { CiContext, Fact, Outcome } from './context.ts';
import { type Environment, variable } from './environment.ts';
import { knownFacts } from './known-facts.ts';

/** What only GitLab's API can add, and what it has to be asked by. */
export interface GitLabContext extends CiContext {
  /** Such as `https://gitlab.com/api/v4`; undefined when the runner does not say. */
  apiUrl: string | undefined;
  projectId: string | undefined;
  /** The merge request that is the change (its IID), when the pipeline is of one. */
  mergeRequest: string | undefined;
  /** Things worth a line, such as a freeze. */
  notes: string[];
}

/** Actions of an environment that deploy nothing. */
const NO_DEPLOYMENT = new Set(['stop', 'prepare', 'verify', 'access']);

const STATUSES: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'success'],
  ['failed', 'failed'],
  ['canceled', 'cancelled'],
]);

/**
 * Reads what a GitLab job knows of its deployment: pure, from the predefined variables
 * (docs.gitlab.com/ci/variables/predefined_variables).
 */
export function readGitLab(env: Environment): GitLabContext {
  const mergeRequest = variable(env, 'CI_MERGE_REQUEST_IID');
  const project = variable(env, 'CI_MERGE_REQUEST_PROJECT_URL');
  const action = variable(env, 'CI_ENVIRONMENT_ACTION')?.value;
  const texts = [
    variable(env, 'CI_MERGE_REQUEST_TITLE'),
    variable(env, 'CI_MERGE_REQUEST_DESCRIPTION'),
    variable(env, 'CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_BRANCH'),
    variable(env, 'CI_COMMIT_MESSAGE', 'CI_COMMIT_TITLE'),
  ];
  return {
    provider: 'GitLab CI',
    facts: knownFacts({
      env: variable(env, 'CI_ENVIRONMENT_NAME'),
      build_id: variable(env, 'CI_JOB_ID', 'CI_PIPELINE_ID'),
      // On merged results and merge trains CI_COMMIT_SHA is a temporary merge that nobody will find again.
      build_commit_sha: variable(env, 'CI_MERGE_REQUEST_SOURCE_BRANCH_SHA', 'CI_COMMIT_SHA'),
      build_url: variable(env, 'CI_JOB_URL', 'CI_PIPELINE_URL'),
      description: variable(env, 'CI_COMMIT_TAG_MESSAGE', 'CI_COMMIT_TITLE'),
      initiator: variable(env, 'GITLAB_USER_LOGIN'),
      change_id: mergeRequest,
      change_url: mergeRequest && project && mergeRequestUrl(project, mergeRequest),
      change_title: mergeRequest && variable(env, 'CI_MERGE_REQUEST_TITLE'),
      deployment_start_time: variable(env, 'CI_JOB_STARTED_AT'),
    }),
    fallbacks: {},
    ...outcomeOf(variable(env, 'CI_JOB_STATUS')),
    ...(action !== undefined &&
      NO_DEPLOYMENT.has(action) && {
        skip: `the job's environment has the action ${action}, which deploys nothing`,
      }),
    changeTexts: texts.filter((text) => text !== undefined),
    apiUrl: variable(env, 'CI_API_V4_URL')?.value,
    projectId: variable(env, 'CI_PROJECT_ID')?.value,
    mergeRequest: mergeRequest?.value,
    notes: variable(env, 'CI_DEPLOY_FREEZE')
      ? ['The deployment was made during a deploy freeze (CI_DEPLOY_FREEZE).']
      : [],
  };
}

function mergeRequestUrl(project: Fact, { value, source }: Fact): Fact {
  return { value: `${project.value}/-/merge_requests/${value}`, source };
}

/** It is `running` until the job's scripts are over: known only to `after_script`. */
function outcomeOf(status: Fact | undefined): Pick<CiContext, 'outcome'> {
  const value = status && STATUSES.get(status.value);
  return value ? { outcome: { value, source: status.source } } : {};
}
