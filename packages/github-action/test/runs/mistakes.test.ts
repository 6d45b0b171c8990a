import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEmulator, type TestEmulator } from '../../../emulator/test/start-test-emulator.fixture.ts';
import { examplePayload, push } from '../examples.ts';
import { report } from '../report.fixture.ts';

const user = {
  'api-key': '',
  username: 'dev@milepost.local',
  password: 'milepost',
  'client-id': 'milepost-cli',
};

let emulator: TestEmulator;
let right: TestEmulator['inputs'];
beforeAll(async () => {
  emulator = await startTestEmulator();
  ({ inputs: right } = emulator);
});
afterAll(() => emulator[Symbol.asyncDispose]());

const run = (inputs: Record<string, string>, more: object = {}) =>
  report({ ...push, ...more, inputs: { ...right, ...inputs } });

describe('the step fails with one sentence that names the input, and nothing is stored, for', () => {
  test.each<[string, Record<string, string>, RegExp]>([
    ['no base URL', { 'base-url': '' }, /^base-url: is missing/],
    ['a base URL that is none', { 'base-url': 'events.example.com' }, /^base-url: /],
    ['a base URL of another kind', { 'base-url': 'ftp://events.example.com' }, /^base-url: /],
    ['a base URL with a path that there is not', { 'base-url': '{url}/nowhere' }, /base-url: .*404/],
    ['no credential', { 'api-key': '' }, /^token: is missing, and so is every other credential/],
    ['a wrong key', { 'api-key': 'mp_wrong_key_of_mine' }, /api-key: .*401.*not known/],
    ['a key with a line break in it', { 'api-key': 'mp_key\nof_two_lines' }, /^api-key: /],
    [
      'a wrong password',
      { ...user, password: 'hunter2-of-mine' },
      /^password: the user name or the password is wrong.*400/,
    ],
    ['a wrong client id', { ...user, 'client-id': 'nobody' }, /^client-id: .*401/],
    [
      'a password without its user name',
      { 'api-key': '', password: 'hunter2-of-mine' },
      /^username: is missing/,
    ],
    ['an auth URL that is another service', { ...user, 'auth-url': '{url}/docs' }, /auth-url: /],
    ['a wrong token', { token: 'eyJ.not.a-token' }, /token: .*401/],
    [
      'a timestamp that is none',
      { timestamp: '2026-02-30T10:00:00Z' },
      /^timestamp: '2026-02-30T10:00:00Z' is not valid; must be YYYY/,
    ],
    [
      'a date that is none',
      { 'change-window-end': 'tomorrow' },
      /^change-window-end: 'tomorrow' is not valid; must be YYYY/,
    ],
    [
      'a day that there is not',
      { 'deployment-start-time': '2026-02-30' },
      /^deployment-start-time: '2026-02-30' is not valid/,
    ],
    [
      'a status that there is not',
      { status: 'failure' },
      /^status: 'failure' is not an allowed value; allowed: success, failed/,
    ],
    ['an unknown policy', { 'on-cancelled': 'fail' }, /^on-cancelled: /],
    ['an unknown fail-on', { 'fail-on': 'sometimes' }, /^fail-on: /],
    [
      'a pattern that is none',
      { 'change-id-pattern': '(' },
      /^change-id-pattern: is not a regular expression/,
    ],
    [
      'a line of a map that is none',
      { 'environment-map': 'prod-* = production\nstaging' },
      /^environment-map: line 2/,
    ],
    ['events that are not JSON', { events: '[{"entityId":' }, /^events: is not JSON/],
    ['a file of events that there is not', { events: 'events.json' }, /^events: .*ENOENT.*events\.json/],
    ['an event that is none', { events: '[1]' }, /^events: \[0\] must be an object/],
    [
      'an entity that there is not',
      { 'entity-id': 'nowhere' },
      /^The event was rejected by the service: Entity 'nowhere' not found/,
    ],
    ['a timeout that is none', { timeout: 'long' }, /^timeout: /],
  ])('%s', async (_, inputs, reason) => {
    const before = (await emulator.events()).length;
    const filled = Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [name, value.replace('{url}', emulator.url)]),
    );
    await using failed = await run(filled);
    expect(failed.main.exitCode).toBe(1);
    // Undelivered events are counted first; the sentence about the input follows.
    const sentence = failed.main.outputs['reason']?.replace(/^The event was not delivered: /, '');
    expect(sentence).toMatch(reason);
    expect(failed.main.annotations.filter(({ level }) => level === 'error')).toEqual([
      { level: 'error', message: failed.main.outputs['reason'], properties: {} },
    ]);
    expect((await emulator.events()).length).toBe(before);
  });
});

test('with fail-on never a mistake is a warning', async () => {
  await using green = await run({ 'api-key': 'mp_wrong_key_of_mine', 'fail-on': 'never' });
  expect(green.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'undelivered' } });
  expect(green.main.annotations).toContainEqual({
    level: 'warning',
    message: expect.stringContaining('api-key'),
    properties: {},
  });
});

describe('what stays unknown is left out, with a warning that says what it costs:', () => {
  test.each([
    ['no entity', { 'entity-id': '' }, /no entity, which every DORA metric needs/],
    ['no environment', { env: '' }, /no environment, which Deployment Frequency needs/],
    ['no change', {}, /no change id, which Change Failure Rate needs/],
  ])('%s', async (_, inputs, warning) => {
    await using reported = await run(inputs);
    expect(reported.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported' } });
    expect(reported.main.annotations).toContainEqual({
      level: 'warning',
      message: expect.stringMatching(warning),
      properties: {},
    });
  });

  test('no commit, of an event that is about none', async () => {
    await using reported = await run({}, { eventName: 'issue_comment', payload: {} });
    expect(reported.main.annotations).toContainEqual({
      level: 'warning',
      message: expect.stringMatching(/no commit, which Lead Time for Change needs/),
      properties: {},
    });
    const { events } = JSON.parse(reported.main.outputs['payload'] ?? '');
    expect(events[0].attributes).not.toHaveProperty('build_commit_sha');
  });
});

test.each(['GITHUB_OUTPUT', 'GITHUB_STATE', 'GITHUB_STEP_SUMMARY'])(
  'a runner whose %s cannot be written fails no deployment',
  async (variable) => {
    const before = (await emulator.events()).length;
    await using reported = await run({}, { env: { [variable]: '/nowhere/at/all' } });
    expect(reported.main).toMatchObject({ exitCode: 0, stderr: '' });
    const stored = (await emulator.events()).length - before;
    // What main sent without its state post would send again.
    expect(stored).toBe(variable === 'GITHUB_STATE' ? 0 : 1);
    if (variable !== 'GITHUB_STEP_SUMMARY') {
      expect(reported.main.annotations).toContainEqual(
        expect.objectContaining({ level: 'warning', message: expect.stringContaining('/nowhere/at/all') }),
      );
    }
  },
);

test('a title that a stranger wrote is no command, no HTML and no Markdown', async () => {
  const title = '</td><script>alert(1)</script>\n::error::owned\n##[add-mask]x\n\n# Owned 🦊';
  await using reported = await report({
    eventName: 'pull_request_target',
    payload: examplePayload('pull_request', 22, { 'pull_request.title': title }),
    inputs: right,
  });
  expect(reported.main).toMatchObject({ exitCode: 0, outputs: { outcome: 'reported' }, others: [] });
  expect(reported.main.annotations.filter(({ level }) => level === 'error')).toEqual([]);
  expect(reported.main.log).not.toMatch(/^\s*::(error|add-mask)|##\[/m);
  expect(reported.main.summary).toContain('&lt;/td&gt;&lt;script&gt;alert(1)&lt;/script&gt; ::error::owned');
  expect(reported.main.summary).not.toContain('<script>');
  const [stored] = await emulator.events();
  expect(stored?.attributes['change_title']).toBe(title);
});

test.each([
  ['that HTML writes in other letters', 'a&b"c<d>e\'f'],
  ['that would be cut in the middle', `${'x'.repeat(20)}SECRET${'y'.repeat(20)}`],
])('a secret %s is found in the summary, too', async (_, secret) => {
  const title = `${'t'.repeat(470)}${secret}`;
  await using reported = await report({
    eventName: 'pull_request_target',
    payload: examplePayload('pull_request', 22, { 'pull_request.title': title }),
    inputs: {
      ...right,
      'api-key': '',
      token: await emulator.token({}),
      'github-token': secret,
      'detect-change': 'false',
    },
  });
  expect(reported.main.outputs).toMatchObject({ outcome: 'reported' });
  for (const piece of [secret.slice(0, 30), secret.replace(/&/g, '&amp;').slice(0, 12)]) {
    expect(reported.main.summary).not.toContain(piece);
  }
});

test('what somebody writes into a commit message cannot hold up a deployment', async () => {
  const message = `${'x(#'.repeat(300_000)} (#7)`;
  await using reported = await report({
    eventName: 'push',
    payload: examplePayload('push', 4, { 'head_commit.message': message }),
    inputs: right,
  });
  expect(reported.main.outputs).toMatchObject({ outcome: 'reported' });
  expect(reported.main.milliseconds).toBeLessThan(5000);
});

test('with fail-on any a runner without its state fails the step', async () => {
  await using failed = await report({
    ...push,
    inputs: { ...right, 'fail-on': 'any' },
    env: { GITHUB_STATE: '/nowhere/at/all' },
  });
  expect(failed.main).toMatchObject({ exitCode: 1, outputs: { outcome: 'undelivered' } });
});

test('many mistakes in a dry run are three, and a number', async () => {
  const events = JSON.stringify(Array.from({ length: 9 }, () => ({ attributes: { status: 'ok' } })));
  await using run9 = await report({ ...push, inputs: { events, 'dry-run': 'true' } });
  expect(run9.main.outputs['reason']).toMatch(/events\[0\].*events\[1\].*events\[2\].*; and 6 more$/);
});

test('YAML where JSON is meant is not repeated', async () => {
  await using failed = await run({ events: '- entityId: checkout\n- entityId: payments' });
  expect(failed.main.outputs['reason']).toBe('events: is not JSON');
});
