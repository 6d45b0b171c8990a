import { type Api, ApiError, type Page } from '@milepost/shared/api';
import { type GitLabContext, listAt, textAt } from '@milepost/shared/ci';
import { type Finding, failed, ok, warning } from './finding.ts';

const READ_API = 'Give GITLAB_TOKEN, a token with the scope read_api.';

/**
 * Whether the token may ask what a report asks.
 *
 * @param isOwn whether it is of a user or a project, and not the job's.
 * @throws ApiError when GitLab cannot be asked.
 */
export async function examineGitLabToken(
  api: Api,
  { facts }: Pick<GitLabContext, 'facts'>,
  projectId: string,
  isOwn: boolean,
): Promise<Finding> {
  const self = isOwn ? await attempt(api, '/personal_access_tokens/self') : undefined;
  if (self !== undefined && 'refusal' in self && self.refusal.status === 401) return refused(self.refusal);
  // Since GitLab asks for a scope even for this, 403 says that there is none to speak of.
  const scopes = self !== undefined && 'page' in self ? listAt(self.page.body, 'scopes') : undefined;
  const isScoped = scopes === undefined ? self === undefined || !isForbidden(self) : mayRead(scopes);
  if (!isScoped) {
    const has = scopes === undefined ? '' : ` (it has ${scopes.join(', ') || 'none'})`;
    return warning(
      `the token lacks the scope read_api${has}: the change's author and approver stay unknown`,
      READ_API,
    );
  }

  const project = `/projects/${encodeURIComponent(projectId)}`;
  const sha = facts.build_commit_sha?.value;
  const questions = {
    'merge requests of the commit':
      sha === undefined
        ? undefined
        : `${project}/repository/commits/${encodeURIComponent(sha)}/merge_requests`,
    deployments: `${project}/deployments`,
  };
  const hidden: string[] = [];
  for (const [name, path] of Object.entries(questions)) {
    const answer = path === undefined ? undefined : await attempt(api, path);
    if (answer === undefined || 'page' in answer) continue;
    if (answer.refusal.status === 401) return refused(answer.refusal);
    hidden.push(name);
  }
  if (hidden.length > 0) {
    return warning(
      `the token does not show ${hidden.join(' and ')} of project ${projectId}`,
      isOwn
        ? "Make the token's owner at least a Reporter of the project."
        : `The user of the job must at least be a Reporter of the project. ${READ_API}`,
    );
  }
  if (!isOwn) {
    return ok(
      'CI_JOB_TOKEN shows merge requests and deployments, but no approvals; for those, give GITLAB_TOKEN with read_api',
    );
  }
  const end = self !== undefined && 'page' in self ? textAt(self.page.body, 'expires_at') : undefined;
  return ok(
    `the token may read merge requests, approvals and deployments${end === undefined ? '' : `; it expires on ${end}`}`,
  );
}

/** An answer, or GitLab's refusal. @throws ApiError for anything else */
async function attempt(api: Api, path: string): Promise<{ page: Page } | { refusal: ApiError }> {
  try {
    return { page: await api.get(path, { per_page: 1 }) };
  } catch (error) {
    if (error instanceof ApiError && (error.forbidden || error.status === 401)) return { refusal: error };
    throw error;
  }
}

function isForbidden(answer: Awaited<ReturnType<typeof attempt>>): boolean {
  return 'refusal' in answer && answer.refusal.status === 403;
}

function mayRead(scopes: readonly unknown[]): boolean {
  return scopes.includes('read_api') || scopes.includes('api');
}

function refused(error: ApiError): Finding {
  return failed(`GitLab refuses the token: ${error.message}`, `It has expired, or was revoked. ${READ_API}`);
}
