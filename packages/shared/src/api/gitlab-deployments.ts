import { FINISHED_AT, type RecordedJob } from '../ci/gitlab.ts';
import { numberAt, textAt } from '../ci/payload.ts';
import type { Api, Page } from './open-api.ts';

/** Pages of 100 deployments in which those of one pipeline are looked for: the newest come first. */
const MOST_PAGES = 3;

/**
 * The jobs of a pipeline that deployed, by GitLab's Deployments API, the first one first. Of a job that ran again the
 * last run counts; those that have not ended are left out.
 *
 * @throws ApiError
 */
export async function deploymentsOfPipeline(
  api: Api,
  { projectId, pipelineId }: { projectId: string; pipelineId: string },
): Promise<RecordedJob[]> {
  const jobs = new Map<string, RecordedJob>();
  let page = await api.get(`/projects/${encodeURIComponent(projectId)}/deployments`, {
    order_by: 'id',
    sort: 'desc',
    per_page: 100,
  });
  for (let pages = 1; ; pages++) {
    for (const deployment of Array.isArray(page.body) ? page.body : []) {
      if (String(numberAt(deployment, 'deployable.pipeline.id')) !== pipelineId) continue;
      const key = `${textAt(deployment, 'environment.name')}\n${textAt(deployment, 'deployable.name')}`;
      if (hasEnded(deployment) && !jobs.has(key)) jobs.set(key, recordOf(deployment));
    }
    if (page.next === undefined || pages >= MOST_PAGES) break;
    const next = await readMore(api, page.next, jobs.size > 0);
    if (!next) break;
    page = next;
  }
  return [...jobs.values()].reverse();
}

/** The deployments of a pipeline stand together: what is known does not wait for a page that cannot be had. */
async function readMore(api: Api, next: string, isKnown: boolean): Promise<Page | undefined> {
  try {
    return await api.get(next);
  } catch (error) {
    if (isKnown) return undefined;
    throw error;
  }
}

function hasEnded(deployment: unknown): boolean {
  return ['success', 'failed', 'canceled'].includes(textAt(deployment, 'status') ?? '');
}

/** As the job's own variables would have told it. */
function recordOf(deployment: unknown): RecordedJob {
  const job = numberAt(deployment, 'deployable.id');
  return {
    source: 'api:deployments',
    variables: {
      CI_ENVIRONMENT_NAME: textAt(deployment, 'environment.name'),
      CI_JOB_STATUS: textAt(deployment, 'status'),
      CI_JOB_ID: job === undefined ? undefined : String(job),
      CI_JOB_URL: textAt(deployment, 'deployable.web_url'),
      CI_JOB_STARTED_AT: textAt(deployment, 'deployable.started_at'),
      CI_COMMIT_SHA: textAt(deployment, 'sha'),
      GITLAB_USER_LOGIN: textAt(deployment, 'user.username'),
      [FINISHED_AT]: textAt(deployment, 'deployable.finished_at'),
    },
  };
}
