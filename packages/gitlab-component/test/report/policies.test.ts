import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { type Call, runMilepost } from '../run-milepost.ts';

let emulator: TestEmulator;
let service: Record<string, string>;
beforeAll(async () => {
  emulator = await startTestEmulator();
  service = { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
});
afterAll(() => emulator[Symbol.asyncDispose]());

let entities = 0;
async function newEntity(): Promise<string> {
  entities += 1;
  return await emulator.entity(`policy-${entities}`);
}

const deployment = ['--env', 'production', '--status', 'success'];
const nobody = { MILEPOST_BASE_URL: 'http://127.0.0.1:1', MILEPOST_API_KEY: 'mp_nobody_secret' };
const quick = ['--max-attempts', '1'];

async function report(args: string[], call: Call = {}) {
  return await runMilepost(['report', ...deployment, ...args], { ...call, env: { ...service, ...call.env } });
}

describe('the exit code', () => {
  test.each([
    ['an outage', nobody, [], 0, /warning: The event was not delivered: .*refused/],
    ['an outage, with fail-on any', nobody, ['--fail-on', 'any'], 1, /error: The event was not delivered/],
    [
      'a wrong key',
      { MILEPOST_API_KEY: 'mp_wrong_secret' },
      [],
      1,
      /error: .*--api-key: the service refused it: 401/,
    ],
    [
      'a wrong key, with fail-on never',
      { MILEPOST_API_KEY: 'mp_wrong_secret' },
      ['--fail-on', 'never'],
      0,
      /warning: .*--api-key/,
    ],
    ['an unknown entity', {}, ['--entity-id', 'nope'], 1, /error: The event was rejected.*'nope' not found/],
    ['no credentials', { MILEPOST_API_KEY: '' }, [], 1, /error: --token: is missing/],
    ['no address', { MILEPOST_BASE_URL: '' }, [], 1, /error: --base-url: is missing/],
    ['a value that cannot be', {}, ['--timestamp', 'noon'], 2, /error: --timestamp: 'noon' is not valid/],
    ['a word that nobody knows', {}, ['--job-status', 'MAYBE'], 2, /error: --job-status: .*--status failed/],
  ])('of %s', async (_, env, args, exitCode, said) => {
    const run = await report([...quick, ...args], { env });
    expect(run).toMatchObject({ exitCode, stderr: expect.stringMatching(said) });
  });

  test.each([
    [['--entity-idd', 'x'], /^milepost: Nonexistent flag: --entity-idd \(did you mean --entity-id\?\)\n$/],
    [
      ['--fail-on', 'errors'],
      /^milepost: Expected --fail-on=errors to be one of: client-error, any, never\n$/,
    ],
    [['--qwertyuiop'], /^milepost: Nonexistent flag: --qwertyuiop\n$/],
    [['extra'], /^milepost: Unexpected argument; write flags as --name=value\n$/],
  ])('of wrong usage, %j, is 2', async (args, said) => {
    const run = await report(args);
    expect(run).toMatchObject({ exitCode: 2, stdout: '', stderr: expect.stringMatching(said) });
  });

  test('of a command that there is not is 2', async () => {
    const run = await runMilepost(['rebort']);
    expect(run).toMatchObject({
      exitCode: 2,
      stderr: 'milepost: command rebort not found (did you mean report?)\n',
    });
  });
});

test('what is unknown is told with the metric that it costs, and the flag that gives it', async () => {
  const run = await runMilepost(['report', '--dry-run', '--entity-id', 'checkout'], {
    env: { JENKINS_URL: 'https://ci.example', BUILD_NUMBER: '42', BUILD_URL: 'https://ci.example/42' },
  });
  expect(run.exitCode).toBe(0);
  expect(run.stderr.split('\n')).toEqual(
    expect.arrayContaining([
      'warning: The deployment has no environment, which Deployment Frequency needs; give --env if you know it.',
      'warning: The deployment has no commit, which Lead Time for Change needs; give --commit-sha if you know it.',
      'warning: The deployment has no status, which Change Failure Rate needs; give --status if you know it.',
    ]),
  );
  expect(run.stdout).toMatch(/^build_url +https:\/\/ci.example\/42 {2}\(Jenkins\)$/m);
});

test('a flag wins over the component, that over the environment; what is blank is not given', async () => {
  const entity = await newEntity();
  const env = {
    MILEPOST_ENV: 'one',
    MILEPOST_INPUT_ENV: 'two',
    MILEPOST_DESCRIPTION: 'one',
    MILEPOST_INPUT_DESCRIPTION: ' ',
    MILEPOST_INPUT_INITIATOR: 'two',
    MILEPOST_INITIATOR: 'one',
    MILEPOST_ENTITY_ID: entity,
  };
  await report([], { env });
  expect(await emulator.events(entity)).toMatchObject([
    { attributes: { env: 'production', description: 'one', initiator: 'two' } },
  ]);
});

test('many events come from standard input, completed from the run', async () => {
  const [one, two] = [await newEntity(), await newEntity()];
  const events = `{"entityId":"${one}"}\n{"entityId":"${two}","attributes":{"env":"staging"}}\n`;
  const run = await report(['--events', '-', '--json'], { stdin: events });
  expect(JSON.parse(run.stdout)).toMatchObject({ outcome: 'reported', accepted: 2, rejected: 0 });
  expect(await emulator.events(one)).toMatchObject([
    { attributes: { env: 'production', status: 'success' } },
  ]);
  expect(await emulator.events(two)).toMatchObject([{ attributes: { env: 'staging', status: 'success' } }]);
});

test('standard input without anything is told', async () => {
  const run = await report(['--events', '-'], { stdin: '' });
  expect(run).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--events: standard input is empty/),
  });
});

test('the outcome is written as variables, on a line each', async () => {
  const entity = await newEntity();
  const { files } = await report(['--entity-id', entity, '--dotenv', 'out.env']);
  const [event] = await emulator.events(entity);
  expect(files['out.env']).toBe(
    `MILEPOST_OUTCOME=reported\nMILEPOST_REASON=\nMILEPOST_EVENT_IDS=["${event?.id}"]\n` +
      'MILEPOST_ACCEPTED=1\nMILEPOST_REJECTED=0\n',
  );
  const failed = await report([...quick, '--dotenv', 'out.env'], { env: nobody });
  expect(failed.files['out.env']).toMatch(/^MILEPOST_OUTCOME=undelivered\nMILEPOST_REASON=The event was not/);
});

test('a dry run needs no service, checks, and sends nothing', async () => {
  const none = { MILEPOST_BASE_URL: '', MILEPOST_API_KEY: '' };
  const good = await report(['--dry-run', '--json'], { env: none });
  expect(JSON.parse(good.stdout)).toMatchObject({ outcome: 'skipped', dryRun: { errors: [] } });
  const bad = await report(['--dry-run', '--events', '-'], {
    env: none,
    stdin: '{"attributes":{"Env":"production"}}',
  });
  expect(bad).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/did you mean 'env'/) });
});

test("strangers' texts cannot command a terminal or a runner", async () => {
  const run = await report(['--dry-run', '--description', '\u001b[31m##[error]red\n::error::owned']);
  const said = run.stdout + run.stderr;
  expect(said).toMatch(/red/);
  expect(said).not.toContain('\u001b');
  expect(said).not.toMatch(/##\[|^::/m);
});

describe('what could not be delivered', () => {
  test('is kept, and replayed under the same key: nothing is stored twice, nothing is lost', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'milepost-replay-'));
    try {
      const entity = await newEntity();
      const kept = ['--entity-id', entity, '--undelivered-file', 'left.ndjson', ...quick];
      // The answer of the first one is lost after the service has stored it.
      await emulator.fault({ match: { path: '/events' }, do: { reset: 'after-commit' }, times: 1 });
      await report(kept, { cwd: directory });
      await report(kept, { cwd: directory, env: nobody });
      expect(await emulator.events(entity)).toHaveLength(1);
      expect((await readFile(join(directory, 'left.ndjson'), 'utf8')).trim().split('\n')).toHaveLength(2);

      const down = await runMilepost(['replay', 'left.ndjson', ...quick], { cwd: directory, env: nobody });
      expect(down).toMatchObject({
        exitCode: 1,
        stdout: expect.stringMatching(/0 delivered, .* 2 not delivered/),
      });
      const up = await runMilepost(['replay', 'left.ndjson'], { cwd: directory, env: service });
      expect(up).toMatchObject({ exitCode: 0, stdout: '2 delivered, 0 rejected, 0 not delivered\n' });
      expect(up.files).toEqual({});
      expect(await emulator.events(entity)).toHaveLength(2);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test('and is refused when it is replayed, is kept apart', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'milepost-replay-'));
    try {
      await report(['--entity-id', 'nope', '--undelivered-file', 'left.ndjson', ...quick], {
        cwd: directory,
        env: nobody,
      });
      const run = await runMilepost(['replay', 'left.ndjson', '--json'], { cwd: directory, env: service });
      expect(run.exitCode).toBe(1);
      expect(JSON.parse(run.stdout)).toMatchObject({ rejected: 1, reasons: ["Entity 'nope' not found"] });
      expect(Object.keys(run.files)).toEqual(['left.ndjson.rejected']);
    } finally {
      await rm(directory, { recursive: true });
    }
  });

  test.each([
    [['replay'], /Missing 1 required arg/],
    [['replay', 'nowhere.ndjson'], /nowhere.ndjson cannot be read and written \(ENOENT\)/],
  ])('%j is wrong usage', async (args, said) => {
    expect(await runMilepost(args, { env: service })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(said),
    });
  });
});

test('SIGTERM ends a report that waits, and keeps what is not delivered', async () => {
  await emulator.fault({
    match: { path: '/events' },
    do: { status: 503, headers: { 'retry-after': '50' } },
    times: 1,
  });
  const started = performance.now();
  const run = await report(['--undelivered-file', 'left.ndjson'], {
    interrupt: { signal: 'SIGTERM', when: () => performance.now() - started > 1500 },
  });
  expect(run.stderr).toMatch(/interrupted/);
  expect(run.files).toHaveProperty('left.ndjson');
});
