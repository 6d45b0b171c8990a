import { expect, it } from 'vitest';
import { incidentSpan } from './incident-span.ts';

const none = {
  state: 'new' as const,
  detectedAt: null,
  reportedAt: null,
  resolvedAt: null,
  closedAt: null,
  createdAt: 100,
};

it.each([
  ['created', {}, 100, undefined],
  ['reported before it was created', { reportedAt: 50 }, 50, undefined],
  ['detected, whatever was reported', { detectedAt: 70, reportedAt: 50 }, 70, undefined],
  ['detected at the epoch', { detectedAt: 0 }, 0, undefined],
  ['closed', { closedAt: 300 }, 100, 300],
  ['resolved, whenever it was closed', { resolvedAt: 200, closedAt: 300 }, 100, 200],
  ['resolved before it began', { resolvedAt: 5 }, 100, 5],
  ['reopened', { state: 'reopened' as const, resolvedAt: 200, closedAt: 300 }, 100, undefined],
])('an incident that is %s', (_name, members, start, end) => {
  expect(incidentSpan({ ...none, ...members })).toEqual({ start, end });
});
