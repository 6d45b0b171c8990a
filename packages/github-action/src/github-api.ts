import { setTimeout as delay } from 'node:timers/promises';

/** One question to GitHub's API; answers the body. */
export type AskGitHub = (route: string, parameters: Record<string, string | number>) => Promise<unknown>;

/** A deployment waits no longer for all answers together, in milliseconds. */
const PATIENCE = 5000;

/** GitHub could not be asked; the message says why, in a clause for a person. */
export class GitHubApiError extends Error {
  override readonly name = 'GitHubApiError';
  /** 403 and 404: GitHub hides what a token may not see. */
  readonly forbidden: boolean;

  constructor(message: string, options: ErrorOptions & { forbidden: boolean }) {
    super(message, options);
    this.forbidden = options.forbidden;
  }
}

/** A way to ask GitHub, for as long as a deployment may wait for it. */
export interface GitHubApi {
  ask: AskGitHub;
  /** A short pause, for what GitHub will know in a moment; ends early with the patience. */
  pause(ms: number): Promise<void>;
}

/**
 * Makes the way to ask. Octokit is loaded at the first question, since most of the Action's start would be spent on
 * it; through proxies and to GitHub Enterprise it goes by itself.
 *
 * @param apiUrl such as `https://api.github.com`.
 * @param interrupted aborted when the step is to end.
 * @param patienceMs for all questions together, from now on.
 */
export function connectToGitHub(
  apiUrl: string,
  token: string,
  interrupted: AbortSignal,
  patienceMs = PATIENCE,
): GitHubApi {
  const signal = AbortSignal.any([interrupted, AbortSignal.timeout(patienceMs)]);
  return {
    pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
    ask: async (route, parameters) => {
      if (signal.aborted)
        throw new GitHubApiError("GitHub's API did not answer in time", { forbidden: false });
      try {
        // In the same file, of which it is a part that is run only now; a file of its own would hold much of it twice.
        const { getOctokit } = await import(/* webpackMode: "eager" */ '@actions/github');
        const octokit = getOctokit(token, { baseUrl: apiUrl, log: SILENT });
        const { data }: { data: unknown } = await octokit.request(route, {
          ...parameters,
          request: { signal },
        });
        return data;
      } catch (cause) {
        throw explain(cause);
      }
    },
  };
}

function explain(cause: unknown): GitHubApiError {
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (typeof status !== 'number' || !isAnswer(cause)) {
    return new GitHubApiError("GitHub's API did not answer", { cause, forbidden: false });
  }
  if (status === 401) return new GitHubApiError('GitHub refused github-token', { cause, forbidden: false });
  if (status === 429 || isRateLimited(cause)) {
    return new GitHubApiError("GitHub's rate limit is used up", { cause, forbidden: false });
  }
  const forbidden = status === 403 || status === 404;
  return new GitHubApiError(`GitHub's API answered ${status}`, { cause, forbidden });
}

/** Octokit gives a failed connection the status 500, but no response. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && 'response' in error && error.response !== undefined;
}

function isRateLimited(error: unknown): boolean {
  return error instanceof Error && /rate limit/i.test(error.message);
}

const nothing = () => {};
const SILENT = { debug: nothing, info: nothing, warn: nothing, error: nothing };
