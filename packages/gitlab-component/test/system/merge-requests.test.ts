import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployment, type Service, startService } from './service.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const mergeRequest = {
  variables: {
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_COMMIT_REF_SLUG: 'carts',
    CI_MERGE_REQUEST_ID: '9007',
    CI_MERGE_REQUEST_IID: '7',
    CI_MERGE_REQUEST_TITLE: 'Add carts',
    CI_MERGE_REQUEST_DESCRIPTION: '',
    CI_MERGE_REQUEST_PROJECT_ID: '1217',
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '1217',
    CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.example/acme/shop',
    CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'carts',
    // Set in merged results pipelines only; CI_COMMIT_SHA is a temporary commit there.
    CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: '',
  },
  without: ['CI_COMMIT_BRANCH'],
};
const change = {
  change_id: '7',
  change_title: 'Add carts',
  change_url: 'https://gitlab.example/acme/shop/-/merge_requests/7',
};

describe('review-app.yml', () => {
  test('the review app of a merge request is reported with the merge request as the change', async () => {
    const { end, stored } = await service.runExample('review-app.yml', mergeRequest);

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([deployment(end.commit, 'checkout', { ...change, env: 'review' })]);
  });

  test('in a merged results pipeline the commit is that of the branch', async () => {
    const variables = {
      ...mergeRequest.variables,
      CI_MERGE_REQUEST_EVENT_TYPE: 'merged_result',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'b2'.repeat(20),
    };
    const { end, stored } = await service.runExample('review-app.yml', { ...mergeRequest, variables });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([deployment('b2'.repeat(20), 'checkout', { ...change, env: 'review' })]);
  });

  test('a job that stops the environment is not reported', async () => {
    const variables = { ...mergeRequest.variables, CI_ENVIRONMENT_ACTION: 'stop' };
    const { end, stored } = await service.runExample('review-app.yml', { ...mergeRequest, variables });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([]);
    expect(end.output).toContain('the action stop, which deploys nothing');
  });

  test('without a deploying job there is nothing to report', async () => {
    const { end, stored } = await service.runExample('review-app.yml');

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([]);
    const { '.gitlab-ci-reports/dotenv/milepost.env': outputs } = await end.artifacts('report-deployment');
    expect(outputs).toContain('MILEPOST_OUTCOME=skipped\nMILEPOST_REASON=No job of this pipeline recorded');
  });
});
