import { expect, test } from 'vitest';
import { deploymentsOfPipeline } from './gitlab-deployments.ts';
import type { Api, Page } from './open-api.ts';

/** As docs.gitlab.com/api/deployments has it, without what nobody reads. */
function deployment(
  id: number,
  more: { status?: string; pipeline?: number; job?: string; env?: string } = {},
) {
  const { status = 'success', pipeline = 99, job = 'deploy', env = 'production' } = more;
  return {
    id,
    status,
    sha: 'c'.repeat(40),
    user: { username: 'ada' },
    environment: { name: env },
    deployable: {
      id: 4000 + id,
      name: job,
      web_url: `https://gitlab.example/-/jobs/${4000 + id}`,
      started_at: '2026-03-01T10:00:00.000Z',
      finished_at: '2026-03-01T10:05:00.000Z',
      pipeline: { id: pipeline },
    },
  };
}

function apiOf(...pages: unknown[][]): Api & { asked: string[] } {
  const asked: string[] = [];
  const answer = (at: number): Page => ({
    body: pages[at],
    next: at + 1 < pages.length ? `page:${at + 1}` : undefined,
  });
  return {
    asked,
    get: async (path) => {
      asked.push(path);
      return answer(Number(/^page:(\d+)$/.exec(path)?.[1] ?? 0));
    },
    close: () => {},
  };
}

const wanted = { projectId: 'acme/shop', pipelineId: '99' };

test('a deployment tells what the variables of its job would have told', async () => {
  const api = apiOf([deployment(1)]);
  expect(await deploymentsOfPipeline(api, wanted)).toEqual([
    {
      source: 'api:deployments',
      variables: {
        CI_ENVIRONMENT_NAME: 'production',
        CI_JOB_STATUS: 'success',
        CI_JOB_ID: '4001',
        CI_JOB_URL: 'https://gitlab.example/-/jobs/4001',
        CI_JOB_STARTED_AT: '2026-03-01T10:00:00.000Z',
        CI_COMMIT_SHA: 'c'.repeat(40),
        GITLAB_USER_LOGIN: 'ada',
        MILEPOST_FINISHED_AT: '2026-03-01T10:05:00.000Z',
      },
    },
  ]);
  expect(api.asked).toEqual(['/projects/acme%2Fshop/deployments']);
});

test('those of the pipeline only, the first first; of a job that ran again the last run', async () => {
  const newest = [
    deployment(6, { job: 'deploy-eu', env: 'production/eu' }),
    deployment(5, { pipeline: 100 }),
    deployment(4, { status: 'success' }),
    deployment(3, { status: 'running', job: 'slow' }),
  ];
  const older = [deployment(2, { status: 'failed' }), deployment(1, { status: 'skipped', job: 'other' })];
  const jobs = await deploymentsOfPipeline(apiOf(newest, older), wanted);
  expect(jobs.map(({ variables }) => variables['CI_JOB_ID'])).toEqual(['4004', '4006']);
});

test('it looks at the newest pages only', async () => {
  const api = apiOf([], [], [], [deployment(1)]);
  expect(await deploymentsOfPipeline(api, wanted)).toEqual([]);
  expect(api.asked).toHaveLength(3);
});

test('what is no list has none', async () => {
  const api: Api = { get: async () => ({ body: { message: 'x' }, next: undefined }), close: () => {} };
  expect(await deploymentsOfPipeline(api, wanted)).toEqual([]);
});
