import type { DeployField } from '../ci/context.ts';
import type { Found, Gap } from '../ci/found.ts';
import type { GitHubContext } from '../ci/github.ts';
import { textAt } from '../ci/payload.ts';
import type { Event } from '../event/event.ts';
import { ApiError } from './api-error.ts';
import { approversOf, type PullRequest, pullRequestOf, pullRequestsOf } from './github-pull-request.ts';

/** One question to GitHub's API, such as `GET /repos/{owner}/{repo}`; answers the body. @throws ApiError */
export type AskGitHub = (route: string, parameters: Record<string, string | number>) => Promise<unknown>;

/** A way to ask GitHub, for as long as a deployment may wait for it. */
export interface GitHubApi {
  ask: AskGitHub;
  /** A short pause, for what GitHub will know in a moment; ends early with the patience. */
  pause(ms: number): Promise<void>;
}

/** What is to be looked up, and what to look it up by. */
export interface Wanted {
  owner: string;
  repo: string;
  /** The commit whose pull request is the change. */
  sha: string | undefined;
  /** The pull request, when the run names it. */
  pullRequest: number | undefined;
  /** The job whose start is the deployment's. */
  jobId: string | undefined;
  /** The commit was pushed a moment ago: GitHub may not know its pull requests yet. */
  isFresh: boolean;
  /** How else the start of the job can be known: a clause for a person. */
  startHint: string;
  /** Fields that nothing else gives. */
  fields: ReadonlySet<DeployField>;
}

/** Each question costs a deployment time; the change goes first, the start of the job last. */
const MOST_QUESTIONS = 2;
const RETRY_AFTER_MS = 1000;
const CHANGE: readonly DeployField[] = ['change_id', 'change_url', 'change_title', 'change_author'];

/**
 * Asks GitHub for the change, its approval and the start of the job, as far as they are wanted. Never throws: what
 * cannot be found is a gap, with the permission that would fill it.
 */
export async function lookUpChange({ ask, pause }: GitHubApi, wanted: Wanted): Promise<Found> {
  const { owner, repo, sha, jobId, isFresh, fields } = wanted;
  const found: Found = { facts: {}, changeTexts: [], gaps: [] };
  const changeFields = CHANGE.filter((field) => fields.has(field));
  let questions = 0;

  async function attempt<T>(
    gap: Gap,
    permission: string,
    question: () => Promise<T>,
  ): Promise<T | undefined> {
    questions += 1;
    try {
      return await question();
    } catch (error) {
      const isForbidden = error instanceof ApiError && error.forbidden;
      const remedy = isForbidden ? `; the job needs the permission ${permission}` : '';
      // Whatever it is, the deployment is reported without it.
      found.gaps.push({
        ...gap,
        reason: `${error instanceof Error ? error.message : String(error)}${remedy}`,
      });
      return undefined;
    }
  }

  async function pullRequest(): Promise<PullRequest | undefined> {
    const { pullRequest: number } = wanted;
    const gap = { fields: [...changeFields], reason: '' };
    if (number !== undefined) {
      const route = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
      return await attempt(gap, 'pull-requests: read', async () =>
        pullRequestOf(await ask(route, { owner, repo, pull_number: number }), 'api:pulls/{number}'),
      );
    }
    if (sha === undefined) return undefined;
    const route = 'GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls';
    const ofCommit = () => ask(route, { owner, repo, commit_sha: sha, per_page: 100 });
    return await attempt(gap, 'pull-requests: read (and contents: read)', async () => {
      const first = pullRequestsOf(await ofCommit(), sha);
      if (first.length > 0 || !isFresh) return first[0];
      await pause(RETRY_AFTER_MS);
      return pullRequestsOf(await ofCommit(), sha)[0];
    });
  }

  const change = changeFields.length > 0 ? await pullRequest() : undefined;
  if (change) {
    Object.assign(found.facts, change.facts);
    found.changeTexts.push(...change.texts);
  }

  const number = change?.number ?? wanted.pullRequest;
  if (number !== undefined && fields.has('change_approver')) {
    const gap: Gap = { fields: ['change_approver'], reason: '' };
    const approvers = await attempt(gap, 'pull-requests: read', () =>
      approversOf(ask, { owner, repo, number }),
    );
    if (approvers) found.facts.change_approver = approvers;
  }

  if (jobId !== undefined && fields.has('deployment_start_time')) {
    const gap: Gap = { fields: ['deployment_start_time'], reason: '' };
    if (questions >= MOST_QUESTIONS) {
      gap.reason = `not looked up, to spare a call of the API; ${wanted.startHint}`;
      found.gaps.push(gap);
    } else {
      const route = 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}';
      const job = await attempt(gap, 'actions: read', () => ask(route, { owner, repo, job_id: jobId }));
      const startedAt = textAt(job, 'started_at');
      if (startedAt)
        found.facts.deployment_start_time = { value: startedAt, source: 'api:actions/jobs/{id}' };
    }
  }
  return found;
}

const LOOKED_UP = [...CHANGE, 'change_approver', 'deployment_start_time'] as const;

/**
 * Looks up what an event of this run lacks.
 *
 * @param connect is called with the address of the API, when there is something to ask.
 * @param startHint how else the start of the job can be known: a clause for a person.
 */
export async function lookUpForGitHub(
  { attributes = {} }: Event,
  { repository, apiUrl, pullRequest, jobId, isFresh }: GitHubContext,
  connect: (apiUrl: string) => GitHubApi,
  startHint: string,
): Promise<Found | undefined> {
  const fields = new Set(LOOKED_UP.filter((field) => attributes[field] === undefined));
  if (!repository || !apiUrl || fields.size === 0) return undefined;
  const { owner, name: repo } = repository;
  const commit = attributes['build_commit_sha'];
  const sha = typeof commit === 'string' ? commit : undefined;
  return await lookUpChange(connect(apiUrl), {
    owner,
    repo,
    sha,
    pullRequest,
    jobId,
    isFresh,
    fields,
    startHint,
  });
}
