import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postEvents, readEvents } from '../client.ts';
import { createLedger } from '../ledger.ts';
import { startLoad } from '../load.ts';
import { createRandom, seedOf } from '../random.ts';
import { until } from '../until.ts';
import { DEBIAN_IMAGE } from './base-image.ts';
import { measureImage } from './measure-image.ts';
import { openEngine } from './open-engine.ts';
import { startContainer } from './start-container.ts';
import type { Engine } from './start-engine.ts';

/** Compressed, as a registry sends it, base and git included. */
const MAX_IMAGE = 120_000_000;
/** From `docker start` to healthy, in milliseconds. */
const HEALTHY_WITHIN = 2000;

const seed = seedOf(process.env['MILEPOST_CRASH_SEED']);
/** As strict as an engine can be. */
const LOCKED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

let engine: Engine;
beforeAll(async () => {
  console.log(`image: MILEPOST_CRASH_SEED=${seed}`);
  engine = await openEngine('host');
});
afterAll(() => engine?.[Symbol.asyncDispose]());

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
    const modules = (await job('ls /opt/milepost/node_modules')).split('\n');
    expect(modules).toContain('express');
    for (const name of ['typescript', 'vitest', 'rolldown', 'turbo']) expect(modules).not.toContain(name);
    for (const name of ['npm', 'perl5.36', 'gcc', 'python3', 'curl'])
      expect(await job(`command -v ${name} || echo none`), name).toBe('none');
    expect(await job('ls /var/lib/apt/lists /var/cache/apt')).toBe('/var/cache/apt:\n\n/var/lib/apt/lists:');
  });

  it('says what it is, and what of it scanners have to look at', async () => {
    const labels = await engine.docker('image', 'inspect', '--format', '{{json .Config.Labels}}', 'milepost');
    expect(JSON.parse(labels)).toEqual({
      'org.opencontainers.image.title': 'Milepost',
      'org.opencontainers.image.description': expect.stringMatching(/^An event ingestion service/),
      'org.opencontainers.image.licenses': 'MIT',
      'org.opencontainers.image.version': '1.2.3',
      'org.opencontainers.image.revision': expect.any(String),
    });
    const known = await job('cat /var/lib/dpkg/status.d/*');
    for (const name of ['git', 'openssh-client', 'libcurl3-gnutls'])
      expect(known).toMatch(new RegExp(`^Package: ${name}$`, 'm'));
    expect(await job('ls /usr/share/doc/git /usr/local/share/doc/node')).toContain('copyright');
  });

  it('is small: base, git and Node included', async () => {
    const layers = await measureImage(engine, 'milepost');
    const bytes = (of: typeof layers) => of.reduce((sum, layer) => sum + layer.bytes, 0);
    const shared = '{{json .RootFS.Layers}}';
    const base: string[] = JSON.parse(
      await engine.docker('image', 'inspect', '--format', shared, DEBIAN_IMAGE),
    );
    const figures = { total: bytes(layers), own: bytes(layers.slice(base.length)), layers };
    console.log('image, compressed bytes:', JSON.stringify(figures));
    expect(figures.total).toBeLessThanOrEqual(MAX_IMAGE);
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

  it('is healthy soon after docker start, also the first time, and its probes leave nothing in the log', async () => {
    await using container = await startContainer(engine, { args: LOCKED });
    const took: number[] = [];
    for (let round = 0; round < 3; round++) {
      await container.healthy();
      took.push(await container.healthyAfter());
      await container.stop();
      await container.start();
    }
    console.log('healthy after, ms:', JSON.stringify(took));
    // Of three: it is the service's time that is limited, not that of a machine which does something else.
    expect(Math.min(...took)).toBeLessThan(HEALTHY_WITHIN);
    await container.healthy();
    expect(await container.logs()).not.toContain('readyz');
  });

  it('is found unhealthy when it does not answer, or not that it is ready', async () => {
    await using container = await startContainer(engine, {});
    await container.healthy();
    const format = '{{json .Config.Healthcheck.Test}}';
    const text = await engine.docker('image', 'inspect', '--format', format, 'milepost');
    const [kind, ...check]: string[] = JSON.parse(text);
    expect(kind).toBe('CMD');
    await container.exec(...check);
    await container.exec('env', 'MILEPOST_BASE_PATH=//', ...check);
    await expect(container.exec('env', 'MILEPOST_PORT=9', ...check)).rejects.toThrow('Connection refused');
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
