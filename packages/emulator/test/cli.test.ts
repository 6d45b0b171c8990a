import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wait } from './run-cli.fixture.ts';

const BIN = fileURLToPath(new URL('../bin/milepost-emulator.js', import.meta.url));
const run = promisify(execFile);

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-cli-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Runs a command to its end, in the test's directory. */
async function cli(args: string[], env: Record<string, string> = {}) {
  const options = { cwd: directory, env: { PATH: process.env['PATH'] ?? '', ...env } };
  try {
    return { code: 0, ...(await run(process.execPath, [BIN, ...args], options)) };
  } catch (error) {
    const { code, stdout, stderr } = Object.assign({ code: -1, stdout: '', stderr: '' }, error);
    return { code, stdout, stderr };
  }
}

/** Runs `start` until it is ready, and stops it when the test ends. */
const start = (args: string[], env: Record<string, string> = {}) =>
  wait(BIN, ['start', '--port', '0', ...args], { cwd: directory, env });

describe('start', () => {
  it('prints a call that answers 201 when it is pasted into a shell', async () => {
    await using emulator = await start(['--ephemeral'], { MILEPOST_API_KEY: "it's-a-$key" });
    const line =
      emulator
        .stdout()
        .split('\n')
        .find((one) => one.includes('curl')) ?? '';
    const { stdout } = await run('sh', ['-c', `${line} -w ' %{http_code}'`]);
    expect(stdout).toMatch(/"failures":\[\]\} 201$/);
    expect(emulator.stdout()).toContain("it's-a-$key");
  });

  it('prints one that answers 201 with --no-api-keys, too', async () => {
    await using emulator = await start(['--ephemeral', '--no-api-keys']);
    const line =
      emulator
        .stdout()
        .split('\n')
        .find((one) => one.includes('curl')) ?? '';
    const { stdout } = await run('sh', ['-c', `${line} -w ' %{http_code}'`]);
    expect(stdout).toMatch(/ 201$/);
  });

  it('prints one JSON line with --json, with the URLs that callers see', async () => {
    const publicUrl = 'https://milepost.example.com/dora';
    await using emulator = await start(['--store', 'memory:', '--json', '--public-url', `${publicUrl}/`]);
    expect(JSON.parse(emulator.stdout())).toEqual({
      event: 'ready',
      url: publicUrl,
      apiKey: 'mp_emulator_00000000000000000000000000000000',
      authUrl: publicUrl,
    });
  });

  it('keeps its data where the caller is, and finds them again', async () => {
    {
      await using first = await start(['--json']);
      const { url, apiKey } = JSON.parse(first.stdout());
      const body = JSON.stringify({ events: [{ type: 'event-deploy', entityId: 'checkout' }] });
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      expect((await fetch(`${url}/events`, { method: 'POST', headers, body })).status).toBe(201);
    }
    expect(existsSync(join(directory, 'milepost-data', 'milepost.sqlite'))).toBe(true);
    await using second = await start(['--json']);
    const { url, apiKey } = JSON.parse(second.stdout());
    const page = await fetch(`${url}/events`, { headers: { 'x-api-key': apiKey } });
    expect(await page.json()).toMatchObject({ pageInfo: { itemCount: 1 } });
  });

  it('takes away the directory of --ephemeral', async () => {
    let data: string;
    {
      await using emulator = await start(['--ephemeral']);
      data = /sqlite:(\S+)\/milepost\.sqlite/.exec(emulator.stdout())?.[1] ?? '';
      expect(existsSync(data)).toBe(true);
    }
    expect(existsSync(data)).toBe(false);
  });

  it('warns when the well-known credentials can be reached from outside', async () => {
    await using outside = await start(['--ephemeral', '--host', '0.0.0.0']);
    await expect.poll(outside.stderr).toContain('the well-known API key and user can be used by everyone');
    await using inside = await start(['--ephemeral', '--host', '127.0.0.2']);
    expect(inside.stderr()).not.toContain('well-known');
  });

  it('plants a seed once, however often it starts', async () => {
    const seed = join(directory, 'seed.yaml');
    await writeFile(
      seed,
      `entities:
  - { shortId: web, name: "Web — главная", type: component }
blueprints:
  - { shortId: audit, name: Audit, schema: { type: object } }
events:
${'  - { type: event-deploy, entityId: web, timestamp: 2026-01-31T09:30:00Z, attributes: { env: production } }\n'.repeat(40)}  - { type: audit, attributes: { a: 1 } }
`,
    );
    for (const _start of ['first', 'second']) {
      await using emulator = await start(['--json', '--data-dir', 'seeded', '--seed', 'seed.yaml']);
      const { url, apiKey } = JSON.parse(emulator.stdout());
      const page = await fetch(`${url}/events?entityId=web`, { headers: { 'x-api-key': apiKey } });
      expect(await page.json()).toMatchObject({ pageInfo: { itemCount: 40 } });
    }
  });

  it.each([
    ['events:\n  - { type: event-deploy, attributes: { Env: x } }', 'events[0].attributes.Env'],
    [
      'events:\n  - { type: event-deploy, entityId: nowhere }',
      "events[0].entityId Entity 'nowhere' not found",
    ],
    ['entities:\n  - { name: x }', 'entities[0].shortId'],
    ['entity: []', 'entity'],
    ['{', 'bad.yaml'],
  ])('refuses the seed %j and names the place', async (text, place) => {
    await writeFile(join(directory, 'bad.yaml'), text);
    const { code, stderr } = await cli(['start', '--port', '0', '--store', 'memory:', '--seed', 'bad.yaml']);
    expect(code).toBe(1);
    expect(stderr).toContain(place);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

describe('wrong usage ends with one line and exit code 2', () => {
  it.each([
    [['--port', '65536'], {}, '--port'],
    [['--port', 'x'], {}, '--port'],
    [[], { MILEPOST_PORT: '-1' }, '--port'],
    [['--prot', '1'], {}, 'did you mean --port?'],
    [['--store', 'redis:'], {}, '--store'],
    [['--store', 'file:data.txt'], {}, '--store'],
    [['--ephemeral', '--store', 'memory:'], {}, '--ephemeral'],
    [['--base-path', 'a b'], {}, '--base-path'],
    [['--public-url', 'example.com'], {}, '--public-url'],
    [['--rate-limit-minute', '0'], {}, '--rate-limit-minute'],
    [['--api-key', 'short'], {}, '--api-key'],
    [['--entity-errors', 'maybe'], {}, '--entity-errors'],
    [['--log-level', 'loud'], {}, '--log-level'],
    [['--control-from', '10.0.0.0/33'], {}, '--control-from'],
    [['--clock', '2026-02-30T00:00:00Z'], {}, '--clock'],
    [[], { MILEPOST_CLOCK: 'tomorrow' }, '--clock'],
    [[], { MILEPOST_CONTROL_FROM: 'everyone' }, '--control-from'],
    [[], { MILEPOST_LOOSE: 'perhaps' }, 'MILEPOST_LOOSE'],
  ])('start %j with %j', async (args, env, named) => {
    const { code, stdout, stderr } = await cli(['start', ...args], env);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(named);
  });

  it('an address with a password in it is not shown', async () => {
    const { code, stderr } = await cli(['start', '--store', 'postgres://me:hunter2@127.0.0.1:1/none']);
    expect(code).toBe(1);
    expect(stderr).not.toContain('hunter2');
  });
});

describe('keys', () => {
  beforeAll(async () => {
    await using emulator = await start(['--json', '--data-dir', 'with-keys']);
    expect(emulator.stdout()).toContain('ready');
  });

  it('are made, used, listed and revoked beside a running server', async () => {
    await using emulator = await start(['--json', '--data-dir', 'with-keys']);
    const { url } = JSON.parse(emulator.stdout());
    const keys = (...args: string[]) => cli(['keys', ...args, '--data-dir', 'with-keys', '--json']);
    const status = async (key: string) =>
      (await fetch(`${url}/entities`, { headers: { 'x-api-key': key } })).status;

    const made = JSON.parse((await keys('create', '--name', 'ci', '--entity', 'checkout')).stdout);
    expect(await status(made.key)).toBe(200);
    const listed = await keys('list');
    expect(listed.stdout).not.toContain(made.key);
    expect(JSON.parse(listed.stdout)).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: made.id, name: 'ci', state: 'active' })]),
    );
    expect((await keys('revoke', made.id)).code).toBe(0);
    expect(await status(made.key)).toBe(401);
    expect(JSON.parse((await keys('list')).stdout)).toContainEqual(
      expect.objectContaining({ id: made.id, state: 'revoked' }),
    );
  });

  it.each([
    [['create', '--name', ' '], '--name'],
    [['create', '--name', 'x', '--entity', 'nowhere'], "'nowhere' not found"],
    [['create', '--name', 'x', '--expires-at', '2020-01-01T00:00:00Z'], '--expires-at'],
    [['revoke', 'x'], 'UUID'],
    [['revoke', '01a1fbdd-1958-7583-aa67-64f6b0b38a68'], 'no key'],
    [['list', '--account', 'x'], '--account'],
    [['list', '--store', 'memory:'], 'memory:'],
  ])('%j is refused with one line', async (args, named) => {
    const { code, stderr } = await cli(['keys', ...args, '--data-dir', 'with-keys']);
    expect(code).toBe(2);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(named);
  });

  it('need a store that is there', async () => {
    const { code, stderr } = await cli(['keys', 'list', '--data-dir', 'nowhere']);
    expect(code).toBe(1);
    expect(stderr).toContain('does not exist');
    expect(existsSync(join(directory, 'nowhere'))).toBe(false);
  });
});
