import { expect, test } from 'vitest';
import { explainFact, METRICS } from './explain-fact.ts';
import type { Fact } from './fact.ts';

const plain: Fact = {
  at: 0,
  rule: 'measured',
  isFailed: false,
  hasUnknownStatus: false,
  hasIncident: false,
  isTruncated: false,
  rework: undefined,
  gap: undefined,
  commit: undefined,
  recovery: undefined,
  negative: 0,
  leads: [],
};
const failed = { rule: 'failed', isFailed: true, recovery: 'open' } as const;

test.each([
  ['deploymentFrequency', {}, true, 'It succeeded.'],
  ['deploymentFrequency', { hasUnknownStatus: true }, true, 'no status'],
  ['deploymentFrequency', failed, false, 'only succeeded deployments count'],
  ['leadTimeForChange', { leads: [1] }, true, 'it brought 1 commit to'],
  ['leadTimeForChange', { leads: [1, 2] }, true, 'it brought 2 commits to'],
  ['leadTimeForChange', {}, true, 'it brought no commit for the first time'],
  ['leadTimeForChange', { leads: [1], negative: 2 }, true, '2 younger than the deployment left out'],
  ['leadTimeForChange', { leads: [1], isTruncated: true }, true, 'parent the repository lacks'],
  ['leadTimeForChange', failed, false, 'it brings nothing'],
  ['leadTimeForChange', { rule: 'no-commit' }, false, 'no build_commit_sha'],
  ['leadTimeForChange', { rule: 'pending', commit: 'abcdef1' }, false, 'does not have it (yet), or none is'],
  ['leadTimeForChange', { rule: 'pending', commit: 'abcdef' }, false, 'is no sha: 7 hex digits or more'],
  ['leadTimeForChange', { rule: 'pending', commit: 'main' }, false, 'is no sha: 7 hex digits or more'],
  ['leadTimeForChange', { rule: 'implausible' }, false, 'more than a day earlier than its own commit'],
  ['leadTimeForChange', { rule: 'baseline' }, false, 'The baseline'],
  ['leadTimeForChange', { rule: 'rebaselined' }, false, 'A new baseline'],
  ['changeFailureRate', {}, true, 'It did not fail'],
  ['changeFailureRate', failed, true, 'Failed: its status is failed.'],
  ['changeFailureRate', { hasIncident: true }, true, 'Failed: an incident has its change_id.'],
  [
    'changeFailureRate',
    { ...failed, hasIncident: true },
    true,
    'is failed, and an incident has its change_id',
  ],
  ['failedDeploymentRecoveryTime', {}, false, 'It did not fail.'],
  ['failedDeploymentRecoveryTime', failed, false, 'no success has followed, or an incident is still open'],
  [
    'failedDeploymentRecoveryTime',
    { hasIncident: true, recovery: 'open' },
    false,
    'yet: an incident is still open',
  ],
  ['failedDeploymentRecoveryTime', { hasIncident: true, recovery: -1 }, false, 'over before it began'],
  ['failedDeploymentRecoveryTime', { hasIncident: true, recovery: 0 }, true, 'Recovered after 0 s'],
  ['deploymentReworkRate', {}, true, 'Planned.'],
  ['deploymentReworkRate', failed, false, 'only succeeded deployments count'],
  ['deploymentReworkRate', { rework: 'rollback' }, true, 'Unplanned: a rollback'],
  ['deploymentReworkRate', { rework: 'after-failure' }, true, 'the first success after a failed deployment'],
  ['deploymentReworkRate', { rework: 'during-incident' }, true, 'after the start of an incident'],
] as const)('%s of %j: counted %s, %s', (metric, members, counted, reason) => {
  const found = explainFact(metric, { ...plain, ...members });
  expect(found.counted).toBe(counted);
  expect(found.reason).toContain(reason);
});

test.each(METRICS)('%s leaves out what was sent again, or names no entity or environment', (metric) => {
  for (const [rule, reason] of [
    ['duplicate', 'sent again'],
    ['outside', 'no entity or no environment'],
  ] as const) {
    const found = explainFact(metric, { ...plain, rule });
    expect(found).toEqual({ counted: false, reason: expect.stringContaining(reason) });
  }
});
