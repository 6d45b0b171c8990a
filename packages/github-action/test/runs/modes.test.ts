import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { push } from '../examples.ts';
import { report } from '../report.fixture.ts';

let emulator: TestEmulator;
let inputs: TestEmulator['inputs'];
beforeAll(async () => {
  emulator = await startTestEmulator();
  ({ inputs } = emulator);
});
afterAll(() => emulator[Symbol.asyncDispose]());

describe('report-at: job-end', () => {
  const wrap = () => ({ ...push, inputs: { ...inputs, 'report-at': 'job-end' } });

  test.each([
    ['success', 'success'],
    ['failure', 'failed'],
  ])('main notes the start, post reports that the job ended as %s', async (jobStatus, status) => {
    const before = await emulator.events();
    const begun = Date.now();
    await using run = await report({ ...wrap(), atPost: { 'job.status': jobStatus } });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: {}, summary: '' });
    expect(run.post).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported', accepted: '1' } });
    expect(run.post.summary).toContain('Deployment reported');
    const events = await emulator.events();
    expect(events).toHaveLength(before.length + 1);
    expect(events[0]?.attributes).toMatchObject({ status, env: 'production' });
    const started = Date.parse(String(events[0]?.attributes['deployment_start_time']));
    expect(started).toBeGreaterThanOrEqual(begun);
    expect(started).toBeLessThanOrEqual(Date.parse(events[0]?.timestamp ?? ''));
  });

  test('a cancelled job is skipped, or failed when on-cancelled says so', async () => {
    await using skipped = await report({ ...wrap(), atPost: { 'job.status': 'cancelled' } });
    expect(skipped.post.outputs).toMatchObject({ outcome: 'skipped' });
    const step = wrap();
    await using failed = await report({
      ...step,
      inputs: { ...step.inputs, 'on-cancelled': 'failed' },
      atPost: { 'job.status': 'cancelled' },
    });
    expect(failed.post.outputs).toMatchObject({ outcome: 'reported' });
    expect((await emulator.events())[0]?.attributes['status']).toBe('failed');
  });

  test('a wrong input is warned of before the deployment, which goes on, and fails at the end', async () => {
    const step = wrap();
    await using run = await report({ ...step, inputs: { ...step.inputs, timeout: 'long' } });
    expect(run.main).toMatchObject({ exitCode: 0 });
    expect(run.main.annotations).toEqual([
      { level: 'warning', message: expect.stringMatching(/timeout: /), properties: {} },
    ]);
    expect(run.post).toMatchObject({ exitCode: 1, outputs: { reason: expect.stringMatching(/^timeout: /) } });
  });

  test.each([
    ['a base URL that is none', { 'base-url': 'events' }, /base-url: /],
    ['a date that is none', { 'change-window-end': 'soon' }, /change-window-end: /],
    ['a word that is none', { 'report-at': 'job_end' }, /report-at: /],
  ])('%s is told before the deployment, too, and never stops it', async (_, wrong, message) => {
    const step = wrap();
    await using run = await report({ ...step, inputs: { ...step.inputs, ...wrong } });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: {} });
    expect(run.main.annotations).toContainEqual({
      level: 'warning',
      message: expect.stringMatching(message),
      properties: {},
    });
    expect(run.post.outputs['reason']).toMatch(message);
    expect(run.post.exitCode).toBe(1);
  });

  test('a service that is down is a warning in post, too', async () => {
    const step = wrap();
    await using run = await report({
      ...step,
      inputs: { ...step.inputs, 'base-url': 'http://127.0.0.1:9', 'max-attempts': '1' },
    });
    expect(run.post).toMatchObject({ exitCode: 0, outputs: { outcome: 'undelivered' } });
  });
});

describe('dry-run', () => {
  test('sends nothing, and shows what would be sent', async () => {
    const before = (await emulator.events()).length;
    await using run = await report({
      ...push,
      inputs: { env: 'production', 'entity-id': 'checkout', 'dry-run': 'true' },
    });
    expect(run.main).toMatchObject({
      exitCode: 0,
      outputs: { outcome: 'skipped', reason: 'Dry run: nothing was sent.' },
    });
    const payload = JSON.parse(run.main.outputs['payload'] ?? '');
    expect(payload.events[0]).toMatchObject({
      type: 'event-deploy',
      entityId: 'checkout',
      attributes: { env: 'production' },
    });
    expect(run.main.summary).toContain('It matches the blueprint.');
    expect((await emulator.events()).length).toBe(before);
  });

  test('says what the service would refuse, in its words', async () => {
    const events = JSON.stringify([{ attributes: { Env: 'x', status: 'ok' } }, { type: 'event-audit' }]);
    await using run = await report({ ...push, inputs: { events, 'dry-run': 'true' } });
    expect(run.main).toMatchObject({ exitCode: 1, outputs: { outcome: 'rejected' } });
    expect(run.main.outputs['reason']).toContain(
      "events[0].attributes.Env: unknown attribute 'Env'; did you mean 'env'?",
    );
    expect(run.main.outputs['reason']).toContain("events[0].attributes.status: 'ok' is not an allowed value");
    expect(run.main.summary).toContain('event-audit');
  });
});

describe('events', () => {
  test('of many services take from the run what they lack, and keep what they say', async () => {
    const events = JSON.stringify([
      { entityId: 'checkout' },
      { entityId: 'payments', attributes: { env: 'staging', status: 'failed' } },
      { entityId: 'payments', timestamp: '2020-01-01T00:00:00Z', attributes: { env: 'dev' } },
      { type: 'event-build', attributes: { seconds: 7 } },
    ]);
    await using run = await report({ ...push, inputs: { ...inputs, events } });
    expect(run.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported', accepted: '4' } });
    const { success, failures } = JSON.parse(run.main.outputs['response'] ?? '');
    expect(failures).toEqual([]);
    expect(success.map((event: { attributes: object }) => event.attributes)).toMatchObject([
      { env: 'production', status: 'success', build_id: '9876543210-1-deploy' },
      { env: 'staging', status: 'failed', build_id: '9876543210-1-deploy' },
      { env: 'dev' },
      { seconds: 7 },
    ]);
    expect(success[2].attributes).toEqual({ env: 'dev' });
    expect(success[3].attributes).toEqual({ seconds: 7 });
  });

  test('of another time, or type, are sent though this run reports nothing itself', async () => {
    const events = JSON.stringify([{ timestamp: '2020-01-01T00:00:00Z' }, {}, { type: 'event-build' }]);
    await using run = await report({
      ...push,
      inputs: { ...inputs, events },
      expressions: { 'job.status': 'cancelled' },
    });
    expect(run.main.outputs).toMatchObject({ outcome: 'reported', accepted: '2' });
    expect(run.main.log).toContain('Of this run: The deployment was cancelled');
  });

  test('name themselves as the source of what they say, and the run of the rest', async () => {
    const events = JSON.stringify({ entityId: 'payments', attributes: { env: 'prod-eu', status: '' } });
    await using run = await report({
      ...push,
      inputs: { ...inputs, events, 'environment-map': 'prod-* = production' },
    });
    expect(run.main.summary).toContain('<td>payments</td><td>events</td>');
    expect(run.main.summary).toContain('<td>production</td><td>events</td>');
    expect(run.main.summary).toContain('<td>success</td><td>input:job-status</td>');
  });

  test('come from a file, too', async () => {
    await using first = await report({ ...push, inputs: { 'dry-run': 'true' } });
    const file = join(first.workspace, 'events.ndjson');
    await writeFile(file, '{"entityId":"checkout"}\n{"entityId":"payments"}\n');
    await using run = await report({ ...push, inputs: { ...inputs, events: file } });
    expect(run.main.outputs).toMatchObject({ outcome: 'reported', accepted: '2' });
  });
});

test('environments are renamed by the first line that matches, and the summary says so', async () => {
  await using run = await report({
    ...push,
    inputs: {
      ...inputs,
      env: 'review/Feature/Größe',
      'environment-map': '# ours\nprod* = production\nreview/* = review\n* = other',
    },
  });
  expect(run.main.outputs).toMatchObject({ outcome: 'reported' });
  expect((await emulator.events())[0]?.attributes['env']).toBe('review');
  expect(run.main.summary).toContain('<td>review</td><td>input, environment-map: review/*</td>');
});
