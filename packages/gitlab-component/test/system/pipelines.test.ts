import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pjson from '../../package.json' with { type: 'json' };
import { gitlabJob } from '../gitlab-job.fixture.ts';
import { readExamples } from '../read-templates.ts';
import { recordScript, runScript, SHELLS } from './record-script.fixture.ts';
import { deployment, type Service, startService } from './service.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const examples = await readExamples();

describe('a deployment that somebody cancelled', () => {
  /** What the template writes then; gitlab-ci-local cannot cancel a job. */
  async function cancelledRecord(): Promise<string> {
    const cwd = await mkdtemp(join(tmpdir(), 'milepost-cancelled-'));
    try {
      const env = { ...gitlabJob, CI_JOB_STATUS: 'canceled', CI_ENVIRONMENT_NAME: 'production' };
      const [shell = { name: '', command: [] }] = SHELLS;
      await runScript(shell, await recordScript(), { cwd, env, path: '/usr/bin:/bin' });
      return await readFile(join(cwd, 'milepost-deployments/4711.env'), 'utf8');
    } finally {
      await rm(cwd, { recursive: true });
    }
  }

  test.each([
    ['is not reported', '', []],
    [
      'is reported as failed, if that is asked for',
      '      on-cancelled: failed\n',
      [
        deployment(gitlabJob.CI_COMMIT_SHA, 'shop', {
          status: 'failed',
          build_id: '4711',
          build_url: gitlabJob.CI_JOB_URL,
          deployment_start_time: gitlabJob.CI_JOB_STARTED_AT,
        }),
      ],
    ],
  ])('%s', async (_, input, events) => {
    const text = examples.get('deploy.yml')?.replace(/( {6}entity-id: .*\n)/, `$1${input}`) ?? '';
    const files = { 'milepost-deployments/4711.env': await cancelledRecord() };
    const { end, stored } = await service.runPipeline({ text, files, jobs: ['report-deployment'] });

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual(events);
  });
});

test('a job with an after_script of its own is recorded, too, when that refers to the template', async () => {
  const text = `include:
  - component: $CI_SERVER_FQDN/milepost-dev/milepost/record-deployment@${pjson.version}
deploy:
  extends: .record-deployment
  script: ['true']
  after_script:
    - echo mine > mine.txt
    - !reference [.record-deployment, after_script]
  artifacts:
    when: always
    paths: [mine.txt, milepost-deployments/$CI_JOB_ID.env]
`;
  const { end } = await service.runPipeline({ text });

  expect(end.exitCode, end.output).toBe(0);
  const { 'mine.txt': mine, ...records } = await end.artifacts('deploy');
  expect(mine).toBe('mine\n');
  expect(Object.values(records)).toEqual([expect.stringMatching(/^CI_JOB_STATUS=success\n/)]);
});

test("the component's own project tries itself", async () => {
  const end = await service.gitlab.ownPipeline({ variables: { CI_COMMIT_TAG: pjson.version } });

  expect(end.exitCode, end.output).toBe(0);
  expect(end.output).toContain('skipped, Dry run: nothing was sent.');
  expect(end.output).toContain(`Release ${pjson.version}`);
});
