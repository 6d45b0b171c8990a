import { ApiError, type ApiOptions, openApi } from '@milepost/shared/api';
import type { GetInput } from '@milepost/shared/report';
import { githubHeaders, githubToken, gitlabHeaders, gitlabToken } from '../ci-tokens.ts';
import type { Machine } from '../machine.ts';
import { examineGitHubToken } from './examine-github-token.ts';
import { examineGitLabToken } from './examine-gitlab-token.ts';
import { type Finding, skipped, warning } from './finding.ts';
import type { CiRead } from './read-ci.ts';

/** Whether the CI system's API tells what a report asks it. Found by asking the same. */
export async function examineCiToken(
  ci: CiRead,
  get: GetInput,
  { env, signal }: Pick<Machine, 'env' | 'signal'>,
  timeoutMs: number,
  redact: (text: string) => string,
): Promise<Finding> {
  const options = {
    env,
    signal,
    redact,
    budgetMs: timeoutMs,
    attemptTimeoutMs: timeoutMs,
    maxAttempts: 1,
  } satisfies Partial<ApiOptions>;
  switch (ci.kind) {
    case 'github': {
      const { apiUrl: url, repository } = ci.context;
      const token = githubToken(get, env);
      if (token === '') {
        return warning(
          "without a token, GitHub's API is not asked: change_id, its title, author and approver stay unknown",
          'Give the step GITHUB_TOKEN: $' + '{{ github.token }} in its env.',
        );
      }
      if (url === undefined || repository === undefined) {
        return skipped('GITHUB_API_URL or GITHUB_REPOSITORY is not set: there is nobody to ask');
      }
      const headers = githubHeaders(token);
      return await asking({ ...options, name: 'GitHub', url, headers }, (api) =>
        examineGitHubToken(api, ci.context, repository, env['GITHUB_RUN_ID']),
      );
    }
    case 'gitlab': {
      const { apiUrl: url, projectId } = ci.context;
      const token = gitlabToken(get, env);
      if (token === undefined) {
        return warning(
          "without a token, GitLab's API is not asked: the change's author and approver stay unknown",
          'Give GITLAB_TOKEN, a token with the scope read_api.',
        );
      }
      if (url === undefined || projectId === undefined) {
        return skipped('CI_API_V4_URL or CI_PROJECT_ID is not set: there is nobody to ask');
      }
      const headers = gitlabHeaders(token);
      return await asking({ ...options, name: 'GitLab', url, headers }, (api) =>
        examineGitLabToken(api, ci.context, projectId, token.isOwn),
      );
    }
    default:
      return skipped('no API is asked for this CI system');
  }
}

async function asking(
  options: ApiOptions,
  examine: (api: ReturnType<typeof openApi>) => Promise<Finding>,
): Promise<Finding> {
  try {
    const api = openApi(options);
    try {
      return await examine(api);
    } finally {
      api.close();
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return warning(
      error.message,
      `Deployments are reported all the same, without what only ${options.name} knows of the change.`,
    );
  }
}
