import { expect } from 'vitest';
import { isCalendarDate } from '../validation/calendar-date.ts';
import { parseTimestamp } from '../validation/timestamp.ts';
import { buildEvent, type EventInputs } from './build-event.ts';
import { fieldOf } from './event-fields.ts';
import type { GitHubContext } from './github.ts';
import type { JobInputs } from './github-inputs.ts';

/** What a runner sets for every job. */
export const runner = {
  GITHUB_ACTOR: 'octocat',
  GITHUB_API_URL: 'https://api.github.com',
  GITHUB_JOB: 'deploy',
  GITHUB_REF_NAME: 'main',
  GITHUB_REF_TYPE: 'branch',
  GITHUB_REPOSITORY: 'acme/shop',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_RUN_ID: '4711',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_SHA: '6113728f27ae82c7b1a177c8d03f9e96e0adf246',
  GITHUB_TRIGGERING_ACTOR: 'ada',
  GITHUB_WORKFLOW: 'Deploy',
};

export const job: JobInputs = { jobStatus: 'success', matrix: 'null', checkRunId: '' };

const nothing: EventInputs = {
  entityId: '',
  timestamp: '',
  status: '',
  attributes: {},
  onCancelled: 'failed',
  environmentMap: '',
  changeIdPattern: '',
};
const DATES = ['change_window_start', 'change_window_end', 'deployment_start_time'] as const;

/** What must hold of every run, whatever GitHub and the runner say. */
export function expectSound(context: GitHubContext): void {
  const { facts, fallbacks, changeTexts, outcome } = context;
  for (const { value, source } of [...Object.values(facts), ...Object.values(fallbacks), ...changeTexts]) {
    expect(value.trim()).not.toBe('');
    expect(source).toMatch(/^(env|payload|input):\S+$/);
  }
  expect(['success', 'failed', 'cancelled', undefined]).toContain(outcome?.value);

  const built = buildEvent(context, nothing, Date.parse('2026-03-01T12:00:00Z'));
  if (built.kind === 'skip') {
    expect(built.reason).toMatch(/^[A-Z].*\.$/s);
    return;
  }
  const { event, sources } = built;
  expect(parseTimestamp(event.timestamp ?? '')).toBeTypeOf('number');
  for (const value of Object.values(event.attributes ?? {})) {
    expect(value).toEqual(expect.stringMatching(/^\S/));
    expect(value).not.toEqual(expect.stringMatching(/\0|\p{Surrogate}/u));
  }
  for (const name of DATES) {
    const date = fieldOf(event, name);
    if (date !== undefined) expect([date, isCalendarDate(String(date))]).toEqual([date, true]);
  }
  expect(Object.keys(sources).sort()).toEqual(['timestamp', ...Object.keys(event.attributes ?? {})].sort());
}
