export { ApiError } from './api-error.ts';
export * from './github-change.ts';
export { pullRequestsOf } from './github-pull-request.ts';
export * from './gitlab-change.ts';
export * from './gitlab-deployments.ts';
export { mergeRequestsOf } from './gitlab-merge-request.ts';
export * from './open-api.ts';
