export { ApiError } from './api-error.ts';
export * from './github-change.ts';
export * from './gitlab-change.ts';
export * from './gitlab-deployments.ts';
export * from './open-api.ts';
