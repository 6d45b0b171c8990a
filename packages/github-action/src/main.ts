import * as core from '@actions/core';
import { run } from './run.ts';

await run({ core, env: process.env, now: Date.now });
