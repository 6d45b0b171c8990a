import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postEvents, readEvents } from '../client.ts';
import { createLedger } from '../ledger.ts';
import { startLoad } from '../load.ts';
import { createRandom, seedOf } from '../random.ts';
import { until } from '../until.ts';
import { BASE_IMAGE } from './base-image.ts';
import { buildImage } from './build-image.ts';
import { startContainer } from './start-container.ts';
import { type Engine, startEngine } from './start-engine.ts';
import { unpackPackages } from './unpack-packages.ts';

const seed = seedOf(process.env['MILEPOST_CRASH_SEED']);
/** As strict as an engine can be. */
const LOCKED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

let directory: string;
let engine: Engine;
beforeAll(async () => {
  console.log(`image: MILEPOST_CRASH_SEED=${seed}`);
  const tools = await unpackPackages();
  directory = await mkdtemp(join(tmpdir(), 'milepost-engine-'));
  engine = await startEngine(tools, { directory, network: 'host' });
  await buildImage(tools, engine, 'buildkit');
}, 900_000);
afterAll(async () => {
  await engine?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

/** As a GitLab job with `entrypoint: [""]` does. */
function job(script: string): Promise<string> {
  return engine.docker(
    'run',
    '--rm',
    '--network',
    'none',
    '--entrypoint',
    '',
    'milepost',
    'sh',
    '-c',
    script,
  );
}

describe('the image', () => {
  it('has what runs: no sources, no types, no package manager, no compiler', async () => {
    expect(await job("find /opt/milepost -name '*.ts' -o -name '*.map'")).toBe('');
    expect(await job('cd /opt/milepost/packages && echo */*')).toBe(
      'emulator/bin emulator/dist emulator/package.json shared/dist shared/package.json',
    );
    expect(await job('command -v npm npx yarn || echo none')).toBe('none');
    const modules = (await job('ls /opt/milepost/node_modules')).split('\n');
    expect(modules).toContain('express');
    for (const name of ['typescript', 'vitest', 'rolldown', 'turbo']) expect(modules).not.toContain(name);
    const label = '{{index .Config.Labels "org.opencontainers.image.version"}}';
    expect(await engine.docker('image', 'inspect', '--format', label, 'milepost')).toBe('1.2.3');
    const size = async (image: string) =>
      Number(await engine.docker('image', 'inspect', '--format', '{{.Size}}', image));
    const own = (await size('milepost')) - (await size(BASE_IMAGE));
    console.log('image:', JSON.stringify({ bytes: await size('milepost'), besidesTheBase: own }));
    // What runs of ours is 30 MB: dev dependencies alone would be hundreds.
    expect(Number((await job('du -sm /opt/milepost')).split('\t')[0])).toBeLessThan(60);
    // The rest is git, with what it needs, and nothing of its installation.
    expect(own).toBeLessThan(200_000_000);
    expect(await job('git --version')).toMatch(/^git version 2\./);
    expect(await job('ls /var/lib/apt/lists /var/cache/apt')).toBe('/var/cache/apt:\n\n/var/lib/apt/lists:');
  });

  it('has a shell and both programs on the PATH of a job that replaces the entrypoint', async () => {
    expect(await job('milepost --version')).toMatch(/^@milepost\/cli\/\S+ .* node-v24\./);
    expect(await job('milepost-emulator --version')).toMatch(/^@milepost\/emulator\/\S+ .* node-v24\./);
    const report = 'milepost report --dry-run --json --entity-id checkout --env production --status success';
    expect(await job(report)).toContain('"entityId":"checkout"');
  });

  it('runs as nobody special, with nothing to write to but its volume, under a base path', async () => {
    const args = [...LOCKED, '--volume', 'strict:/data'];
    await using container = await startContainer(engine, { args, basePath: '/milepost' });
    await container.healthy();
    expect(await container.exec('id', '-u')).toBe('1000');
    await expect(container.exec('touch', '/tmp/file')).rejects.toThrow('Read-only file system');
    const body = '{"events":[{"type":"event-deploy","entityId":"checkout"}]}';
    expect(await postEvents(container, { body, idempotencyKey: undefined })).toMatchObject({ status: 201 });
    expect(await readEvents(container)).toHaveLength(1);
    expect(await container.stop(), 'exit code after SIGTERM').toBe(0);
  });

  it('keeps its data in a volume, whatever user of group 0 it is run as', async () => {
    await using container = await startContainer(engine, { args: [...LOCKED, '--user', '4711:0'] });
    await container.healthy();
    expect(await container.exec('stat', '--format', '%u', '/data/milepost.sqlite')).toBe('4711');
  });

  it('is found unhealthy when it does not answer, or not that it is ready', async () => {
    await using container = await startContainer(engine, {});
    await container.healthy();
    const format = '{{json .Config.Healthcheck.Test}}';
    const text = await engine.docker('image', 'inspect', '--format', format, 'milepost');
    const [kind, ...check]: string[] = JSON.parse(text);
    expect(kind).toBe('CMD');
    await container.exec(...check);
    await expect(container.exec('env', 'MILEPOST_PORT=9', ...check)).rejects.toThrow('ECONNREFUSED');
    await expect(container.exec('env', 'MILEPOST_BASE_PATH=/other', ...check)).rejects.toThrow('404');
  });

  it('loses no event that it acknowledged when it is killed and started again', async () => {
    const ledger = createLedger();
    const random = createRandom(seed);
    await using container = await startContainer(engine, { args: [...LOCKED, '--volume', 'killed:/data'] });
    for (let round = 0; round < 3; round++) {
      await container.healthy();
      const load = startLoad(container, { ledger, random, round, connections: 16 });
      await until('acknowledgements', 60_000, () => load.acknowledged() >= 50 || load.problems.length > 0);
      await container.kill();
      await load.stop();
      expect(load.problems).toEqual([]);
      await container.start();
    }
    await container.healthy();
    const events = await readEvents(container);
    expect(ledger.check(events)).toEqual([]);
    console.log(
      'container killed:',
      JSON.stringify({ acknowledged: ledger.acknowledgedEvents(), found: events.length }),
    );
  });
});
