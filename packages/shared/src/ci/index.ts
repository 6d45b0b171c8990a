export * from './context.ts';
