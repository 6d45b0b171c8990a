import { type Api, ApiError } from '@milepost/shared/api';
import type { GitHubContext } from '@milepost/shared/ci';
import { type Finding, failed, ok, warning } from './finding.ts';

/** What each permission is for. */
const LOST = {
  'pull-requests: read': 'the change and its approver',
  'contents: read': 'the change of a commit',
  'actions: read': "the Action's deployment_start_time",
} as const;

type Permission = keyof typeof LOST;

/**
 * Which permissions the token has, of those that a report needs. GitHub lists them nowhere: a question each.
 *
 * @throws ApiError when GitHub cannot be asked.
 */
export async function examineGitHubToken(
  api: Api,
  { facts }: Pick<GitHubContext, 'facts'>,
  { owner, name }: { owner: string; name: string },
  runId: string | undefined,
): Promise<Finding> {
  const repository = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  const sha = facts.build_commit_sha?.value;
  const commit = sha === undefined ? undefined : `${repository}/commits/${encodeURIComponent(sha)}`;
  const questions: Record<Permission, string> = {
    'pull-requests: read': commit === undefined ? `${repository}/pulls` : `${commit}/pulls`,
    'contents: read': commit ?? `${repository}/commits`,
    'actions: read': `${repository}/actions/runs${runId ? `/${encodeURIComponent(runId)}` : ''}`,
  };
  const missing: Permission[] = [];
  for (const permission of ['pull-requests: read', 'contents: read', 'actions: read'] as const) {
    try {
      await api.get(questions[permission], { per_page: 1 });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) {
        return failed(
          `GitHub refuses the token: ${error.message}`,
          'Give GITHUB_TOKEN: $' +
            '{{ github.token }} in the env of the step, or a token that is still valid.',
        );
      }
      // GitHub knows no such commit: that is an answer, too.
      if (error.status === 422) continue;
      if (!error.forbidden) throw error;
      missing.push(permission);
    }
  }
  if (missing.length === 0)
    return ok(`the token may read pull requests, contents and actions of ${owner}/${name}`);
  return warning(
    `the token lacks ${missing.map((permission) => `${permission} (${LOST[permission]})`).join(', ')}`,
    `Give the job permissions: { ${Object.keys(LOST).join(', ')} }, each with what else it needs: what is not listed is taken away.`,
  );
}
