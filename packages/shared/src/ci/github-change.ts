import type { Fact, Facts } from './context.ts';
import { type Environment, variable } from './environment.ts';
import { knownFacts } from './known-facts.ts';
import { factAt, listAt, numberAt, textAt, valueAt } from './payload.ts';

/** What the payload knows of the change that was deployed. */
export interface GitHubChange {
  facts: Facts;
  /** By the commit's message: less sure than what the API says. */
  fallbacks: Facts;
  pullRequest: number | undefined;
  /** Title, body, branch, commit messages. */
  texts: Fact[];
}

/** Where events have the message of their head commit. */
export const HEAD_MESSAGES = [
  'head_commit.message',
  'workflow_run.head_commit.message',
  'merge_group.head_commit.message',
] as const;

const MOST_COMMITS = 50;
const LONGEST_LINE = 1000;

export function readGitHubChange(event: string, env: Environment, payload: unknown): GitHubChange {
  const isPullRequest = event.startsWith('pull_request');
  const number = isPullRequest ? numberAt(payload, 'pull_request.number') : undefined;
  const facts = knownFacts(
    number === undefined
      ? {}
      : {
          change_id: { value: String(number), source: 'payload:pull_request.number' },
          change_url: factAt(payload, 'pull_request.html_url'),
          change_title: factAt(payload, 'pull_request.title'),
          change_author: factAt(payload, 'pull_request.user.login'),
        },
  );
  return {
    facts,
    fallbacks: number === undefined ? fallbacksOf(env, payload) : {},
    pullRequest: number ?? (event === 'workflow_run' ? pullRequestOfRun(payload) : undefined),
    texts: textsOf(isPullRequest, env, payload),
  };
}

/** Only `merged` says it of events of the pull request itself, since open and closed ones have a merge commit, too. */
export function isMerged(payload: unknown): boolean {
  const merged = valueAt(payload, 'pull_request.merged');
  // Events of reviews do not have it.
  return typeof merged === 'boolean' ? merged : textAt(payload, 'pull_request.merged_at') !== undefined;
}

/**
 * A run lists the pull requests whose branch it ran on, also those of other repositories and of later commits. One
 * that is alone, of this repository, and at the very commit of the run is the change.
 */
function pullRequestOfRun(payload: unknown): number | undefined {
  const list = listAt(payload, 'workflow_run.pull_requests');
  const [only] = list;
  const sameCommit = textAt(only, 'head.sha') === textAt(payload, 'workflow_run.head_sha');
  const sameRepository = numberAt(only, 'base.repo.id') === numberAt(payload, 'repository.id');
  return list.length === 1 && sameCommit && sameRepository ? numberAt(only, 'number') : undefined;
}

/** `Title (#7)` is what a squash leaves, `Merge pull request #7 from …` what a merge does. */
function fallbacksOf(env: Environment, payload: unknown): Facts {
  const message = factAt(payload, ...HEAD_MESSAGES);
  // Cut, and searched by patterns that look at each character once: strangers write messages.
  const [line = ''] = message?.value.slice(0, LONGEST_LINE).split(/\r?\n/, 1) ?? [];
  const [, merged] = /^Merge pull request #(\d+) from /.exec(line) ?? [];
  const number = merged ?? [...line.matchAll(/\(#(\d+)\)/g)].at(-1)?.[1];
  if (!message || number === undefined) return {};
  const server = variable(env, 'GITHUB_SERVER_URL')?.value;
  const repository = variable(env, 'GITHUB_REPOSITORY')?.value;
  const { source } = message;
  return knownFacts({
    change_id: { value: number, source },
    change_url:
      server && repository ? { value: `${server}/${repository}/pull/${number}`, source } : undefined,
  });
}

function textsOf(isPullRequest: boolean, env: Environment, payload: unknown): Fact[] {
  const pullRequest = isPullRequest
    ? ['pull_request.title', 'pull_request.body', 'pull_request.head.ref'].map((path) =>
        factAt(payload, path),
      )
    : [];
  const branch =
    factAt(payload, 'workflow_run.head_branch', 'deployment.ref') ??
    (env['GITHUB_REF_TYPE'] === 'branch' && !isPullRequest ? variable(env, 'GITHUB_REF_NAME') : undefined);
  const heads = [factAt(payload, 'workflow_run.display_title'), branch, factAt(payload, ...HEAD_MESSAGES)];
  // The newest last in the payload; a push may have thousands.
  const commits = listAt(payload, 'commits')
    .slice(-MOST_COMMITS)
    .reverse()
    .map((commit) => {
      const value = textAt(commit, 'message');
      return value === undefined ? undefined : { value, source: 'payload:commits[].message' };
    });
  return [...pullRequest, ...heads, ...commits].filter((fact) => fact !== undefined);
}
