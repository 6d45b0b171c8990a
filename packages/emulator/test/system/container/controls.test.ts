import { afterAll, beforeAll, expect, it } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../../../src/auth/well-known.ts';
import { until } from '../until.ts';
import { openEngine } from './open-engine.ts';
import type { Engine } from './start-engine.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine('own');
});
afterAll(() => engine?.[Symbol.asyncDispose]());

/** As a program in another container of the network does. */
const ASK = `fetch('http://milepost:4010' + process.argv[1], { headers: { 'x-api-key': process.argv[2] } })
  .then(({ status }) => console.log(status));`;

it.each([
  ['answer to a private address', '10.77.0.0/24', '200'],
  ['are not there for a public one', '203.0.113.0/24', '404'],
])('the controls %s', async (_, subnet, status) => {
  const { docker } = engine;
  const network = await docker('network', 'create', '--subnet', subnet, `of-${status}`);
  const id = await docker('run', '--detach', '--network', network, '--network-alias', 'milepost', 'milepost');
  await until('a healthy container', 60_000, async () => {
    return (await docker('inspect', '--format', '{{.State.Health.Status}}', id)) === 'healthy';
  });
  const asking = ['run', '--rm', '--network', network, '--entrypoint', 'node', 'milepost', '--eval', ASK];
  const ask = (path: string) => docker(...asking, path, WELL_KNOWN_API_KEY);
  expect(await ask('/events')).toBe('200');
  expect(await ask('/_control/clock')).toBe(status);
  await docker('rm', '--force', '--volumes', id);
});
