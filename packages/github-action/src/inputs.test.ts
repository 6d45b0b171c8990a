import { expect, test } from 'vitest';
import { readInputs, readReportAt } from './inputs.ts';

const given =
  (inputs: Record<string, string>) =>
  (name: string): string =>
    inputs[name] ?? '';

test('what only the Action has stands beside the inputs of every report', () => {
  const inputs = readInputs(given({ 'job-status': 'success', 'github-token': 't', env: 'production' }));
  expect(inputs).toMatchObject({
    job: { jobStatus: 'success', matrix: '', checkRunId: '' },
    githubToken: 't',
    reportAt: 'now',
    event: { attributes: { env: 'production' } },
  });
});

test('report-at names its choices', () => {
  expect(readReportAt(given({ 'report-at': 'job-end' }))).toBe('job-end');
  expect(() => readInputs(given({ 'report-at': 'later' }))).toThrow(
    expect.objectContaining({ input: 'report-at', message: expect.stringMatching(/allowed: now, job-end/) }),
  );
});
