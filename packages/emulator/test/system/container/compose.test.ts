import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../../../src/auth/well-known.ts';
import { until } from '../until.ts';
import { REPOSITORY } from './build-image.ts';
import { type Answer, getFrom } from './get-from.ts';
import { openEngine } from './open-engine.ts';
import { run } from './run.ts';
import type { Engine } from './start-engine.ts';

const PROJECT = 'milepost-test';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine('own');
});
afterAll(() => engine?.[Symbol.asyncDispose]());

interface Project {
  /** docker-compose with this project's file. */
  compose(...words: string[]): Promise<string>;
  /** Ends with its containers and volumes removed. */
  [Symbol.asyncDispose](): Promise<void>;
}

function openProject(file: string): Project {
  // One that would have to be escaped in an address.
  const env = { ...engine.env, POSTGRES_PASSWORD: 'p@ss/w:rd#%41' };
  const path = join(REPOSITORY, 'examples/container', file);
  const compose = (...words: string[]) =>
    run(['docker-compose', '--project-name', PROJECT, '--file', path, ...words], env);
  return {
    compose,
    async [Symbol.asyncDispose]() {
      await compose('down', '--volumes', '--timeout', '15');
    },
  };
}

/** GET at the published port, from the machine that the engine runs on. */
function get(path: string): Promise<Answer> {
  return getFrom(engine.inNetwork, `http://127.0.0.1:4010${path}`);
}

/** As a CI job in the services' network does, in the same image. Throws when it is not delivered. */
async function reportFromJob(): Promise<void> {
  const environment = { BASE_URL: 'http://milepost:4010', API_KEY: WELL_KNOWN_API_KEY };
  await engine.docker(
    ...['run', '--rm', '--network', `${PROJECT}_default`, '--entrypoint', ''],
    ...Object.entries(environment).flatMap(([name, value]) => ['--env', `MILEPOST_${name}=${value}`]),
    ...['milepost', 'milepost', 'report', '--entity-id', 'checkout', '--env', 'production'],
    ...['--status', 'success', '--description', 'from a job', '--fail-on', 'any'],
  );
}

async function untilHealthy(): Promise<void> {
  const service = ['--quiet', '--filter', 'label=com.docker.compose.service=milepost'];
  await until('a healthy service', 60_000, async () => {
    const id = await engine.docker('ps', ...service);
    return (await engine.docker('inspect', '--format', '{{.State.Health.Status}}', id)) === 'healthy';
  });
}

describe.each(['compose.yml', 'compose-postgres.yml'])('%s', (file) => {
  it('takes a report of a job in its network, shows it at the published port, and keeps it', async () => {
    await using project = openProject(file);
    await project.compose('up', '--detach', '--no-build');
    await untilHealthy();
    await reportFromJob();
    const stored = await get('/events?env=production');
    expect(stored).toMatchObject({ status: 200 });
    expect(stored.body).toContain('"description":"from a job"');
    // The engine's gateway is a private address, to which the controls answer.
    expect(await get('/_control/faults')).toMatchObject({ status: 200 });

    await project.compose('down', '--timeout', '15');
    await project.compose('up', '--detach', '--no-build');
    await untilHealthy();
    expect(await get('/events?env=production')).toEqual(stored);
  });
});
