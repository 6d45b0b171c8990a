import { expect, test } from 'vitest';
import { completeEvents } from './complete-events.ts';

const run = {
  type: 'event-deploy',
  timestamp: '2026-03-01T12:00:00Z',
  entityId: 'shop',
  attributes: { env: 'production', status: 'success', build_commit_sha: 'abc' },
};

test('a deployment without a timestamp is made whole by the run, and what it says itself wins', () => {
  expect(
    completeEvents([{ entityId: 'web' }, { attributes: { status: 'failed', change_id: '7' } }], run),
  ).toEqual([
    { ...run, entityId: 'web' },
    { ...run, attributes: { ...run.attributes, status: 'failed', change_id: '7' } },
  ]);
});

test('a deployment of another time is sent as given', () => {
  const past = { timestamp: '2020-01-01T00:00:00Z', entityId: 'web', attributes: { env: 'dev' } };
  expect(completeEvents([past], run)).toEqual([{ type: 'event-deploy', ...past }]);
});

test('an event of another type is sent as given, members that nobody knows included', () => {
  const build = { type: 'event-build', attributes: { duration: 7 }, extra: 1 };
  expect(completeEvents([build], run)).toEqual([build]);
});
