import type { DeployField } from '../ci/context.ts';
import type { Found, Gap } from '../ci/found.ts';
import type { GitLabContext } from '../ci/gitlab.ts';
import type { Event } from '../event/event.ts';
import { ApiError } from './api-error.ts';
import { approversOf, type MergeRequest, mergeRequestOf, mergeRequestsOf } from './gitlab-merge-request.ts';
import type { Api } from './open-api.ts';

/** What is to be looked up at GitLab, and what to look it up by. */
export interface WantedOfGitLab {
  projectId: string;
  /** The commit whose merge request is the change. */
  sha: string | undefined;
  /** The merge request, when the pipeline is of one. */
  mergeRequest: { iid: string; projectId: string | undefined } | undefined;
  /** Whether the token is a user's or a project's own: the one of the job may not read all. */
  isOwnToken: boolean;
  /** Fields that nothing else gives. */
  fields: ReadonlySet<DeployField>;
}

const CHANGE: readonly DeployField[] = ['change_id', 'change_url', 'change_title', 'change_author'];
const OF_COMMIT = 'api:repository/commits/{sha}/merge_requests';

/**
 * Asks GitLab for the merge request that is the change, and for its approval, as far as they are wanted: two
 * questions at most. Never throws: what cannot be found is a gap, with the token that would fill it.
 */
export async function lookUpMergeRequest(api: Api, wanted: WantedOfGitLab): Promise<Found> {
  const { sha, isOwnToken, fields } = wanted;
  const found: Found = { facts: {}, changeTexts: [], gaps: [] };
  const project = encodeURIComponent(wanted.projectId);
  const known = wanted.mergeRequest;
  const target = known?.projectId ?? wanted.projectId;

  async function attempt<T>(gapFields: DeployField[], question: () => Promise<T>): Promise<T | undefined> {
    try {
      return await question();
    } catch (error) {
      found.gaps.push({ fields: gapFields, reason: reasonOf(error, isOwnToken) });
      return undefined;
    }
  }

  async function mergeRequest(): Promise<MergeRequest | undefined> {
    if (known && isOwnToken) {
      const path = `/projects/${encodeURIComponent(target)}/merge_requests/${encodeURIComponent(known.iid)}`;
      return mergeRequestOf((await api.get(path)).body, 'api:merge_requests/{iid}');
    }
    if (sha === undefined) return undefined;
    // The one question about merge requests that the token of a job may ask.
    const path = `/projects/${project}/repository/commits/${encodeURIComponent(sha)}/merge_requests`;
    const all = mergeRequestsOf((await api.get(path, { per_page: 100 })).body, sha, OF_COMMIT);
    return known ? all.find(({ iid }) => String(iid) === known.iid) : all[0];
  }

  const changeFields = CHANGE.filter((field) => fields.has(field));
  const change = changeFields.length > 0 ? await attempt(changeFields, mergeRequest) : undefined;
  if (change) {
    Object.assign(found.facts, change.facts);
    found.changeTexts.push(...change.texts);
  }

  const iid = change?.iid ?? known?.iid;
  if (iid === undefined || !fields.has('change_approver')) return found;
  if (!isOwnToken) {
    const gap: Gap = {
      fields: ['change_approver'],
      reason: `approvals are not shown to CI_JOB_TOKEN; ${REMEDY}`,
    };
    found.gaps.push(gap);
    return found;
  }
  const path = `/projects/${encodeURIComponent(change?.projectId ?? target)}/merge_requests/${iid}/approvals`;
  const approvers = await attempt(['change_approver'], async () =>
    approversOf((await api.get(path)).body, 'api:merge_requests/{iid}/approvals'),
  );
  if (approvers) found.facts.change_approver = approvers;
  return found;
}

const REMEDY = 'give gitlab-token, a token with the scope read_api';

function reasonOf(error: unknown, isOwnToken: boolean): string {
  if (!(error instanceof ApiError)) return String(error);
  const isRefused = error.forbidden || error.status === 401;
  if (!isRefused) return error.message;
  return `${error.message}; ${isOwnToken ? 'gitlab-token needs the scope read_api' : REMEDY}`;
}

/**
 * Looks up what an event of this pipeline lacks.
 *
 * @param isOwnToken whether the API is asked with a token of a user or a project, not with the job's own.
 */
export async function lookUpForGitLab(
  { attributes = {} }: Event,
  { projectId, mergeRequest }: GitLabContext,
  api: Api,
  isOwnToken: boolean,
): Promise<Found | undefined> {
  const wanted = [...CHANGE, 'change_approver'] as const;
  const fields = new Set(wanted.filter((field) => attributes[field] === undefined));
  if (projectId === undefined || fields.size === 0) return undefined;
  const commit = attributes['build_commit_sha'];
  const sha = typeof commit === 'string' ? commit : undefined;
  return await lookUpMergeRequest(api, { projectId, sha, mergeRequest, isOwnToken, fields });
}
