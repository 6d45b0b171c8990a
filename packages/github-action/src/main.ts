import * as core from '@actions/core';
import { run } from './run.ts';

// The runner interrupts a step whose job is cancelled, and kills it some seconds later.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

await run({ core, env: process.env, now: Date.now, signal: interrupted.signal });
