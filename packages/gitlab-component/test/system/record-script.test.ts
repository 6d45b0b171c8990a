import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parseRecord } from '../../src/report/read-records.ts';
import { gitlabJob } from '../gitlab-job.fixture.ts';
import { recordScript, runScript, SHELLS } from './record-script.fixture.ts';

const script = await recordScript();
const job = { ...gitlabJob, CI_JOB_STATUS: 'success', CI_ENVIRONMENT_NAME: 'production' };
const recorded = {
  CI_JOB_STATUS: 'success',
  CI_JOB_STARTED_AT: gitlabJob.CI_JOB_STARTED_AT,
  CI_JOB_ID: '4711',
  CI_JOB_URL: gitlabJob.CI_JOB_URL,
  CI_JOB_NAME: 'deploy',
  CI_PIPELINE_ID: '99',
  CI_COMMIT_SHA: gitlabJob.CI_COMMIT_SHA,
  CI_ENVIRONMENT_NAME: 'production',
  GITLAB_USER_LOGIN: 'ada',
  MILEPOST_FINISHED_AT: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
};

/** Has the applets of busybox and nothing else: no Node, no bash. */
let path: string;
beforeAll(async () => {
  path = await mkdtemp(join(tmpdir(), 'milepost-applets-'));
  await promisify(execFile)('/bin/busybox', ['--install', '-s', path]);
});
afterAll(() => rm(path, { recursive: true }));

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'milepost-record-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
});

async function files(): Promise<Record<string, string>> {
  const names = await readdir(join(cwd, 'milepost-deployments'));
  return Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) => [name, await readFile(join(cwd, 'milepost-deployments', name), 'utf8')] as const,
      ),
    ),
  );
}

describe.each(SHELLS)('in $name', (shell) => {
  const run = (env: Record<string, string>) => runScript(shell, script, { cwd, env, path });

  test('the job is recorded in one file, by a line for each thing that is known, and says nothing', async () => {
    const before = Date.now();
    expect(await run(job)).toEqual({ exitCode: 0, output: '' });

    const { '4711.env': text = '', ...others } = await files();
    expect(others).toEqual({});
    expect(parseRecord(text)).toEqual(recorded);
    expect(text.split('\n')).toHaveLength(Object.keys(recorded).length + 1);
    const finished = Date.parse(parseRecord(text)['MILEPOST_FINISHED_AT'] ?? '');
    expect(finished).toBeGreaterThanOrEqual(before - 1000);
    expect(finished).toBeLessThanOrEqual(Date.now());
  });

  test('everything that GitLab may say besides is recorded, too', async () => {
    const more = {
      CI_JOB_STATUS: 'canceled',
      CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: 'b2'.repeat(20),
      CI_ENVIRONMENT_ACTION: 'stop',
      CI_DEPLOY_FREEZE: 'true',
      MILEPOST_ENTITY_ID: 'checkout',
    };
    await run({ ...job, ...more });

    expect(parseRecord((await files())['4711.env'] ?? '')).toEqual({ ...recorded, ...more });
  });

  test.each([
    ['quotes', `it's "so" \\ \`id\``],
    ['what a shell would expand', '$HOME $(touch here) $PATH !! * ~'],
    ['what printf would read', '%s %d\\n\\0 -n'],
    ['other scripts', 'Grüße, 世界 🚀'],
    ['an equals sign and blanks', '  a = b  '],
  ])('a value with %s is recorded as it is', async (_, value) => {
    await run({ ...job, CI_JOB_NAME: value });

    expect(parseRecord((await files())['4711.env'] ?? '')).toEqual({ ...recorded, CI_JOB_NAME: value });
    expect(await readdir(cwd)).toEqual(['milepost-deployments']);
  });

  test.each([
    ['a line more', 'a\nCI_JOB_STATUS=success', 'a CI_JOB_STATUS=success'],
    ['a line of another system more', 'a\r\nb', 'a  b'],
    ['an empty line at the end', 'a\n', 'a '],
  ])('a value with %s stays one line', async (_, value, line) => {
    await run({ ...job, CI_JOB_STATUS: 'failed', CI_JOB_NAME: value });

    const record = { ...recorded, CI_JOB_STATUS: 'failed', CI_JOB_NAME: line };
    expect(parseRecord((await files())['4711.env'] ?? '')).toEqual(record);
  });

  test('what is missing or empty is left out', async () => {
    expect(await run({ CI_JOB_ID: '5', CI_ENVIRONMENT_NAME: '' })).toEqual({ exitCode: 0, output: '' });

    expect(Object.keys(parseRecord((await files())['5.env'] ?? ''))).toEqual([
      'CI_JOB_ID',
      'MILEPOST_FINISHED_AT',
    ]);
  });

  test('no other variable is recorded, however secret', async () => {
    await run({ ...job, MILEPOST_TOKEN: 'tell-nobody', CI_JOB_TOKEN: 'tell-nobody' });

    expect(JSON.stringify(await files())).not.toContain('tell-nobody');
  });

  test('a job that runs again is recorded anew, beside what it got from others', async () => {
    await mkdir(join(cwd, 'milepost-deployments'));
    await writeFile(join(cwd, 'milepost-deployments', '1.env'), 'CI_JOB_ID=1\n');
    await run({ ...job, CI_JOB_STATUS: 'failed' });
    await run(job);

    const { '1.env': other, '4711.env': own = '' } = await files();
    expect(other).toBe('CI_JOB_ID=1\n');
    expect(parseRecord(own)).toEqual(recorded);
  });

  test.each([
    ['the directory is a file', () => writeFile(join(cwd, 'milepost-deployments'), '')],
    [
      'the file is a directory',
      () => mkdir(join(cwd, 'milepost-deployments/4711.env.part'), { recursive: true }),
    ],
  ])('when %s, the job goes on, and its log says so', async (_, spoil) => {
    await spoil();

    expect(await run(job)).toEqual({
      exitCode: 0,
      output: 'Milepost: this job could not be recorded, so report-deployment will not know how it ended.\n',
    });
  });

  test('when the image has no program at all, the job goes on', async () => {
    const empty = join(cwd, 'empty');
    await mkdir(empty);
    const { exitCode } = await runScript(shell, script, { cwd, env: job, path: empty });

    expect(exitCode).toBe(0);
  });

  test('what the job does afterwards is done, whatever became of the record', async () => {
    await writeFile(join(cwd, 'milepost-deployments'), '');
    const { output } = await runScript(shell, `${script}\necho afterwards $file`, { cwd, env: job, path });

    expect(output).toMatch(/afterwards\n$/);
  });
});

test('a directory that cannot be written is no reason to fail', async () => {
  await chmod(cwd, 0o555);
  // Root may write anywhere.
  const nobody = process.getuid?.() === 0 ? ['/usr/bin/setpriv', '--reuid=65534', '--clear-groups'] : [];
  const shell = { name: 'dash', command: [...nobody, '/bin/dash'] };
  const { exitCode, output } = await runScript(shell, script, { cwd, env: job, path });

  expect({ exitCode, output }).toEqual({
    exitCode: 0,
    output: expect.stringContaining('could not be recorded'),
  });
  expect(await readdir(cwd)).toEqual([]);
});
