import { type Api, pullRequestsOf } from '@milepost/shared/api';
import { textAt } from '@milepost/shared/ci';
import type { BackfillSettings } from '../backfill-settings.ts';
import { itemOf, type Known, makeEvent, rowOf } from '../make-event.ts';
import type { Item, Source } from '../source.ts';
import { attributesOf, deploymentsOf } from './deployments-of.ts';

interface Deployment {
  id: number;
  sha: string | undefined;
  environment: string | undefined;
  description: string | undefined;
  creator: string | undefined;
  createdAt: string | undefined;
}

/** GitHub's states that end a deployment; `inactive` comes after `success`, when another one takes its place. */
const ENDS: Readonly<Record<string, string>> = { success: 'success', failure: 'failed', error: 'failed' };

/** GitHub deletes statuses after 90 days, all but the last (docs.github.com/rest/deployments/statuses). */
const STATUSES_LIVE_MS = 90 * 86_400_000;
const FORGOTTEN = 'whose end GitHub has forgotten (--inactive success counts them)';

/** The deployments of a repository, by GitHub's REST API (docs.github.com/rest/deployments). */
export function githubDeployments(
  api: Api,
  { url, repository }: { url: string; repository: string },
  settings: BackfillSettings,
  now: () => number,
): Source {
  const base = `/repos/${repository.split('/').map(encodeURIComponent).join('/')}`;

  async function itemOfDeployment(deployment: Deployment, nth: number): Promise<Item> {
    const { id, sha, environment, description, creator, createdAt } = deployment;
    const position = String(id);
    // Newest first, 100 of them: no deployment has more in earnest.
    const { body } = await api.get(`${base}/deployments/${id}/statuses`, { per_page: 100 });
    const statuses = (Array.isArray(body) ? body : []).toReversed();
    const end = statuses.find((status) => (textAt(status, 'state') ?? '') in ENDS);
    const last = textAt(statuses.at(-1), 'state');
    const isForgotten =
      last === 'inactive' || (!last && Date.parse(createdAt ?? '') < now() - STATUSES_LIVE_MS);
    if (!end && !isForgotten) return { kind: 'waiting', id: position, position };
    if (!end && settings.inactive === 'skip') return { kind: 'passed', reason: FORGOTTEN, position };
    const started = statuses.find((status) => textAt(status, 'state') === 'in_progress');
    const page = [textAt(end, 'log_url'), textAt(end, 'target_url')].find((url) => url?.startsWith('http'));
    const known: Known = {
      timestamp: textAt(end, 'created_at') ?? createdAt,
      status: ENDS[textAt(end, 'state') ?? ''] ?? 'success',
      attributes: {
        env: environment,
        build_commit_sha: sha,
        build_id: position,
        build_url: page,
        description,
        initiator: creator,
        deployment_start_time: textAt(started, 'created_at'),
        ...(settings.detectChange && sha !== undefined && (await changeOf(api, base, sha))),
      },
    };
    return itemOf(makeEvent(known, settings), position, rowOf(known, nth));
  }

  return deploymentsOf({
    api,
    name: `github:${url}/${repository}`,
    path: `${base}/deployments`,
    query: { per_page: 100 },
    since: settings.since,
    keep,
    itemOf: itemOfDeployment,
  });
}

function keep(deployment: unknown, id: number): Deployment {
  return {
    id,
    sha: textAt(deployment, 'sha'),
    environment: textAt(deployment, 'environment'),
    description: textAt(deployment, 'description'),
    creator: textAt(deployment, 'creator.login'),
    createdAt: textAt(deployment, 'created_at'),
  };
}

async function changeOf(api: Api, base: string, sha: string): Promise<Record<string, string>> {
  const { body } = await api.get(`${base}/commits/${encodeURIComponent(sha)}/pulls`, { per_page: 100 });
  const [pull] = pullRequestsOf(body, sha);
  return attributesOf(pull?.facts);
}
