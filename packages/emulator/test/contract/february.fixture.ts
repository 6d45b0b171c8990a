import { commit, type DoraService, deploy, sha } from './dora.fixture.ts';

export const FEBRUARY = 'from=2026-02-01&to=2026-02-28';
/** Of the bands. */
const year = 2023;

/**
 * February 2026 of two entities, in production:
 *
 * checkout: a first deployment; two commits; a merge of which one side is new; a failure, and the success after it two
 * hours later; a deployment that causes an incident of three hours, and is rolled back; one after ten quiet days. And
 * one to staging.
 * payments: two deployments ten days apart, the second with a commit of 12 hours before; then a failure that nothing follows.
 */
export async function tellFebruary({ connect, send, incident }: DoraService): Promise<void> {
  await connect(
    ['checkout'],
    [
      commit('1', '2026-01-20T00:00:00Z'),
      commit('2', '2026-02-01T10:00:00Z', '1'),
      commit('3', '2026-02-02T10:00:00Z', '2'),
      commit('4', '2026-02-03T10:00:00Z', '2'),
      commit('5', '2026-02-04T10:00:00Z', '3', '4'),
      commit('6', '2026-02-04T20:00:00Z', '5'),
      commit('7', '2026-02-10T06:00:00Z', '6'),
      commit('8', '2026-02-19T12:00:00Z', '7'),
    ],
  );
  await connect(
    ['payments'],
    [commit('a', '2026-02-01T00:00:00Z'), commit('b', '2026-02-22T00:00:00Z', 'a')],
  );
  const of = (digit: string) => ({ build_commit_sha: sha(digit) });
  // Not in the order in which they happened.
  await send(
    deploy('2026-02-20T12:00:00Z', of('8')),
    deploy('2026-02-10T15:00:00Z', of('6')),
    deploy('2026-02-10T12:00:00Z', { ...of('7'), env: 'Live', change_id: 'CHG-7' }),
    deploy('2026-02-05T14:00:00Z', { ...of('6'), env: ' prod ' }),
    deploy('2026-02-05T12:00:00Z', { ...of('6'), status: 'failed' }),
    deploy('2026-02-04T12:00:00Z', { ...of('5'), env: 'PRD' }),
    deploy('2026-02-02T22:00:00Z', of('3')),
    deploy('2026-02-02T12:00:00Z', of('1')),
    deploy('2026-02-03T00:00:00Z', { ...of('1'), env: 'stage' }),
    deploy('2026-02-24T12:00:00Z', { ...of('b'), status: 'failed' }, 'payments'),
    deploy('2026-02-22T12:00:00Z', of('b'), 'payments'),
    deploy('2026-02-12T12:00:00Z', of('a'), 'payments'),
  );
  await incident({
    changeId: 'CHG-7',
    state: 'resolved',
    detectedAt: '2026-02-10T13:00:00Z',
    resolvedAt: '2026-02-10T16:00:00Z',
  });
}

/** Data quality of it. */
export const nothingDoubtful = {
  withoutEnv: 0,
  withoutEntity: 0,
  unknownStatus: 0,
  duplicates: 0,
  deploymentsWithoutCommit: 0,
  pending: 0,
  truncated: 0,
  rebaselined: 0,
  implausible: 0,
  negativeLeadTimes: 0,
  orphanIncidents: 0,
  incidentsEndingBeforeStart: 0,
  unreadableRepositories: 0,
};

// Successes of checkout: 2 Feb 12:00, 2 Feb 22:00, 4, 5, 10 Feb 12:00, 10 Feb 15:00, 20 Feb 12:00; one failure on 5 Feb.
export const frequencyOfCheckout = {
  perDay: 0.25,
  perWeek: 1.75,
  perMonth: 7.5,
  count: 7,
  distinctCommits: 6,
  // 18 days, 6 gaps.
  meanTimeBetweenSeconds: 259_200,
  band: { level: 'high', year },
};

// Hours of commits 7, 3, 6, 8, 4, 2: 6, 12, 18, 24, 26, 36. Commit 1 is the baseline's, 5 a merge.
export const leadTimeOfCheckout = {
  p50Seconds: 75_600,
  p90Seconds: 111_600,
  changes: 6,
  coverage: { measured: 6, deployed: 6, pending: 0, negative: 0 },
  band: { level: 'elite', year },
};

export const failuresOfCheckout = {
  rate: 0.25,
  failed: 2,
  total: 8,
  byStatus: 1,
  byIncident: 1,
  band: { level: 'low', year },
};

// Two hours until the next success, four until the incident was resolved.
export const recoveryOfCheckout = {
  p50Seconds: 10_800,
  recovered: 2,
  open: 0,
  band: { level: 'high', year },
};

// The success after the failure, and the rollback.
export const reworkOfCheckout = { rate: 2 / 7, rework: 2, total: 7 };
