import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WELL_KNOWN_API_KEY } from '../../../src/auth/well-known.ts';
import { until } from '../until.ts';
import { buildImage, REPOSITORY } from './build-image.ts';
import { cached } from './cached.ts';
import { run } from './run.ts';
import { type Engine, startEngine } from './start-engine.ts';
import { unpackPackages } from './unpack-packages.ts';

/** As compose-postgres.yml has it. */
const POSTGRES_IMAGE = 'postgres:18-bookworm';
const PROJECT = 'milepost-test';

let directory: string;
let engine: Engine;
beforeAll(async () => {
  const tools = await unpackPackages();
  directory = await mkdtemp(join(tmpdir(), 'milepost-engine-'));
  {
    await using builder = await startEngine(tools, { directory, network: 'host' });
    // What is older than BuildKit has to manage, too.
    await buildImage(tools, builder, 'classic');
    await builder.docker('load', '--input', await postgresImage(builder));
  }
  engine = await startEngine(tools, { directory, network: 'own' });
}, 900_000);
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** Makes what stands in for the image of PostgreSQL. */
async function postgresImage({ docker }: Engine): Promise<string> {
  const context = join(import.meta.dirname, 'postgres');
  const hash = createHash('sha256');
  for (const name of ['Dockerfile', 'start.sh']) hash.update(await readFile(join(context, name)));
  return cached(`postgres-${hash.digest('hex').slice(0, 16)}.tar`, async (archive) => {
    await docker('build', '--network', 'host', '--tag', POSTGRES_IMAGE, context);
    await docker('save', '--output', archive, POSTGRES_IMAGE);
  });
}

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
async function get(path: string): Promise<{ status: number; body: string }> {
  const script = `const answer = await fetch(process.argv[1], { headers: { 'x-api-key': process.argv[2] } });
    console.log(JSON.stringify({ status: answer.status, body: await answer.text() }));`;
  const node = [process.execPath, '--input-type=module', '--eval', script];
  return JSON.parse(
    await run([...engine.inNetwork, ...node, `http://127.0.0.1:4010${path}`, WELL_KNOWN_API_KEY]),
  );
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
