/** Variables of a GitLab job, as docs.gitlab.com/ci/variables/predefined_variables has them. */
export const gitlabJob = {
  GITLAB_CI: 'true',
  CI: 'true',
  CI_COMMIT_BRANCH: 'main',
  CI_COMMIT_MESSAGE: 'Carts\n\nFor CHG42',
  CI_COMMIT_SHA: 'a1'.repeat(20),
  CI_COMMIT_TITLE: 'Carts',
  CI_JOB_ID: '4711',
  CI_JOB_NAME: 'deploy',
  CI_JOB_STARTED_AT: '2026-03-01T10:00:00Z',
  CI_JOB_URL: 'https://gitlab.example/acme/shop/-/jobs/4711',
  CI_PIPELINE_ID: '99',
  CI_PIPELINE_URL: 'https://gitlab.example/acme/shop/-/pipelines/99',
  CI_PROJECT_ID: '5',
  GITLAB_USER_LOGIN: 'ada',
};

/** Of a pipeline of a merge request, besides. */
export const mergeRequestPipeline = {
  CI_MERGE_REQUEST_ID: '9007',
  CI_MERGE_REQUEST_IID: '7',
  CI_MERGE_REQUEST_TITLE: 'Add carts',
  CI_MERGE_REQUEST_DESCRIPTION: 'For CHG42',
  CI_MERGE_REQUEST_PROJECT_ID: '5',
  CI_MERGE_REQUEST_SOURCE_PROJECT_ID: '5',
  CI_MERGE_REQUEST_PROJECT_URL: 'https://gitlab.example/acme/shop',
  CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'carts',
};
