import { describe, expect, test } from 'vitest';
import { openWorld } from './rules.fixture.ts';
import { ACCOUNT, HOUR, START } from './store-driver.fixture.ts';

const OTHER = '0197a000-0000-7000-8000-00000000000b';

describe('an incident is laid to', () => {
  test.each([
    [
      'the latest deployment that was made when it began',
      'a@1#C1 b@30#C1 c@60#C1',
      [40, 90],
      ['@1', '@30 C1', '@60'],
    ],
    ['one made in the very moment', 'a@1#C1 b@30#C1', [30, 90], ['@1', '@30 C1']],
    ['the earliest, when all came later', 'a@30#C1 b@60#C1', [2, 50], ['@30 C1', '@60']],
    ['nothing, when it had ended before the earliest, its fix', 'a@30#C1 b@60#C1', [2, 29], ['@30', '@60']],
    ['the earliest, when it ended in that moment', 'a@30#C1', [2, 30], ['@30 C1']],
    ['a failed deployment as well', 'a@1 b@30!#C1', [40, 90], ['@1', '@30 C1']],
    ['nothing with another change id', 'a@1#C2', [5, 9], ['@1']],
  ] as const)('%s', async (_, deployments, [start, end], expected) => {
    const { deploy, ...world } = await openWorld();
    await deploy(deployments);
    await world.incident('C1', { start, end });
    expect(await world.laid()).toEqual(expected);
    const isOrphan = !expected.some((line) => line.endsWith('C1'));
    const { dataQuality, changeFailureRate } = await world.summary();
    expect(dataQuality.orphanIncidents).toBe(isOrphan ? 1 : 0);
    expect(changeFailureRate.byIncident).toBe(isOrphan ? 0 : 1);
  });

  test('another deployment, once one is found that was made later and before it began', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1#C1');
    await world.incident('C1', { start: 60, end: 61 });
    expect(await world.laid()).toEqual(['@1 C1']);
    await deploy('b@30#C1 c@70#C1');
    expect(await world.laid()).toEqual(['@1', '@30 C1', '@70']);
  });

  test('a deployment that arrives later: it is an orphan until then', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1');
    await world.incident('C1', { start: 40 });
    expect(await world.laid()).toEqual(['@1']);
    expect((await world.summary()).dataQuality.orphanIncidents).toBe(1);
    await deploy('b@30#C1');
    expect(await world.laid()).toEqual(['@1', '@30 C1']);
    expect((await world.summary()).dataQuality.orphanIncidents).toBe(0);
  });

  test('one deployment of each entity, when it names none', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1#C1');
    await deploy('a@30#C1', { entity: 'two' });
    await world.incident('C1', { start: 40 });
    expect(await world.laid()).toEqual(['@1 C1', '@30 C1']);
    const { rate, failed } = (await world.summary()).changeFailureRate;
    expect({ rate, failed }).toEqual({ rate: 1, failed: 2 });
  });

  test('deployments of the entities that it names alone', async () => {
    const { deploy, drive, ...world } = await openWorld();
    await deploy('a@1#C1');
    await deploy('a@30#C1', { entity: 'two' });
    const incident = await world.incident('C1', { start: 40 }, { affectedEntityIds: [drive.idOf('two')] });
    expect(await world.laid()).toEqual(['@1', '@30 C1']);
    await world.edit(incident, { affectedEntityIds: [drive.idOf('one')] });
    expect(await world.laid()).toEqual(['@1 C1', '@30']);
  });

  test('deployments of the environment that it names alone, whatever its spelling', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1#C1');
    await deploy('a@1#C1', { env: ' Staging' });
    await world.incident('C1', { start: 5 }, { env: 'stg' });
    expect(await world.laid()).toEqual(['@1']);
    expect(await world.laid({ env: 'staging' })).toEqual(['@1 C1']);
  });

  test('deployments of its own account, whatever others have', async () => {
    const ours = await openWorld();
    const theirs = await openWorld(OTHER, ours.store);
    for (const { deploy, commits } of [ours, theirs]) {
      await commits('a@0 b@2:a');
      await deploy('a@1 b@30#C1');
    }
    await theirs.incident('C1', { start: 40 });
    expect(await ours.laid()).toEqual(['@1', '@30']);
    expect(await theirs.laid()).toEqual(['@1', '@30 C1']);
    expect((await ours.summary()).dataQuality.orphanIncidents).toBe(0);
    expect(await ours.leads()).toEqual(['@1 no', '@30 yes b 28']);
  });

  test('a deployment whose change id is too long for an index', async () => {
    const { drive, ...world } = await openWorld();
    const long = 'C'.repeat(600);
    const attributes = { env: 'prod', status: 'success', change_id: `${long}1` };
    await drive.send(1, attributes, { entity: 'one' });
    await drive.send(30, { ...attributes, change_id: `${long}2` }, { entity: 'one' });
    await world.incident(`${long}2`, { start: 40 }, { title: 'I' });
    expect(await world.laid()).toEqual(['@1', '@30 I']);
  });
});

describe('an incident that', () => {
  test('is canceled does not count, and does again when it is taken up', async () => {
    const { deploy, edit, ...world } = await openWorld();
    await deploy('a@1#C1');
    const incident = await world.incident('C1', { start: 5 }, { state: 'canceled' });
    expect(await world.laid()).toEqual(['@1']);
    expect((await world.summary()).dataQuality.orphanIncidents).toBe(0);
    const taken = await edit(incident, { state: 'in_progress' });
    expect(await world.laid()).toEqual(['@1 C1']);
    await edit(taken, { state: 'canceled' });
    expect(await world.laid()).toEqual(['@1']);
    expect((await world.summary()).changeFailureRate.failed).toBe(0);
  });

  test('is deleted is forgotten, also when everything is calculated anew', async () => {
    const { deploy, drive, store, ...world } = await openWorld();
    await deploy('a@1');
    const incident = await world.incident('C1', { start: 5 });
    await world.calculate();
    expect((await world.summary()).dataQuality.orphanIncidents).toBe(1);
    await store.deleteIncident(ACCOUNT, incident.id);
    await drive.calculate(true);
    expect((await world.summary()).dataQuality.orphanIncidents).toBe(0);
  });

  test('is laid to another change changes both deployments', async () => {
    const { deploy, edit, ...world } = await openWorld();
    await deploy('a@1#C1 b@30#C2');
    const incident = await world.incident('C1', { start: 40, end: 41 }, { title: 'I' });
    expect(await world.laid()).toEqual(['@1 I', '@30']);
    await edit(incident, { changeId: 'C2' });
    expect(await world.laid()).toEqual(['@1', '@30 I']);
    await edit(incident, { changeId: null });
    expect(await world.laid()).toEqual(['@1', '@30']);
    expect((await world.summary()).dataQuality.orphanIncidents).toBe(1);
  });

  test('was resolved before it began is counted, and its recovery left out', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@9#C1 b@30');
    await world.incident('C1', { start: 10, end: 8 });
    await world.calculate();
    expect(await world.summary()).toMatchObject({
      changeFailureRate: { failed: 1, total: 2 },
      failedDeploymentRecoveryTime: { p50Seconds: null, recovered: 0, open: 0 },
      // It was not open when b came.
      deploymentReworkRate: { rework: 0 },
      dataQuality: { incidentsEndingBeforeStart: 1, orphanIncidents: 0 },
    });
  });

  test('is reopened has no end until it is resolved again', async () => {
    const { deploy, edit, ...world } = await openWorld();
    await deploy('a@1#C1');
    const incident = await world.incident('C1', { start: 5, end: 9 }, { state: 'resolved' });
    await world.calculate();
    // From 1 to 9.
    expect((await world.summary()).failedDeploymentRecoveryTime).toMatchObject({
      p50Seconds: 28_800,
      open: 0,
    });
    const reopened = await edit(incident, { state: 'reopened' });
    await world.calculate();
    expect((await world.summary()).failedDeploymentRecoveryTime).toMatchObject({ p50Seconds: null, open: 1 });
    await edit(reopened, { state: 'resolved', resolvedAt: START + 11 * HOUR });
    await world.calculate();
    expect((await world.summary()).failedDeploymentRecoveryTime).toMatchObject({
      p50Seconds: 36_000,
      open: 0,
    });
  });

  test('is open makes the first success after its start unplanned, whenever that comes', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1#C1');
    await world.incident('C1', { start: 5 });
    await world.calculate();
    expect((await world.summary()).deploymentReworkRate).toMatchObject({ rework: 0, total: 1 });
    await deploy('b@30! c@60 d@90');
    await world.calculate();
    expect((await world.summary()).deploymentReworkRate).toMatchObject({ rework: 1, total: 3 });
    // d before c: now d is the first.
    await deploy('d@29');
    await world.calculate();
    // d during the incident, and c after a failure.
    expect((await world.summary()).deploymentReworkRate).toMatchObject({ rework: 2, total: 4 });
  });

  test('hits a deployment together with others is one failure, over with the last of them', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1!#C1 b@4#C2 c@6');
    await world.incident('C1', { start: 5, end: 9 });
    await world.incident('C1', { start: 5, end: 11 });
    await world.calculate();
    const { changeFailureRate, failedDeploymentRecoveryTime } = await world.summary();
    expect(changeFailureRate).toMatchObject({ failed: 1, total: 3, byStatus: 1, byIncident: 1 });
    expect(failedDeploymentRecoveryTime).toMatchObject({ p50Seconds: 36_000, recovered: 1, open: 0 });
  });

  test.each([
    [{ detectedAt: START + 30 * HOUR, reportedAt: START + HOUR }, '@25 C1'],
    [{ detectedAt: null, reportedAt: START + 30 * HOUR }, '@25 C1'],
    // Created at 0: a is the earliest.
    [{ detectedAt: null, reportedAt: null }, '@25'],
  ])('begins when it was detected, else reported, else created: %j', async (members, expected) => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1#C1 b@25#C1');
    await world.incident('C1', { start: 0 }, members);
    expect((await world.laid())[1]).toBe(expected);
  });

  test('was closed and never resolved ended then', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1#C1');
    await world.incident('C1', { start: 5 }, { state: 'closed', closedAt: START + 3 * HOUR + 2 * HOUR });
    await world.calculate();
    expect((await world.summary()).failedDeploymentRecoveryTime.p50Seconds).toBe(14_400);
  });

  test('is an orphan is one of the day that it began', async () => {
    const { deploy, ...world } = await openWorld();
    await deploy('a@1');
    await world.incident('C1', { start: 24 });
    await world.calculate();
    const orphans = async (day: string) =>
      (await world.summary({ from: day, to: day, entities: ['two'] })).dataQuality.orphanIncidents;
    expect([await orphans('2026-03-01'), await orphans('2026-03-02')]).toEqual([0, 1]);
  });
});
