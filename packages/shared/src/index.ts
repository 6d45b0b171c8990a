export * from './event/blueprints.ts';
export * from './event/dates.ts';
export * from './event/deploy-attributes.ts';
export * from './event/errors.ts';
export * from './event/event.ts';
export * from './event/limits.ts';
