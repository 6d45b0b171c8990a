import { setTimeout as delay } from 'node:timers/promises';

/** One question to GitHub's API; answers the body. */
export type AskGitHub = (route: string, parameters: Record<string, string | number>) => Promise<unknown>;

/** A deployment waits no longer for one answer, in milliseconds. */
const ANSWER_TIMEOUT = 5000;

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

/**
 * Makes the way to ask. Octokit is loaded at the first question, since most of the Action's start would be spent on
 * it; through proxies and to GitHub Enterprise it goes by itself.
 *
 * @param apiUrl such as `https://api.github.com`.
 */
export function connectToGitHub(apiUrl: string, token: string, timeoutMs = ANSWER_TIMEOUT): AskGitHub {
  return async (route, parameters) => {
    const { getOctokit } = await import(/* webpackMode: "eager" */ '@actions/github');
    const octokit = getOctokit(token, { baseUrl: apiUrl, log: SILENT });
    try {
      const request = { signal: AbortSignal.timeout(timeoutMs) };
      const { data }: { data: unknown } = await octokit.request(route, { ...parameters, request });
      return data;
    } catch (cause) {
      throw explain(cause);
    }
  };
}

/** A short pause, for what GitHub will know in a moment. */
export const pause = (ms: number): Promise<void> => delay(ms);

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
