import type { CiContext, Fact, Outcome } from './context.ts';
import { type Environment, variable } from './environment.ts';
import { knownFacts } from './known-facts.ts';

/** What only GitLab's API can add, and what it has to be asked by. */
export interface GitLabContext extends CiContext {
  /** Such as `https://gitlab.com/api/v4`; undefined when the runner does not say. */
  apiUrl: string | undefined;
  projectId: string | undefined;
  pipelineId: string | undefined;
  /** The merge request that is the change, when the pipeline is of one: its IID, and the id of its project. */
  mergeRequest: { iid: string; projectId: string | undefined } | undefined;
  /** Why the run may get no secrets, if it may not. */
  withoutSecrets: string | undefined;
  /** Things worth a line, such as a freeze. */
  notes: string[];
}

/** What is known of the job that deployed, when another one reports it. */
export interface RecordedJob {
  /** Variables that the job had, by name, and FINISHED_AT, when it ended. */
  variables: Environment;
  /** Where they come from, for `Fact.source`: `record`, `api:deployments`. */
  source: string;
}

/** When a recorded job ended, ISO 8601: a variable of ours, in the manner of CI_JOB_STARTED_AT. */
export const FINISHED_AT = 'MILEPOST_FINISHED_AT';

/** What differs from job to job of a pipeline: of the deploying job it is recorded, or not known. */
const OF_THE_JOB = /^CI_(JOB|ENVIRONMENT)_/;

/** Actions of an environment that deploy nothing. */
const NO_DEPLOYMENT = new Set(['stop', 'prepare', 'verify', 'access']);

const STATUSES: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'success'],
  ['failed', 'failed'],
  // Of a job that took too long, by newer runners.
  ['timedout', 'failed'],
  ['canceled', 'cancelled'],
]);

/**
 * Reads what a GitLab job knows of its deployment: pure, from the predefined variables
 * (docs.gitlab.com/ci/variables/predefined_variables).
 *
 * @param recorded the deploying job, when this job only reports.
 */
export function readGitLab(env: Environment, recorded?: RecordedJob): GitLabContext {
  const read = (...names: string[]) => firstOf(names, env, recorded);
  const mergeRequest = read('CI_MERGE_REQUEST_IID');
  const project = read('CI_MERGE_REQUEST_PROJECT_URL');
  const action = read('CI_ENVIRONMENT_ACTION')?.value;
  const texts = [
    read('CI_MERGE_REQUEST_TITLE'),
    read('CI_MERGE_REQUEST_DESCRIPTION'),
    read('CI_MERGE_REQUEST_SOURCE_BRANCH_NAME', 'CI_COMMIT_BRANCH'),
    read('CI_COMMIT_MESSAGE', 'CI_COMMIT_TITLE'),
  ];
  return {
    provider: 'GitLab CI',
    facts: knownFacts({
      env: read('CI_ENVIRONMENT_NAME'),
      timestamp: recorded && read(FINISHED_AT),
      build_id: read('CI_JOB_ID', 'CI_PIPELINE_ID'),
      // On merged results and merge trains CI_COMMIT_SHA is a temporary merge that nobody will find again.
      build_commit_sha: read('CI_MERGE_REQUEST_SOURCE_BRANCH_SHA', 'CI_COMMIT_SHA'),
      build_url: read('CI_JOB_URL', 'CI_PIPELINE_URL'),
      description: read('CI_COMMIT_TAG_MESSAGE', 'CI_COMMIT_TITLE'),
      initiator: read('GITLAB_USER_LOGIN'),
      change_id: mergeRequest,
      change_url: mergeRequest && project && mergeRequestUrl(project, mergeRequest),
      change_title: mergeRequest && read('CI_MERGE_REQUEST_TITLE'),
      deployment_start_time: read('CI_JOB_STARTED_AT'),
    }),
    fallbacks: {},
    ...outcomeOf(read('CI_JOB_STATUS')),
    ...(action !== undefined &&
      NO_DEPLOYMENT.has(action) && {
        skip: `the job's environment has the action ${action}, which deploys nothing`,
      }),
    changeTexts: texts.filter((text) => text !== undefined),
    apiUrl: read('CI_API_V4_URL')?.value,
    projectId: read('CI_PROJECT_ID')?.value,
    pipelineId: read('CI_PIPELINE_ID')?.value,
    mergeRequest: mergeRequest && {
      iid: mergeRequest.value,
      projectId: read('CI_MERGE_REQUEST_PROJECT_ID')?.value,
    },
    withoutSecrets: withoutSecrets(
      read('CI_MERGE_REQUEST_SOURCE_PROJECT_ID'),
      read('CI_MERGE_REQUEST_PROJECT_ID'),
    ),
    notes: read('CI_DEPLOY_FREEZE')
      ? ['The deployment was made during a deploy freeze (CI_DEPLOY_FREEZE).']
      : [],
  };
}

/** The first that is known; a recorded variable goes before that of the job that reports. */
function firstOf(names: string[], env: Environment, recorded: RecordedJob | undefined): Fact | undefined {
  for (const name of names) {
    const fact = recorded && variable(recorded.variables, name);
    if (fact) return { value: fact.value, source: `${recorded.source}:${name}` };
    const own = recorded && OF_THE_JOB.test(name) ? undefined : variable(env, name);
    if (own) return own;
  }
  return undefined;
}

function withoutSecrets(source: Fact | undefined, target: Fact | undefined): string | undefined {
  if (!source || !target || source.value === target.value) return undefined;
  return 'The merge request comes from a fork, whose pipelines get no secrets of this project.';
}

function mergeRequestUrl(project: Fact, { value, source }: Fact): Fact {
  return { value: `${project.value}/-/merge_requests/${value}`, source };
}

/** It is `running` until the job's scripts are over: known only to `after_script`. */
function outcomeOf(status: Fact | undefined): Pick<CiContext, 'outcome'> {
  const value = status && STATUSES.get(status.value);
  return value ? { outcome: { value, source: status.source } } : {};
}
