import { setTimeout as delay } from 'node:timers/promises';
import { type Api, type GitHubApi, lookUpForGitHub } from '@milepost/shared/api';
import { readGitHub } from '@milepost/shared/ci';
import { readPayload } from '@milepost/shared/report';
import { githubHeaders, githubToken } from '../ci-tokens.ts';
import { type Ci, openCiApi, type Reading } from './ci.ts';
import { jobOutcome } from './job-outcome.ts';

/** How GitHub says how a job ended. */
const GITHUB_WORDS = { success: 'success', failed: 'failure', cancelled: 'cancelled', none: '' } as const;

/** The run of GitHub Actions that the program is a part of. */
export async function openGitHub(reading: Reading): Promise<Ci> {
  const { get, machine, log, detectChange } = reading;
  const { env, signal } = machine;
  const context = readGitHub({
    env,
    payload: await readPayload(env['GITHUB_EVENT_PATH'], log),
    inputs: { jobStatus: GITHUB_WORDS[jobOutcome(get)?.value ?? 'none'], matrix: '', checkRunId: '' },
  });
  const token = githubToken(get, env);
  let api: Api | undefined;

  function connect(url: string): GitHubApi {
    const opened = openCiApi(reading, { name: 'GitHub', url, headers: githubHeaders(token) });
    api = opened;
    return {
      ask: async (route, parameters) => {
        const { path, query } = expand(route, parameters);
        return (await opened.get(path, query)).body;
      },
      pause: (ms) => delay(ms, undefined, { signal }).catch(() => {}),
    };
  }

  return {
    withoutSecrets: context.withoutSecrets,
    deployments: async () => [
      {
        context,
        lookUp: async (event) =>
          detectChange && token !== ''
            ? lookUpForGitHub(event, context, connect, 'give --deployment-start-time')
            : undefined,
      },
    ],
    close: () => api?.close(),
  };
}

/** `GET /repos/{owner}` with its parameters filled in; those that have no place go into the query. */
function expand(route: string, parameters: Record<string, string | number>) {
  const query = { ...parameters };
  const path = route.replace(/^GET /, '').replace(/\{(\w+)\}/g, (_, name: string) => {
    delete query[name];
    return encodeURIComponent(String(parameters[name] ?? ''));
  });
  return { path, query };
}
