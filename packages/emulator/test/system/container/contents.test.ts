import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEBIAN_IMAGE } from './base-image.ts';
import { measureImage } from './measure-image.ts';
import { openEngine } from './open-engine.ts';
import type { Engine } from './start-engine.ts';

/** Compressed, as a registry sends it, base and git included. */
const MAX_IMAGE = 120_000_000;

let engine: Engine;
beforeAll(async () => {
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
});
