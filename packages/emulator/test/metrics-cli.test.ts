import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEmulator, stopEmulator } from './system/start-emulator.ts';

/** The commands about repositories and metrics, beside a running server. */
const BIN = fileURLToPath(new URL('../bin/milepost-emulator.js', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'milepost-metrics-cli-'));
const data = join(directory, 'data');

let emulator: Awaited<ReturnType<typeof startEmulator>>;
beforeAll(async () => {
  emulator = await startEmulator({ args: ['--data-dir', data, '--log-level', 'warn'] });
});
afterAll(async () => {
  await stopEmulator(emulator);
  rmSync(directory, { recursive: true, force: true });
});

function cli(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args, '--data-dir', data], {
    env: { PATH: process.env['PATH'], HOME: directory, MILEPOST_GIT_TOKENS: 'github.com=s3cret-token' },
    cwd: directory,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

it('connects repositories, lists them, and disconnects them', () => {
  expect(cli('repos', 'list').stdout).toMatch(/^No repository is connected\./);
  const connected = cli(
    'repos',
    'connect',
    '--entity',
    'checkout',
    '--entity',
    'payments',
    '--path',
    'shop',
    '--json',
  );
  const repo = JSON.parse(connected.stdout);
  expect(repo).toMatchObject({ name: 'shop', url: null, path: join(directory, 'shop') });
  expect(repo.entityIds).toHaveLength(2);
  cli('repos', 'connect', '--entity', 'checkout', '--url', 'https://github.com/example/checkout.git');
  cli('repos', 'connect', '--entity', 'checkout');
  const list = JSON.parse(cli('repos', 'list', '--json').stdout);
  expect(list.map(({ name, url }: { name: string; url: string }) => [name, url])).toEqual([
    ['checkout', 'https://github.com/example/checkout.git'],
    ['checkout', null],
    ['shop', null],
  ]);
  expect(cli('repos', 'list').stdout).toContain('not read yet');
  expect(cli('repos', 'disconnect', repo.id)).toEqual({
    status: 0,
    stdout: 'Disconnected shop.\n',
    stderr: '',
  });
  expect(JSON.parse(cli('repos', 'list', '--json').stdout)).toHaveLength(2);
});

describe('what cannot be is told in a line, with exit code 2', () => {
  it.each([
    [
      'an entity of nobody',
      ['repos', 'connect', '--entity', 'nowhere', '--path', '.'],
      "'nowhere' not found",
    ],
    ['no entity', ['repos', 'connect', '--path', '.'], 'entity'],
    [
      'both places',
      ['repos', 'connect', '--entity', 'checkout', '--path', '.', '--url', 'https://a.test/b'],
      '--path',
    ],
    [
      'a password',
      ['repos', 'connect', '--entity', 'checkout', '--url', 'https://u:pw@a.test/b'],
      'MILEPOST_GIT_TOKENS',
    ],
    ['a program', ['repos', 'connect', '--entity', 'checkout', '--url', 'ext::sh -c id'], '--url'],
    ['no id', ['repos', 'disconnect', 'shop'], 'UUID'],
    ['an id of nobody', ['repos', 'disconnect', '00000000-0000-4000-8000-000000000000'], 'no repository'],
    ['no day', ['metrics', 'calculate', '--from', 'yesterday'], '--from'],
    ['a day that does not exist', ['metrics', 'calculate', '--from', '2026-04-31'], '--from'],
    ['full and from', ['metrics', 'calculate', '--full', '--from', '2026-01-01'], '--full'],
    ['aliases', ['metrics', 'calculate', '--environment-aliases', 'uat'], '--environment-aliases'],
  ])('%s', (_name, args, words) => {
    const { status, stdout, stderr } = cli(...args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(words);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).not.toContain('pw');
  });
});

it('calculates, says what, and shows no token', async () => {
  const event = {
    type: 'event-deploy',
    entityId: 'payments',
    timestamp: '2026-01-06T12:00:00Z',
    attributes: { env: 'uat', status: 'success' },
  };
  const response = await fetch(`${emulator.url}/events`, {
    method: 'POST',
    headers: { 'x-api-key': emulator.apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ events: [event] }),
  });
  expect(response.status).toBe(201);
  for (const { id } of JSON.parse(cli('repos', 'list', '--json').stdout)) cli('repos', 'disconnect', id);
  const calculate = (...args: string[]) => JSON.parse(cli('metrics', 'calculate', '--json', ...args).stdout);
  expect(calculate()).toMatchObject({ state: 'succeeded', dirtyChains: 1, deployments: 1 });
  expect(calculate()).toMatchObject({ state: 'succeeded', dirtyChains: 0, deployments: 0 });
  expect(calculate('--from', '2026-01-06')).toMatchObject({ dirtyChains: 1, deployments: 1 });
  // Other settings: everything anew.
  expect(calculate('--environment-aliases', 'uat=staging')).toMatchObject({ dirtyChains: 1 });
  expect(calculate('--environment-aliases', 'uat=staging')).toMatchObject({ dirtyChains: 0 });
  const full = cli('metrics', 'calculate', '--full');
  expect(full.stdout).toMatch(/^Calculated through \d{4}-\d\d-\d\d \(chains: 1, deployments: 1\)\.\n$/);
  expect(full.stderr + full.stdout).not.toContain('s3cret');
});
