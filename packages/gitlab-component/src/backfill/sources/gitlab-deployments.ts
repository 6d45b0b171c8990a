import { type Api, mergeRequestsOf } from '@milepost/shared/api';
import { numberAt, textAt } from '@milepost/shared/ci';
import type { BackfillSettings } from '../backfill-settings.ts';
import { itemOf, type Known, makeEvent, rowOf } from '../make-event.ts';
import type { Item, Source } from '../source.ts';
import { attributesOf, deploymentsOf } from './deployments-of.ts';

interface Deployment {
  id: number;
  status: string;
  known: Known;
}

const PASSED = ['skipped'];
const ENDED = ['success', 'failed', 'canceled', ...PASSED];

/** The deployments of a project, by GitLab's REST API (docs.gitlab.com/api/deployments). */
export function gitlabDeployments(
  api: Api,
  { url, project }: { url: string; project: string },
  settings: BackfillSettings,
): Source {
  const base = `/projects/${encodeURIComponent(project)}/deployments`;

  async function itemOfDeployment({ id, status, known }: Deployment, nth: number): Promise<Item> {
    const position = String(id);
    if (PASSED.includes(status)) return { kind: 'passed', reason: status, position };
    if (!ENDED.includes(status)) return { kind: 'waiting', id: position, position };
    const change = settings.detectChange
      ? await changeOf(api, base, id, known.attributes['build_commit_sha'])
      : {};
    const whole = { ...known, attributes: { ...known.attributes, ...change } };
    return itemOf(makeEvent(whole, settings), position, rowOf(whole, nth));
  }

  return deploymentsOf({
    api,
    name: `gitlab:${url}/${project}`,
    path: base,
    query: { order_by: 'id', sort: 'desc', per_page: 100 },
    since: settings.since,
    keep,
    itemOf: itemOfDeployment,
  });
}

function keep(deployment: unknown, id: number): Deployment {
  const status = textAt(deployment, 'status') ?? '';
  const job = numberAt(deployment, 'deployable.id');
  return {
    id,
    status,
    known: {
      timestamp: textAt(deployment, 'deployable.finished_at') ?? textAt(deployment, 'updated_at'),
      status,
      attributes: {
        env: textAt(deployment, 'environment.name'),
        build_commit_sha: textAt(deployment, 'sha'),
        build_id: job === undefined ? undefined : String(job),
        build_url: textAt(deployment, 'deployable.web_url'),
        description: textAt(deployment, 'deployable.commit.title'),
        initiator: textAt(deployment, 'user.username'),
        deployment_start_time: textAt(deployment, 'deployable.started_at'),
      },
    },
  };
}

async function changeOf(api: Api, base: string, id: number, sha = ''): Promise<Record<string, string>> {
  const { body } = await api.get(`${base}/${id}/merge_requests`, { per_page: 100 });
  const [mergeRequest] = mergeRequestsOf(body, sha, 'api');
  return attributesOf(mergeRequest?.facts);
}
