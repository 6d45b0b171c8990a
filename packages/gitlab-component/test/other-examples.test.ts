import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parse } from 'yaml';
import {
  type StoredEvent,
  startTestEmulator,
  type TestEmulator,
} from '../../emulator/test/start-test-emulator.fixture.ts';

const run = promisify(execFile);
const EXAMPLES = join(import.meta.dirname, '../../../examples');
const SHA = 'c3'.repeat(20);

let emulator: TestEmulator;
let workspace: string;
beforeAll(async () => {
  emulator = await startTestEmulator();
});
beforeEach(async () => {
  workspace = await mkdtemp(join(tmpdir(), 'milepost-examples-'));
});
afterAll(() => emulator[Symbol.asyncDispose]());

/** In place of the registry: the program of this repository, when it is asked for by its name and version. */
async function writeNpx(): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(import.meta.dirname, '../package.json'), 'utf8'));
  const program = join(import.meta.dirname, '../bin/milepost.js');
  const bin = join(workspace, 'bin');
  await mkdir(bin);
  const script = `#!/bin/sh\n[ "$1 $2" = "--yes ${name}@${version}" ] || exit 99\nshift 2\nexec "${process.execPath}" "${program}" "$@"\n`;
  await writeFile(join(bin, 'npx'), script);
  await chmod(join(bin, 'npx'), 0o755);
  return `${bin}:${process.env['PATH']}`;
}

/** Runs a step's command as the CI system's shell does; whether it succeeded. */
async function shell(command: string, env: Record<string, string>): Promise<boolean> {
  const service = { MILEPOST_BASE_URL: emulator.url, MILEPOST_API_KEY: emulator.apiKey };
  try {
    await run('sh', ['-ec', command], { cwd: workspace, env: { ...service, ...env } });
    return true;
  } catch {
    return false;
  }
}

async function writeDeploy(exitCode: number): Promise<void> {
  await writeFile(join(workspace, 'deploy.sh'), `#!/bin/sh\nexit ${exitCode}\n`);
  await chmod(join(workspace, 'deploy.sh'), 0o755);
}

/** What the last run stored of `checkout`. */
async function stored(before: number): Promise<StoredEvent['attributes'][]> {
  const events = await emulator.events('checkout');
  return events.slice(0, events.length - before).map(({ attributes }) => attributes);
}

test.each([
  [0, 'success'],
  [1, 'failed'],
])('CircleCI: a deployment that exits %i is reported as %s', async (exitCode, status) => {
  const before = (await emulator.events('checkout')).length;
  await writeDeploy(exitCode);
  const { jobs } = parse(await readFile(join(EXAMPLES, 'circleci/config.yml'), 'utf8'));
  const env = {
    PATH: await writeNpx(),
    CIRCLECI: 'true',
    CIRCLE_BUILD_NUM: '43',
    CIRCLE_BUILD_URL: 'https://circleci.example/43',
    CIRCLE_SHA1: SHA,
    CIRCLE_BRANCH: 'main',
    CIRCLE_USERNAME: 'ada',
  };
  let failed = false;
  for (const step of jobs.deploy.steps) {
    if (step === 'checkout') continue;
    const { command, when = 'on_success' } = step.run;
    if (when === 'always' || (when === 'on_fail') === failed) failed = !(await shell(command, env)) || failed;
  }
  expect(failed).toBe(exitCode !== 0);
  expect(await stored(before)).toEqual([
    {
      env: 'production',
      status,
      build_id: '43',
      build_url: 'https://circleci.example/43',
      build_commit_sha: SHA,
      initiator: 'ada',
    },
  ]);
  await rm(workspace, { recursive: true });
});

test.each([
  ['SUCCESS', ['success']],
  ['UNSTABLE', ['success']],
  ['FAILURE', ['failed']],
  ['ABORTED', []],
])('Jenkins: a build that is %s reports %j', async (result, statuses) => {
  const before = (await emulator.events('checkout')).length;
  const text = await readFile(join(EXAMPLES, 'jenkins/Jenkinsfile'), 'utf8');
  const post = text.slice(text.indexOf('post {'));
  const [, command = ''] = /sh "([^"]*)"/.exec(post) ?? [];
  const env = {
    PATH: await writeNpx(),
    JENKINS_URL: 'https://ci.example/',
    BUILD_NUMBER: '42',
    BUILD_URL: 'https://ci.example/job/shop/42/',
    GIT_COMMIT: SHA,
    GIT_BRANCH: 'origin/main',
  };
  // Groovy fills it in before the shell sees it.
  const filled = command.replace(/\$\{currentBuild\.currentResult\}$/, result);
  expect(filled).not.toBe(command);
  expect(await shell(filled, env)).toBe(true);
  expect(await stored(before)).toEqual(
    statuses.map((status) => ({
      env: 'production',
      status,
      build_id: '42',
      build_url: 'https://ci.example/job/shop/42/',
      build_commit_sha: SHA,
    })),
  );
  await rm(workspace, { recursive: true });
});
