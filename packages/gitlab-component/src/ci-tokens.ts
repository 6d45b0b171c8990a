import { proxyFor } from '@milepost/shared/client';
import { type GetInput, SECRET_INPUTS } from '@milepost/shared/report';
import type { Machine } from './machine.ts';

type Env = Machine['env'];

const SECRET_FLAGS = [...SECRET_INPUTS, 'github-token', 'gitlab-token'];
/** What CI systems put into variables. */
const SECRET_VARIABLES = ['GITHUB_TOKEN', 'GH_TOKEN', 'GITLAB_TOKEN', 'CI_JOB_TOKEN'];

/** Everything that is given to the program and that no output may show; what is not given is empty. */
export function givenSecrets(get: GetInput, env: Env): string[] {
  const variables = SECRET_VARIABLES.map((name) => env[name] ?? '');
  return [...SECRET_FLAGS.map(get), ...variables, ...proxySecrets(env)];
}

/** Of whatever proxy may be asked: those of the CI system's API, too. */
function proxySecrets(env: Env): string[] {
  return ['http://any', 'https://any'].flatMap((url) => {
    const proxy = proxyFor(new URL(url), { ...env, no_proxy: undefined, NO_PROXY: undefined });
    return proxy && 'secrets' in proxy ? proxy.secrets : [];
  });
}

/** The token for GitHub's API; empty when there is none. */
export function githubToken(get: GetInput, env: Env): string {
  return get('github-token') || env['GITHUB_TOKEN']?.trim() || env['GH_TOKEN']?.trim() || '';
}

/** @param token empty to ask as nobody. */
export function githubHeaders(token: string): Record<string, string> {
  return {
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
    ...(token !== '' && { authorization: `Bearer ${token}` }),
  };
}

/** The token for GitLab's API, and whether it is of a user or a project and not the job's own; undefined without. */
export function gitlabToken(get: GetInput, env: Env): { token: string; isOwn: boolean } | undefined {
  const own = get('gitlab-token') || env['GITLAB_TOKEN']?.trim();
  if (own) return { token: own, isOwn: true };
  const job = env['CI_JOB_TOKEN']?.trim();
  return job ? { token: job, isOwn: false } : undefined;
}

/** @param token undefined to ask as nobody. */
export function gitlabHeaders(token: ReturnType<typeof gitlabToken>): Record<string, string> {
  if (!token) return {};
  return { [token.isOwn ? 'private-token' : 'job-token']: token.token };
}
