import * as core from '@actions/core';
import { run } from './run.ts';

// Libraries print headers with it, and the tokens in them.
delete process.env['DEBUG'];

// The runner interrupts a step whose job is cancelled, and kills it some seconds later.
const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => interrupted.abort());

try {
  await run({ core, env: process.env, now: Date.now, signal: interrupted.signal });
} catch (error) {
  // Nothing is known of it but that it is not the deployment's fault.
  const message = `The Action itself failed, please report it: ${String(error)}`;
  if (core.getInput('fail-on') === 'any') core.setFailed(message);
  else core.warning(message);
}
