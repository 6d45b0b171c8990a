import { createHash } from 'node:crypto';
import type { CiContext, Fact, Outcome } from './context.ts';
import { type Environment, variable } from './environment.ts';
import { isMerged } from './github-change.ts';
import type { JobInputs } from './github-inputs.ts';
import { factAt, numberAt, textAt } from './payload.ts';

/** Events whose GITHUB_SHA is the commit that the run is about. Of others it is a merge ref or the default branch. */
const SHA_IS_THE_COMMIT = new Set([
  'push',
  'deployment',
  'deployment_status',
  'release',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'merge_group',
  'create',
]);

/** The commit that was deployed. */
export function commitOf(event: string, env: Environment, payload: unknown): Fact | undefined {
  if (event.startsWith('pull_request')) {
    const merged = isMerged(payload) ? factAt(payload, 'pull_request.merge_commit_sha') : undefined;
    return merged ?? factAt(payload, 'pull_request.head.sha');
  }
  if (event === 'workflow_run') return factAt(payload, 'workflow_run.head_sha');
  const sha = SHA_IS_THE_COMMIT.has(event) ? variable(env, 'GITHUB_SHA') : undefined;
  // Of a deleted branch GitHub gives only zeros.
  return sha && /^0+$/.test(sha.value) ? undefined : sha;
}

/** When it happened, if not now. Of a release only its publication counts: later events carry the old date. */
export function timestampOf(event: string, payload: unknown): Fact | undefined {
  if (event === 'deployment_status') return factAt(payload, 'deployment_status.created_at');
  if (event === 'workflow_run') return factAt(payload, 'workflow_run.updated_at');
  const isPublication = ['published', 'released', 'prereleased'].includes(textAt(payload, 'action') ?? '');
  return event === 'release' && isPublication ? factAt(payload, 'release.published_at') : undefined;
}

/**
 * The run that deployed: an id that no other attempt, job or leg of a matrix has, and its page. Two calls of one
 * reusable workflow share it: the runner names the job as the called file does.
 */
export function runOf(
  event: string,
  env: Environment,
  payload: unknown,
  { matrix, checkRunId }: JobInputs,
): { id: Fact | undefined; url: Fact | undefined } {
  if (event === 'workflow_run') return payloadRun(payload);
  const run = variable(env, 'GITHUB_RUN_ID');
  if (!run) return { id: undefined, url: undefined };
  const attempt = variable(env, 'GITHUB_RUN_ATTEMPT')?.value;
  const job = variable(env, 'GITHUB_JOB')?.value;
  const parts = [run.value, attempt, job, matrixHash(matrix)].filter((part) => part !== undefined);
  const server = variable(env, 'GITHUB_SERVER_URL')?.value;
  const repository = variable(env, 'GITHUB_REPOSITORY')?.value;
  const page = server && repository ? `${server}/${repository}/actions/runs/${run.value}` : undefined;
  return { id: { ...run, value: parts.join('-') }, url: page === undefined ? undefined : urlOf(page) };

  function urlOf(page: string): Fact {
    if (checkRunId !== '') return { value: `${page}/job/${checkRunId}`, source: 'input:check-run-id' };
    return {
      value: attempt === undefined ? page : `${page}/attempts/${attempt}`,
      source: 'env:GITHUB_RUN_ID',
    };
  }
}

function payloadRun(payload: unknown): { id: Fact | undefined; url: Fact | undefined } {
  const id = numberAt(payload, 'workflow_run.id');
  const attempt = numberAt(payload, 'workflow_run.run_attempt');
  const url = factAt(payload, 'workflow_run.html_url');
  const ending = attempt === undefined ? '' : `/attempts/${attempt}`;
  return {
    id:
      id === undefined
        ? undefined
        : { value: [id, attempt].filter(Boolean).join('-'), source: 'payload:workflow_run.id' },
    url: url && { ...url, value: `${url.value}${ending}` },
  };
}

/** Eight hex digits that tell the legs of a matrix apart, whatever the order of its keys. */
function matrixHash(matrix: string): string | undefined {
  try {
    const value: unknown = JSON.parse(matrix);
    if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return undefined;
    return createHash('sha256')
      .update(JSON.stringify(sorted(value)))
      .digest('hex')
      .slice(0, 8);
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}

/** How it ended, by the payload or else by the job itself; or why it did not end. */
export function outcomeOf(
  event: string,
  payload: unknown,
  { jobStatus }: JobInputs,
): Pick<CiContext, 'outcome' | 'skip'> {
  if (event === 'deployment_status') {
    const state = factAt(payload, 'deployment_status.state');
    return ended(state, STATES, `the deployment is ${state?.value ?? 'in no known state'}`);
  }
  if (event === 'workflow_run') {
    const conclusion = factAt(payload, 'workflow_run.conclusion');
    const isOver = textAt(payload, 'action') === 'completed' && conclusion !== undefined;
    if (!isOver) return { skip: 'the workflow run is not completed' };
    return ended(conclusion, CONCLUSIONS, `the workflow run ended as ${conclusion.value}`);
  }
  const outcome = JOB_STATUSES.get(jobStatus.toLowerCase());
  return outcome ? { outcome: { value: outcome, source: 'input:job-status' } } : {};
}

function ended(fact: Fact | undefined, outcomes: ReadonlyMap<string, Outcome>, otherwise: string) {
  const value = fact && outcomes.get(fact.value);
  return value
    ? { outcome: { value, source: fact.source } }
    : { skip: `${otherwise}, which is no deployment's end` };
}

// Maps: of an object `constructor` would be an outcome, too.
const STATES: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'success'],
  ['failure', 'failed'],
  ['error', 'failed'],
]);
const CONCLUSIONS: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'success'],
  ['failure', 'failed'],
  ['timed_out', 'failed'],
  ['startup_failure', 'failed'],
]);
const JOB_STATUSES: ReadonlyMap<string, Outcome> = new Map([
  ['success', 'success'],
  ['failure', 'failed'],
  ['cancelled', 'cancelled'],
  ['skipped', 'cancelled'],
]);
