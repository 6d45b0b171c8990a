import type { CiContext, Fact, Outcome } from './context.ts';
import { type Environment, variable } from './environment.ts';
import { knownFacts } from './known-facts.ts';

/** What `env-ci` answers, as far as it is used: the members that it has for every CI system. */
export interface DetectedCi {
  /** `Jenkins`; absent outside of any CI system that is known. */
  name?: string | undefined;
  commit?: string | undefined;
  build?: string | number | undefined;
  buildUrl?: string | undefined;
  /** Of the job, where it differs from the build. */
  jobUrl?: string | undefined;
  branch?: string | undefined;
}

/** Variables by which CI systems tell how the job has gone so far, each in its own words. */
const STATUS_VARIABLES = [
  // Azure Pipelines
  'AGENT_JOBSTATUS',
  // Bitbucket Pipelines, in after-script
  'BITBUCKET_EXIT_CODE',
  // Buildkite, in hooks
  'BUILDKITE_COMMAND_EXIT_STATUS',
  // Drone and Woodpecker
  'DRONE_BUILD_STATUS',
  'CI_PIPELINE_STATUS',
  // Semaphore, in epilogues
  'SEMAPHORE_JOB_RESULT',
  // Travis CI
  'TRAVIS_TEST_RESULT',
];

/** Who started the build: Azure Pipelines, Buildkite, CircleCI, Jenkins with its plug-in build-user-vars. */
const INITIATORS = ['BUILD_REQUESTEDFOR', 'BUILDKITE_BUILD_CREATOR', 'CIRCLE_USERNAME', 'BUILD_USER_ID'];

/**
 * Words of CI systems for how a job ended, in lower case. `unstable` (Jenkins) and `succeededwithissues` (Azure
 * Pipelines) are those of jobs that did their work, with errors that were not fatal.
 */
const WORDS: Readonly<Record<Outcome, readonly string[]>> = {
  success: ['0', 'success', 'succeeded', 'passed', 'unstable', 'succeededwithissues'],
  failed: ['failure', 'failed', 'error', 'errored', 'timedout'],
  cancelled: ['cancelled', 'canceled', 'aborted', 'killed', 'stopped', 'skipped', 'not_built'],
};

/**
 * Reads what a job of any other CI system knows of its deployment: pure, from its variables and what the library
 * `env-ci` makes of them.
 *
 * @param message of the commit; empty when it is not known.
 * @param jobStatus what the user says of the job, in the words of the CI system; empty when nothing.
 */
export function readOther(
  env: Environment,
  detected: DetectedCi,
  message: string,
  jobStatus: string,
): CiContext {
  // Without a CI system it asks git.
  const { name = 'git' } = detected;
  const fact = (value: string | number | undefined): Fact | undefined =>
    value === undefined || String(value).trim() === '' ? undefined : { value: String(value), source: name };
  const branch = fact(detected.branch);
  return {
    provider: name,
    facts: knownFacts({
      build_id: fact(detected.build),
      build_commit_sha: fact(detected.commit),
      build_url: fact(urlOf(detected.jobUrl)) ?? fact(urlOf(detected.buildUrl)),
      initiator: variable(env, ...INITIATORS),
    }),
    fallbacks: {},
    ...outcomeOf(jobStatus === '' ? undefined : { value: jobStatus, source: 'input' }, env),
    changeTexts: [branch, fact(message)].filter((text) => text !== undefined),
  };
}

/** The library puts URLs together, also of what is not there. */
function urlOf(url: string | undefined): string | undefined {
  return url && /^https?:\/\//.test(url) && !/\bundefined\b/.test(url) ? url : undefined;
}

function outcomeOf(given: Fact | undefined, env: Environment): Pick<CiContext, 'outcome'> {
  const status = given ?? variable(env, ...STATUS_VARIABLES);
  const value = status && readOutcome(status.value);
  return value ? { outcome: { value, source: status.source } } : {};
}

/** What a CI system's word for the end of a job means, or its exit code; undefined for one that nobody knows. */
export function readOutcome(word: string): Outcome | undefined {
  const lower = word.trim().toLowerCase();
  for (const outcome of ['success', 'failed', 'cancelled'] as const) {
    if (WORDS[outcome].includes(lower)) return outcome;
  }
  return /^\d+$/.test(lower) ? 'failed' : undefined;
}
