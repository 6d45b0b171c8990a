import { type Environment, variable } from './environment.ts';
import { textAt, valueAt } from './payload.ts';

const OF_A_PULL_REQUEST = new Set(['pull_request', 'pull_request_review', 'pull_request_review_comment']);
const OF_DEPENDABOT = new Set([...OF_A_PULL_REQUEST, 'push', 'create', 'deployment', 'deployment_status']);

/**
 * Why GitHub gives this run no secrets, if it gives none: a fork's pull request, or what Dependabot started
 * (docs.github.com: "Troubleshooting Dependabot on GitHub Actions"). A repository may be set to give them some, so
 * this explains a missing credential; it does not prove one.
 */
export function withoutSecrets(event: string, env: Environment, payload: unknown): string | undefined {
  // Not the triggering actor: when a person starts Dependabot's run again, it stays without secrets.
  if (OF_DEPENDABOT.has(event) && variable(env, 'GITHUB_ACTOR')?.value === 'dependabot[bot]') {
    return 'Dependabot started this run, and GitHub gives such a run no secrets.';
  }
  if (!OF_A_PULL_REQUEST.has(event) || valueAt(payload, 'pull_request') === undefined) return undefined;
  const head = textAt(payload, 'pull_request.head.repo.full_name');
  const base =
    textAt(payload, 'pull_request.base.repo.full_name') ?? variable(env, 'GITHUB_REPOSITORY')?.value;
  // The fork may be deleted already.
  return head === base
    ? undefined
    : 'This is the pull request of a fork, and GitHub gives such a run no secrets.';
}
