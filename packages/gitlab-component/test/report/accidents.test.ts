import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { startGitHubApi as startApi } from '../../../github-action/test/github-api.fixture.ts';
import { startRaw } from '../../../shared/src/client/start-raw.fixture.ts';
import { gitlabJob } from '../gitlab-job.fixture.ts';
import { runMilepost } from '../run-milepost.ts';

const run = promisify(execFile);

let emulator: TestEmulator;
let directory: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'milepost-accident-'));
  return () => rm(directory, { recursive: true });
});
afterAll(() => emulator[Symbol.asyncDispose]());

const service = () => ({ MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey });
const deployment = ['--entity-id', 'checkout', '--env', 'production', '--status', 'success'];

async function report(args: string[], env: Record<string, string> = {}) {
  return await runMilepost(['report', ...deployment, ...args], {
    cwd: directory,
    env: { ...service(), ...env },
  });
}

describe('what is odd around a deployment does not keep it from being reported', () => {
  test.each([
    [
      "an address of GitLab's API that is none",
      { ...gitlabJob, CI_API_V4_URL: 'gitlab', CI_JOB_TOKEN: 'glcbt-secret' },
    ],
    [
      'a token that no header can carry',
      { ...gitlabJob, CI_API_V4_URL: 'http://127.0.0.1:1', GITLAB_TOKEN: 'glpat\nsecret' },
    ],
    [
      "an address of GitHub's API that is none",
      {
        GITHUB_ACTIONS: 'true',
        GITHUB_API_URL: 'foo',
        GITHUB_REPOSITORY: 'a/b',
        GITHUB_SHA: 'a'.repeat(40),
        GITHUB_TOKEN: 'ghs_secret',
      },
    ],
    ['a CI system without its variables', { NETLIFY: 'true' }],
    ['a deleted home', { HOME: '/nowhere' }],
  ])('%s', async (_, env) => {
    expect(await report([], env)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/Deployment reported/),
    });
  });

  test('a record that is none, beside one that is', async () => {
    const records = join(directory, 'records');
    await mkdir(join(records, '6.env'), { recursive: true });
    await symlink('7.env', join(records, '7.env'));
    await writeFile(join(records, '8.env'), 'x'.repeat(200_000));
    await writeFile(join(records, '5.env'), 'CI_JOB_ID=5\nCI_JOB_STATUS=success\nCI_DEPLOY_FREEZE=1\n');
    const { stdout, stderr, exitCode } = await report(['--record', 'records', '--json'], gitlabJob);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      accepted: 1,
      events: [{ event: { attributes: { build_id: '5' } } }],
    });
    for (const name of ['6.env', '7.env', '8.env'])
      expect(stderr).toContain(`The record ${name} is left out`);
    expect(stderr).toMatch(/deploy freeze/);
  });

  test('a page of deployments that GitLab does not give, after one with those of the pipeline', async () => {
    const deployable = {
      id: 4711,
      name: 'deploy',
      finished_at: '2026-03-01T10:05:00Z',
      pipeline: { id: 99 },
    };
    await using api = await startApi({
      'GET /projects/5/deployments': (asked) =>
        asked === 0
          ? {
              headers: { link: `<https://elsewhere.example/next>; rel="next"` },
              body: [{ id: 1, status: 'success', environment: { name: 'production' }, deployable }],
            }
          : { status: 500 },
    });
    const env = { ...gitlabJob, CI_API_V4_URL: api.url, CI_JOB_TOKEN: 'glcbt-secret' };
    const args = ['report', '--entity-id', 'checkout', '--record', 'none', '--no-detect-change', '--json'];
    const { stdout } = await runMilepost(args, { cwd: directory, env: { ...service(), ...env } });
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'reported', accepted: 1 });
  });
});

test('a record directory that is a file is wrong usage', async () => {
  await writeFile(join(directory, 'afile'), '');
  expect(await report(['--record', 'afile'], gitlabJob)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/--record: .*afile is no directory that can be read \(ENOTDIR\)/),
  });
});

test.each([
  ['GitLab', gitlabJob],
  ['GitHub', { GITHUB_ACTIONS: 'true', GITHUB_EVENT_NAME: 'push', GITHUB_SHA: 'a'.repeat(40) }],
])('--job-status counts on %s, too, and a word that nobody knows is refused', async (_, env) => {
  const args = ['report', '--dry-run', '--json', '--job-status'];
  const failed = await runMilepost([...args, 'FAILED'], { cwd: directory, env });
  expect(JSON.parse(failed.stdout)).toMatchObject({
    events: [{ event: { attributes: { status: 'failed' } } }],
  });
  expect(await runMilepost([...args, 'bogus'], { cwd: directory, env })).toMatchObject({ exitCode: 2 });
});

test('no library tells a secret when DEBUG is on', async () => {
  await using proxy = await startRaw((socket) =>
    socket.end('HTTP/1.1 503 Busy\r\ncontent-length: 0\r\n\r\n'),
  );
  const run = await report(['--max-attempts', '1'], {
    DEBUG: '*',
    MILEPOST_API_KEY: '',
    MILEPOST_TOKEN: 'tok-very-secret',
    MILEPOST_BASE_URL: 'http://events.example',
    HTTP_PROXY: proxy.url.replace('http://', 'http://bob:pr0xyPass@'),
  });
  const said = run.stdout + run.stderr;
  expect(said).toMatch(/not delivered/);
  for (const secret of ['tok-very-secret', 'pr0xyPass', Buffer.from('bob:pr0xyPass').toString('base64')]) {
    expect(said).not.toContain(secret);
  }
});

test('a proxy that only the look-up uses cannot make its password known', async () => {
  const basic = Buffer.from('bob:pr0xyPass').toString('base64');
  const body = `{"message":"denied for Basic ${basic} bob:pr0xyPass"}`;
  await using proxy = await startRaw((socket) =>
    socket.end(
      `HTTP/1.1 403 No\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    ),
  );
  const { stdout, stderr } = await report(['--json'], {
    ...gitlabJob,
    CI_API_V4_URL: 'http://gitlab.example/api/v4',
    CI_JOB_TOKEN: 'glcbt-secret',
    HTTP_PROXY: proxy.url.replace('http://', 'http://bob:pr0xyPass@'),
    NO_PROXY: '127.0.0.1',
  });
  expect(JSON.parse(stdout)).toMatchObject({
    outcome: 'reported',
    gaps: [{ reason: expect.stringMatching(/denied for/) }],
  });
  expect(stdout + stderr).not.toContain(basic);
  expect(stdout + stderr).not.toContain('pr0xyPass');
});

test('several events of strangers cannot command a terminal or a runner', async () => {
  const odd = { entityId: '\u001b[31mX\n::error::owned', timestamp: '2026-01-01T00:00:00Z' };
  const { stdout } = await runMilepost(['report', '--dry-run', '--events', JSON.stringify([odd, odd])], {
    cwd: directory,
  });
  expect(stdout).toContain('owned');
  expect(stdout).not.toContain('\u001b');
  expect(stdout).not.toMatch(/^::/m);
});

test('what was meant as a value is not repeated', async () => {
  const { exitCode, stderr } = await report(['--token=', 's3cr3tABC']);
  expect(exitCode).toBe(2);
  expect(stderr).not.toContain('s3cr3tABC');
});

test('a full disk behind standard output does not hide what was reported', async () => {
  const entry = join(import.meta.dirname, '../../bin/milepost.js');
  const command = `"${process.execPath}" "${entry}" report ${deployment.join(' ')} --dotenv out.env > /dev/full`;
  const { stderr } = await run('sh', ['-c', command], {
    cwd: directory,
    env: { PATH: process.env['PATH'], ...service() },
  });
  expect(stderr).toMatch(/Deployment reported\.\n$/);
  expect(await readFile(join(directory, 'out.env'), 'utf8')).toMatch(/^MILEPOST_OUTCOME=reported/);
});

test('one SIGTERM ends a program that waits for standard input', async () => {
  const entry = join(import.meta.dirname, '../../bin/milepost.js');
  const child = spawn(process.execPath, [entry, 'report', '--dry-run', '--verbose', '--events', '-'], {
    cwd: directory,
    env: { PATH: process.env['PATH'] },
  });
  try {
    // It knows its CI system, and reads next.
    await once(child.stderr, 'data');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([2, null]);
  } finally {
    child.kill('SIGKILL');
  }
});

describe('replay', () => {
  const line = (key: string) =>
    `{"idempotencyKey":"${key}","events":[{"type":"event-deploy","timestamp":"2026-01-01T00:00:00Z"}]}\n`;

  test('of one file is made by one process at a time', async () => {
    await writeFile(join(directory, 'q.ndjson'), line('a') + line('b'));
    await emulator.fault({ match: { path: '/events', method: 'POST' }, do: { latencyMs: 1000 }, times: 1 });
    const replay = () => runMilepost(['replay', 'q.ndjson'], { cwd: directory, env: service() });
    const [first, second] = await Promise.all([
      replay(),
      new Promise((resolve) => setTimeout(resolve, 600)).then(replay),
    ]);
    expect(first).toMatchObject({ exitCode: 0, stdout: '2 delivered, 0 rejected, 0 not delivered\n' });
    expect(second).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/another process \(\d+\) uses/),
    });
  });

  test('of a link replaces what it leads to', async () => {
    await writeFile(join(directory, 'target.ndjson'), line('c'));
    await symlink('target.ndjson', join(directory, 'link.ndjson'));
    const { exitCode, files } = await runMilepost(['replay', 'link.ndjson'], {
      cwd: directory,
      env: service(),
    });
    expect(exitCode).toBe(0);
    expect(files).toEqual({});
  });

  test('of what is no file is wrong usage', async () => {
    expect(await runMilepost(['replay', '/dev/null'], { env: service() })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/is not a file/),
    });
  });
});
