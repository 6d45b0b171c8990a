import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type GitHubApi } from '@milepost/shared/api';

/** A deployment waits no longer for all answers together, in milliseconds. */
const PATIENCE = 5000;

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
      if (signal.aborted) throw new ApiError("GitHub's API did not answer in time");
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

function explain(cause: unknown): ApiError {
  const status = cause instanceof Error && 'status' in cause ? cause.status : undefined;
  if (typeof status !== 'number' || !isAnswer(cause)) {
    return new ApiError("GitHub's API did not answer", { cause });
  }
  if (status === 401) return new ApiError('GitHub refused github-token', { cause, status });
  // Not by its status, which would look like a permission that is missing.
  if (status === 429 || isRateLimited(cause)) {
    return new ApiError("GitHub's rate limit is used up", { cause });
  }
  return new ApiError(`GitHub's API answered ${status}`, { cause, status });
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
