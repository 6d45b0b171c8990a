import { expect, test } from 'vitest';
import { readFailOn, readReportInputs } from './read-inputs.ts';

const given =
  (inputs: Record<string, string>) =>
  (name: string): string =>
    inputs[name] ?? '';

test('of nothing given the inputs are the defaults', () => {
  const inputs = readReportInputs(given({}));
  expect(inputs).toMatchObject({
    client: { baseUrl: '', apiKey: '', budgetMs: 60_000, maxAttempts: 5 },
    event: { entityId: '', attributes: {}, onCancelled: 'skip' },
    detectChange: true,
    dryRun: false,
  });
  expect(readFailOn(given({}))).toBe('client-error');
});

test('each attribute has an input of its own', () => {
  const values = {
    env: 'production',
    'commit-sha': 'abc',
    'build-id': '1',
    'build-url': 'https://ci.example/1',
    description: 'd',
    initiator: 'ada',
    'change-id': 'CHG1',
    'change-url': 'https://t.example/CHG1',
    'change-title': 't',
    'change-author': 'grace',
    'change-approver': 'edsger',
    'change-window-start': '2026-01-01',
    'change-window-end': '2026-01-02',
    'deployment-start-time': '2026-01-01T10:00:00Z',
  };
  expect(readReportInputs(given(values)).event.attributes).toEqual({
    env: 'production',
    build_commit_sha: 'abc',
    build_id: '1',
    build_url: 'https://ci.example/1',
    description: 'd',
    initiator: 'ada',
    change_id: 'CHG1',
    change_url: 'https://t.example/CHG1',
    change_title: 't',
    change_author: 'grace',
    change_approver: 'edsger',
    change_window_start: '2026-01-01',
    change_window_end: '2026-01-02',
    deployment_start_time: '2026-01-01T10:00:00Z',
  });
});

test.each([
  ['timeout', '0', /from 1 to 3600/],
  ['timeout', '1e3', /must be a number/],
  ['timeout', 'soon', /must be a number/],
  ['max-attempts', '0', /from 1 to 20/],
  ['max-attempts', '2.5', /whole number/],
  ['dry-run', 'yes', /allowed: true, false/],
  ['detect-change', '1', /allowed: true, false/],
  ['on-cancelled', 'Skip', /allowed: skip, failed/],
])('refuses %s: %s', (name, value, message) => {
  const get = given({ [name]: value });
  expect(() => readReportInputs(get)).toThrow(
    expect.objectContaining({ input: name, message: expect.stringMatching(message) }),
  );
});

test('takes a fraction of seconds, and booleans in any case', () => {
  const inputs = readReportInputs(given({ timeout: '1.5', 'dry-run': 'TRUE', 'detect-change': 'False' }));
  expect(inputs).toMatchObject({ client: { budgetMs: 1500 }, dryRun: true, detectChange: false });
});

test('fail-on names its choices', () => {
  expect(() => readFailOn(given({ 'fail-on': 'errors' }))).toThrow(/allowed: client-error, any, never/);
});
