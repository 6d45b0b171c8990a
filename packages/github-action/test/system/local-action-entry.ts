import * as core from '@actions/core';
import { run as runAction } from '../../src/run.ts';

/** What local-action calls: it puts its own `@actions/core` in the place of the real one, which it cannot in a bundle. */
export const run = (): Promise<void> =>
  runAction({ core, env: process.env, now: Date.now, signal: new AbortController().signal });
