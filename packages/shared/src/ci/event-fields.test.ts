import { expect, test } from 'vitest';
import { EVENT_FIELDS, missingFields } from './event-fields.ts';

const whole = {
  type: 'event-deploy',
  entityId: 'web',
  attributes: { env: 'p', status: 'success', build_commit_sha: 'c', change_id: '1' },
};

test('a deployment that has it all lacks nothing, and other types are not asked', () => {
  expect(missingFields([whole, { type: 'event-build' }])).toEqual([]);
});

test('what is missing is said with the metric that needs it', () => {
  expect(missingFields([{ type: 'event-deploy' }])).toEqual([
    {
      field: 'entityId',
      costs: 'The deployment has no entity, which every DORA metric needs; give entity-id if you know it.',
    },
    {
      field: 'env',
      costs: 'The deployment has no environment, which Deployment Frequency needs; give env if you know it.',
    },
    {
      field: 'build_commit_sha',
      costs:
        'The deployment has no commit, which Lead Time for Change needs; give commit-sha if you know it.',
    },
    {
      field: 'status',
      costs: 'The deployment has no status, which Change Failure Rate needs; give status if you know it.',
    },
    {
      field: 'change_id',
      costs:
        'The deployment has no change id, which Change Failure Rate needs; give change-id if you know it.',
    },
  ]);
});

test('of many deployments those that lack it are counted', () => {
  const { entityId: _, ...homeless } = whole;
  expect(missingFields([whole, homeless, whole]).map(({ costs }) => costs)).toEqual([
    'The deployment has no entity, which every DORA metric needs; give entity-id if you know it.'.replace(
      'The deployment has',
      '1 of 3 deployments have',
    ),
  ]);
});

test('all fields of an event are there, the entity first', () => {
  expect(EVENT_FIELDS).toHaveLength(17);
  expect(EVENT_FIELDS.slice(0, 4)).toEqual(['entityId', 'timestamp', 'env', 'status']);
});
