import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commit, type DoraService, deploy, sha, startDoraService } from './dora.fixture.ts';
import { FEBRUARY } from './february.fixture.ts';

let dora: DoraService;
/** Of the deployments below, in their order. */
let ids: string[];

/** Each deployment is doubtful in its own way, one a day from the second of February on. */
beforeEach(async () => {
  dora = await startDoraService();
  const { connect, send, incident, calculate } = dora;
  await connect(
    ['checkout'],
    [
      commit('1', '2026-01-20T00:00:00Z'),
      commit('2', '2026-02-02T12:00:00Z', '1'),
      commit('3', '2026-02-06T06:00:00Z', '2', '4'),
      // Its parent never comes.
      commit('4', '2026-02-06T00:00:00Z', '9'),
      commit('5', '2026-02-06T00:00:00Z'),
      commit('6', '2026-02-12T00:00:00Z', '5'),
      commit('7', '2026-02-09T13:00:00Z', '5'),
    ],
  );
  await connect(['payments'], [commit('a', '2026-01-01T00:00:00Z')], { path: '/nowhere/at/all' });
  const at = (day: string, attributes: object, entityId?: string | null) =>
    deploy(`2026-02-${day}T12:00:00Z`, attributes, entityId);
  const withoutStatus = at('03', { build_commit_sha: sha('2'), status: undefined });
  ids = await send(
    at('02', { build_commit_sha: sha('1'), change_id: 'CHG-1' }),
    withoutStatus,
    withoutStatus,
    at('04', {}),
    at('05', { build_commit_sha: sha('f') }),
    at('06', { build_commit_sha: sha('3') }),
    at('07', { build_commit_sha: sha('5') }),
    at('08', { build_commit_sha: sha('6') }),
    at('09', { build_commit_sha: sha('7').toUpperCase() }),
    at('10', { build_commit_sha: sha('7'), status: 'failed' }),
    at('11', { build_commit_sha: sha('7'), env: undefined }),
    at('12', { build_commit_sha: sha('7') }, null),
    at('13', { build_commit_sha: sha('7'), env: undefined }, null),
  );
  // Of another environment: no part of what follows.
  await send(at('14', { env: 'staging' }, null));
  await incident({
    changeId: 'CHG-1',
    state: 'resolved',
    detectedAt: '2026-02-02T14:00:00Z',
    resolvedAt: '2026-02-02T13:00:00Z',
  });
  await incident({ changeId: 'CHG-2', detectedAt: '2026-02-15T00:00:00Z' });
  await incident({ env: 'staging', detectedAt: '2026-02-16T00:00:00Z', affectedEntityIds: ['payments'] });
  await incident({ changeId: 'CHG-2', detectedAt: '2026-02-15T00:00:00Z', state: 'canceled' });
  await incident({ changeId: 'CHG-2', detectedAt: '2026-01-15T00:00:00Z' });
  await calculate();
});
afterEach(() => dora[Symbol.asyncDispose]());

const nothingDoubtful = {
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
};
const ofCheckout = {
  ...nothingDoubtful,
  withoutEnv: 1,
  unknownStatus: 1,
  duplicates: 1,
  deploymentsWithoutCommit: 1,
  pending: 1,
  truncated: 1,
  rebaselined: 1,
  implausible: 1,
  negativeLeadTimes: 1,
};
const ofIncidents = { orphanIncidents: 2, incidentsEndingBeforeStart: 1 };

describe('what is doubtful', () => {
  it.each([
    [
      'the account',
      FEBRUARY,
      { ...ofCheckout, withoutEnv: 2, withoutEntity: 2, ...ofIncidents, unreadableRepositories: 1 },
    ],
    [
      'an entity',
      `entityId=checkout&${FEBRUARY}`,
      { ...ofCheckout, ...ofIncidents, unreadableRepositories: 0 },
    ],
    [
      'an entity without deployments',
      `entityId=payments&${FEBRUARY}`,
      { ...nothingDoubtful, ...ofIncidents, unreadableRepositories: 1 },
    ],
    [
      'a day',
      'entityId=checkout&from=2026-02-05&to=2026-02-05',
      {
        ...nothingDoubtful,
        pending: 1,
        orphanIncidents: 0,
        incidentsEndingBeforeStart: 0,
        unreadableRepositories: 0,
      },
    ],
  ])('is counted for %s', async (_name, query, expected) => {
    expect((await dora.dora(`?${query}`)).dataQuality).toEqual(expected);
  });

  it('is left out of the numbers as the rules have it', async () => {
    expect(await dora.dora(`?${FEBRUARY}`)).toMatchObject({
      // Of 13 one is a duplicate, one failed, three are outside.
      deploymentFrequency: { count: 8, perDay: 8 / 28, distinctCommits: 7 },
      // 12 and 24 hours.
      leadTimeForChange: {
        p50Seconds: 64_800,
        changes: 2,
        coverage: { measured: 3, deployed: 5, pending: 1, negative: 1 },
      },
      changeFailureRate: { total: 9, failed: 2, byStatus: 1, byIncident: 1 },
      failedDeploymentRecoveryTime: { p50Seconds: 3600, recovered: 1, open: 1 },
      deploymentReworkRate: { total: 8, rework: 0 },
    });
  });

  it('says of a repository why it could not be read', async () => {
    const { body } = await dora.service.get('/repos');
    expect(body.items).toEqual([
      expect.objectContaining({ name: 'checkout', readAt: null, readError: null }),
      expect.objectContaining({
        name: 'payments',
        readAt: '2026-03-01T12:00:00.000Z',
        readError: expect.stringContaining('/nowhere/at/all'),
      }),
    ]);
  });
});

interface Item {
  deployment: { id: string };
  counted: boolean;
  reason: string;
}

describe('GET /dora/explain of it', () => {
  it('says of each deployment which rule decided, newest first', async () => {
    const { value, items } = await dora.explain(`metric=leadTimeForChange&${FEBRUARY}`);
    expect(value).toBe(64_800);
    const outside = [false, expect.stringContaining('no entity or no environment')];
    expect(
      items.map(({ deployment, counted, reason }: Item) => [ids.indexOf(deployment.id), counted, reason]),
    ).toEqual([
      [12, ...outside],
      [11, ...outside],
      [10, ...outside],
      [9, false, expect.stringContaining('status is failed')],
      [8, true, expect.stringContaining('1 younger than the deployment left out')],
      [7, false, expect.stringContaining('more than a day earlier than its own commit')],
      [6, false, expect.stringContaining('no ancestor in common')],
      [5, true, expect.stringMatching(/brought 1 commit .* parent the repository lacks/)],
      [4, false, expect.stringContaining('commit is not known')],
      [3, false, expect.stringContaining('no build_commit_sha')],
      [2, false, expect.stringContaining('sent again')],
      [1, true, expect.stringContaining('brought 1 commit')],
      [0, false, expect.stringContaining('The baseline')],
    ]);
  });

  it.each([
    ['deploymentFrequency', 8 / 28, [0, 1, 3, 4, 5, 6, 7, 8]],
    ['changeFailureRate', 2 / 9, [0, 1, 3, 4, 5, 6, 7, 8, 9]],
    ['failedDeploymentRecoveryTime', 3600, [0]],
    ['deploymentReworkRate', 0, [0, 1, 3, 4, 5, 6, 7, 8]],
  ])('says which are part of %s', async (metric, value, counted) => {
    const body = await dora.explain(`metric=${metric}&${FEBRUARY}`);
    expect(body.value).toBe(value);
    expect(body.items).toHaveLength(13);
    const indexes = body.items
      .filter((item: Item) => item.counted)
      .map(({ deployment }: Item) => ids.indexOf(deployment.id));
    expect(indexes.sort()).toEqual(counted);
  });

  it.each([
    ['cursors', (_start: number, endCursor: string | undefined) => (endCursor ? `&cursor=${endCursor}` : '')],
    ['offsets', (start: number) => `&offset=${start}`],
  ])('covers all deployments exactly once by %s', async (_name, position) => {
    const seen: string[] = [];
    let endCursor: string | undefined;
    for (let page = 1; page <= 4; page++) {
      const query = `metric=changeFailureRate&limit=4&${FEBRUARY}${position(seen.length, endCursor)}`;
      const { value, items, pageInfo } = await dora.explain(query);
      seen.push(...items.map(({ deployment }: Item) => deployment.id));
      expect([value, pageInfo.itemCount, pageInfo.pageCount, pageInfo.currentPage]).toEqual([
        2 / 9,
        13,
        4,
        page,
      ]);
      expect([pageInfo.hasPreviousPage, pageInfo.hasNextPage]).toEqual([page > 1, page < 4]);
      endCursor = pageInfo.endCursor;
    }
    expect(seen).toHaveLength(13);
    expect(new Set(seen)).toEqual(new Set(ids));
  });

  it('shows those of the entity alone when one is asked for', async () => {
    const { items } = await dora.explain(`metric=changeFailureRate&entityId=checkout&${FEBRUARY}`);
    expect(items.map(({ deployment }: Item) => ids.indexOf(deployment.id))).toEqual([
      10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0,
    ]);
  });
});
