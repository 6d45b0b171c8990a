import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WELL_KNOWN_ENTITIES } from '../../src/auth/well-known.ts';
import { commit, type DoraService, deploy, sha, startDoraService } from './dora.fixture.ts';

const [checkout] = WELL_KNOWN_ENTITIES;
/** Nobody listens there: the commits come by hand, and the pages of commits can be told all the same. */
const url = 'http://127.0.0.1:1/acme/checkout.git';
const pageOf = (digit: string) => `http://127.0.0.1:1/acme/checkout/commit/${sha(digit)}`;

let dora: DoraService;
let deployed: string;
let incidentId: string;

beforeEach(async () => {
  dora = await startDoraService();
  const commits = [
    commit('1', '2026-02-01T00:00:00Z'),
    commit('2', '2026-02-09T12:00:00Z', '1'),
    // Younger than what brings it.
    commit('3', '2026-02-10T12:00:01Z', '2'),
  ];
  await dora.connect(['checkout'], commits, { url });
  [, deployed = ''] = await dora.send(
    deploy('2026-02-02T12:00:00Z', { build_commit_sha: sha('1') }),
    deploy('2026-02-10T12:00:00Z', { build_commit_sha: sha('3'), change_id: 'CHG-1' }),
  );
  incidentId = await dora.incident({ changeId: 'CHG-1', detectedAt: '2026-02-10T13:00:00Z' });
  await dora.calculate();
});
afterEach(() => dora[Symbol.asyncDispose]());

describe('GET /dora/explain', () => {
  it('shows the commits and the incidents of a deployment, and where they are', async () => {
    const explained = {
      deployment: {
        id: deployed,
        timestamp: '2026-02-10T12:00:00.000Z',
        entityId: checkout.id,
        attributes: {
          env: 'production',
          status: 'success',
          build_commit_sha: sha('3'),
          change_id: 'CHG-1',
        },
      },
      counted: true,
      reason: 'Failed: an incident has its change_id.',
      changes: [
        { sha: sha('2'), authoredAt: '2026-02-09T12:00:00.000Z', leadSeconds: 86_400, url: pageOf('2') },
        { sha: sha('3'), authoredAt: '2026-02-10T12:00:01.000Z', leadSeconds: -1, url: pageOf('3') },
      ],
      incidents: [{ id: incidentId, title: 'Nobody can pay', start: '2026-02-10T13:00:00.000Z', end: null }],
      links: { event: `${dora.service.url}/events/${deployed}`, commit: pageOf('3') },
    };
    const body = await dora.explain('metric=changeFailureRate&day=2026-02-10');
    expect(body).toEqual({
      metric: 'changeFailureRate',
      value: 1,
      items: [explained],
      pageInfo: {
        currentPage: 1,
        perPage: 50,
        itemCount: 1,
        pageCount: 1,
        hasPreviousPage: false,
        hasNextPage: false,
      },
    });
    const event = await dora.service.get(`/events/${deployed}`);
    expect([event.status, event.body.id]).toEqual([200, deployed]);
  });

  it.each([
    ['deploymentFrequency', 1, true],
    ['leadTimeForChange', 86_400, true],
    ['changeFailureRate', 1, true],
    ['failedDeploymentRecoveryTime', null, false],
    ['deploymentReworkRate', 0, true],
  ])('explains %s of a day', async (metric, value, counted) => {
    const body = await dora.explain(`metric=${metric}&day=2026-02-10`);
    expect([body.metric, body.value, body.items.length, body.items[0].counted]).toEqual([
      metric,
      value,
      1,
      counted,
    ]);
  });

  it('explains what came since the calculation only live', async () => {
    const query = 'metric=deploymentReworkRate&day=2026-02-11';
    const [id] = await dora.send(deploy('2026-02-11T12:00:00Z', { build_commit_sha: sha('3') }));
    expect(await dora.explain(query)).toMatchObject({ value: null, items: [] });
    const live = await dora.explain(`${query}&live=true`);
    // The first success while the incident lasts.
    expect(live).toMatchObject({
      value: 1,
      items: [{ deployment: { id }, counted: true, changes: [], incidents: [] }],
    });
    expect(live.items[0].reason).toMatch(/^Unplanned: .* incident/);
    await dora.calculate();
    expect(await dora.explain(query)).toEqual(live);
  });

  it('has nothing to say where nothing was deployed, or before the first calculation', async () => {
    await using fresh = await startDoraService();
    await fresh.send(deploy('2026-02-10T12:00:00Z'));
    for (const { explain } of [dora, fresh])
      expect(await explain('metric=leadTimeForChange&from=2026-02-03&to=2026-02-09')).toMatchObject({
        value: null,
        items: [],
        pageInfo: { itemCount: 0 },
      });
    expect(await fresh.explain('metric=leadTimeForChange')).toMatchObject({ value: null, items: [] });
  });
});
