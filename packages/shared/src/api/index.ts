export { ApiError } from './api-error.ts';
export * from './github-change.ts';
export * from './open-api.ts';
