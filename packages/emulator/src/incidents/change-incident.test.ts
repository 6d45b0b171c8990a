import { describe, expect, it } from 'vitest';
import { changeIncident, newIncident } from './change-incident.ts';

const made = newIncident('account', 1000);

describe('the end of an incident', () => {
  it.each([
    ['resolved: now', {}, { state: 'resolved' as const }, [2000, null]],
    ['resolved: when it says', {}, { state: 'resolved' as const, resolvedAt: 1500 }, [1500, null]],
    ['closed: now', {}, { state: 'closed' as const }, [null, 2000]],
    ['closed, long after it was resolved', { resolvedAt: 1200 }, { state: 'closed' as const }, [1200, 2000]],
    [
      'resolved, again',
      { state: 'resolved' as const, resolvedAt: 1200 },
      { state: 'resolved' as const },
      [1200, null],
    ],
    [
      'reopened: as it was',
      { resolvedAt: 1200, closedAt: 1300 },
      { state: 'reopened' as const },
      [1200, 1300],
    ],
    [
      'resolved after it was reopened: now, not when it was first',
      { state: 'reopened' as const, resolvedAt: 1200, closedAt: 1300 },
      { state: 'resolved' as const },
      [2000, null],
    ],
    [
      'closed after it was reopened',
      { state: 'reopened' as const, resolvedAt: 1200 },
      { state: 'closed' as const },
      [null, 2000],
    ],
    ['canceled: none', {}, { state: 'canceled' as const }, [null, null]],
  ])('%s', (_name, before, changes, end) => {
    const { resolvedAt, closedAt } = changeIncident({ ...made, ...before }, changes, 2000);
    expect([resolvedAt, closedAt]).toEqual(end);
  });
});

it('keeps when it began beside, and what env means', () => {
  const changed = changeIncident(made, { detectedAt: 700, env: ' Prod ' }, 2000);
  expect(changed).toMatchObject({ startedAt: 700, env: 'prod', createdAt: 1000, updatedAt: 2000 });
  expect(changeIncident(changed, { detectedAt: null }, 3000).startedAt).toBe(1000);
});
