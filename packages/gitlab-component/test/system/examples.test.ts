import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deployment, type Service, startService } from './service.fixture.ts';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const tag = {
  variables: {
    CI_COMMIT_TAG: 'v1.2',
    CI_COMMIT_TAG_MESSAGE: 'Carts for all',
    CI_COMMIT_MESSAGE: 'For CHG0042',
  },
  without: ['CI_COMMIT_BRANCH'],
};
const failing = { files: { 'deploy.sh': '#!/bin/sh\nexit 3\n' } };

describe('deploy.yml', () => {
  test('a push to the default branch is reported, as the deploying job recorded it', async () => {
    const { end, stored } = await service.runExample('deploy.yml');

    expect(end.exitCode, end.output).toBe(0);
    expect(stored).toEqual([deployment(end.commit, 'shop')]);
    const [record = ''] = Object.values(await end.artifacts('deploy-production'));
    const [, id] = /^CI_JOB_ID=(\d+)$/m.exec(record) ?? [];
    expect(stored[0]?.attributes['build_id']).toBe(id);
    const [, finished = ''] = /^MILEPOST_FINISHED_AT=(.*)$/m.exec(record) ?? [];
    expect(Date.parse(stored[0]?.timestamp ?? '')).toBe(Date.parse(finished));
  });

  test('a deployment that failed is reported as failed, and the pipeline fails as it would', async () => {
    const { end, stored } = await service.runExample('deploy.yml', failing);

    expect(end.exitCode).not.toBe(0);
    expect(stored).toEqual([deployment(end.commit, 'shop', { status: 'failed' })]);
  });

  test('when the service is not there, the pipeline passes, and what was not delivered is kept', async () => {
    const { end } = await service.runExample('deploy.yml', {
      variables: { MILEPOST_BASE_URL: 'http://127.0.0.1:9' },
    });

    expect(end.exitCode, end.output).toBe(0);
    const { 'milepost-undelivered.ndjson': kept = '' } = await end.artifacts('report-deployment');
    expect(JSON.parse(kept)).toMatchObject({
      events: [{ entityId: 'shop', attributes: { env: 'production' } }],
    });
  });

  test('a wrong token fails the pipeline', async () => {
    const { end, stored } = await service.runExample('deploy.yml', {
      variables: { MILEPOST_TOKEN: 'wrong-token' },
    });

    expect(end.exitCode).not.toBe(0);
    expect(stored).toEqual([]);
    expect(end.output).toContain('401');
    expect(end.output).not.toContain('wrong-token');
  });
});

test('tag.yml: a tag is reported with its message, and with the change that it names', async () => {
  const { end, stored } = await service.runExample('tag.yml', tag);

  expect(end.exitCode, end.output).toBe(0);
  expect(stored).toEqual([
    deployment(end.commit, 'checkout', { description: 'Carts for all', change_id: 'CHG0042' }),
  ]);
});

test('several-services.yml: each service is an event, the failed one is failed', async () => {
  const files = { 'deploy.sh': '#!/bin/sh\ntest "$1" = checkout\n' };
  const { end, stored } = await service.runExample('several-services.yml', { files });

  expect(end.exitCode).not.toBe(0);
  expect(stored).toEqual([
    deployment(end.commit, 'checkout', { env: 'production/checkout' }),
    deployment(end.commit, 'payments', { env: 'production/payments', status: 'failed' }),
  ]);
});

test('manual.yml: what somebody starts by hand is reported when it is over', async () => {
  const { end, stored } = await service.runExample('manual.yml', { manual: ['deploy-production'] });

  expect(end.exitCode, end.output).toBe(0);
  expect(stored).toEqual([deployment(end.commit, 'checkout')]);
});

test('outputs.yml: a later job reads what became of the report', async () => {
  const { end, stored } = await service.runExample('outputs.yml');

  expect(end.exitCode, end.output).toBe(0);
  expect(stored).toEqual([deployment(end.commit, 'checkout')]);
  expect(end.output).toContain(`reported, 1 stored as ["${stored[0]?.id}"]`);
});

describe('in-the-job.yml', () => {
  test.each([
    ['succeeded', {}, 'success'],
    ['failed', failing, 'failed'],
  ])('a job that %s reports itself', async (_, pipeline, status) => {
    const { end, stored } = await service.runExample('in-the-job.yml', pipeline);

    expect(stored).toEqual([deployment(end.commit, 'shop', { status })]);
  });
});
