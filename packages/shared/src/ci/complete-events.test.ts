import { expect, test } from 'vitest';
import { completeEvents, isOfThisRun } from './complete-events.ts';

const event = {
  type: 'event-deploy',
  timestamp: '2026-03-01T12:00:00Z',
  entityId: 'shop',
  attributes: { env: 'production', status: 'success', build_commit_sha: 'abc' },
};
const sources = {
  timestamp: 'clock',
  entityId: 'input',
  env: 'input',
  status: 'input:job-status',
  build_commit_sha: 'env:GITHUB_SHA',
};
const run = { event, sources, rename: (env: string) => (env === 'prod-eu' ? 'production' : env) };

test('a deployment without a timestamp is made whole by the run, and what it says itself wins', () => {
  expect(
    completeEvents([{ entityId: 'web' }, { attributes: { status: 'failed', change_id: '7' } }], run),
  ).toEqual([
    { event: { ...event, entityId: 'web' }, sources: { ...sources, entityId: 'events' } },
    {
      event: { ...event, attributes: { ...event.attributes, status: 'failed', change_id: '7' } },
      sources: { ...sources, status: 'events', change_id: 'events' },
    },
  ]);
});

test('blanks count as not given, and an environment is renamed', () => {
  const [first] = completeEvents([{ entityId: '', attributes: { env: ' ', status: '' } }], run);
  expect(first).toEqual({ event, sources });
  expect(completeEvents([{ attributes: { env: 'prod-eu' } }], run)[0]?.event.attributes?.['env']).toBe(
    'production',
  );
});

test('a deployment of another time is sent as given, and all of it is from there', () => {
  const past = { timestamp: '2020-01-01T00:00:00Z', entityId: '', attributes: { env: 'prod-eu' } };
  const completed = {
    event: { type: 'event-deploy', ...past },
    sources: { timestamp: 'events', entityId: 'events', env: 'events' },
  };
  expect(completeEvents([past], run)).toEqual([completed]);
  expect(completeEvents([past])).toEqual([completed]);
});

test('an event of another type is sent as given, members that nobody knows included', () => {
  const build = { type: 'event-build', attributes: { duration: 7 }, extra: 1 };
  expect(completeEvents([build], run)).toEqual([{ event: build, sources: {} }]);
});

test.each([
  [{}, true],
  [{ type: 'event-deploy', attributes: {} }, true],
  [{ timestamp: '2020-01-01T00:00:00Z' }, false],
  [{ type: 'event-build' }, false],
])('%j is of this run: %s', (given, expected) => {
  expect(isOfThisRun(given)).toBe(expected);
});
