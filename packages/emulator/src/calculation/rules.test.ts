import { describe, expect, test } from 'vitest';
import { DEFAULT_ENVIRONMENT_ALIASES } from '../environment.ts';
import { openWorld } from './rules.fixture.ts';
import { ACCOUNT, HOUR, START, sha } from './store-driver.fixture.ts';

/** Names, hours from 2026-03-01T00:00Z, and parents. */
const line = 'a@0 b@2:a c@4:b d@6:c';

describe('what deployments bring, from the store to the answer', () => {
  test.each([
    [
      'rollback and roll forward',
      line,
      'a@1 c@10 b@11 c@12 d@13',
      ['@1 no', '@10 yes b 8, c 6', '@11 yes', '@12 yes', '@13 yes d 7'],
    ],
    ['redeploy', line, 'a@1 b@10 b@40', ['@1 no', '@10 yes b 8', '@40 yes']],
    ['a failed deploy in between', line, 'a@1 b@10! c@40', ['@1 no', '@10 no', '@40 yes b 38, c 36']],
    [
      'a hotfix branch, merged later',
      'a@0 b@2:a e@3:a f@5:b,e',
      'a@1 e@4 f@10',
      ['@1 no', '@4 yes e 1', '@10 yes b 8'],
    ],
    [
      'an octopus merge',
      'a@0 b@1:a c@2:a d@3:a e@4:b,c,d',
      'a@0.5 e@10',
      ['@0.5 no', '@10 yes b 9, c 8, d 7'],
    ],
    ['without a commit', line, '-@1 a@2 -@3 b@10', ['@1 no', '@2 no', '@3 no', '@10 yes b 8']],
    // b is an hour younger than the deployment that brings it: shown, and not counted.
    ['a clock that is a little wrong', 'a@0 b@5:a c@2:b', 'a@1 c@4', ['@1 no', '@4 yes b -1, c 2']],
    // Committed at 50: a day before that is 26.
    ['exactly a day too early', 'a@0 b@50:a', 'a@1 b@26', ['@1 no', '@26 yes b -24']],
    [
      'more than a day too early',
      'a@0 b@50:a c@51:b',
      'a@1 b@25.5 c@60',
      ['@1 no', '@25.5 no', '@60 yes b 10, c 9'],
    ],
    ['history that was rewritten', 'a@0 b@1:a e@2 f@3:e', 'b@5 e@6 f@7', ['@5 no', '@6 no', '@7 yes f 4']],
    ['commits without parents', 'a@0:? b@2:?', 'a@1 b@10 b@11', ['@1 yes a 1', '@10 yes b 8', '@11 yes']],
  ])('%s', async (_, commits, deployments, expected) => {
    const { deploy, ...world } = await openWorld();
    await world.commits(commits);
    await deploy(deployments);
    expect(await world.leads()).toEqual(expected);
  });

  test('as numbers: percentiles over all changes, coverage, rework', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits(line);
    await deploy('a@1 c@10 b@11 c@12 d@13');
    await world.calculate();
    const { leadTimeForChange, deploymentReworkRate, deploymentFrequency } = await world.summary();
    // 6, 7 and 8 hours: the median is 7, the 90th percentile 7 + 0.8 × 1 = 7.8.
    expect(leadTimeForChange).toMatchObject({
      p50Seconds: 25_200,
      p90Seconds: 28_080,
      changes: 3,
      coverage: { measured: 4, deployed: 4, pending: 0, negative: 0 },
      band: { level: 'elite', year: 2023 },
    });
    expect(deploymentReworkRate).toMatchObject({ rate: 0.2, rework: 1, total: 5 });
    // a, b, c and d; gaps of 9, 1, 1 and 1 hours.
    expect(deploymentFrequency).toMatchObject({ distinctCommits: 4, meanTimeBetweenSeconds: 10_800 });
  });

  test('a failed deployment counts as failed, and is over with the next success', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits(line);
    await deploy('a@1 b@10! c@20');
    await world.calculate();
    expect(await world.summary()).toMatchObject({
      deploymentFrequency: { count: 2 },
      changeFailureRate: { failed: 1, total: 3, byStatus: 1, byIncident: 0 },
      failedDeploymentRecoveryTime: { p50Seconds: 36_000, recovered: 1, open: 0 },
      deploymentReworkRate: { rework: 1, total: 2 },
    });
  });

  test('what is doubtful is counted', async () => {
    const { deploy, drive, ...world } = await openWorld();
    await world.commits('a@0 b@50:a c@61:b d@70:c e@80');
    await deploy('a@1 b@25 c@60 d@71~ e@81 ffff@90 -@95');
    const attributes = { env: 'production', status: 'success', build_commit_sha: sha('e') };
    await drive.send(100, attributes, { entity: 'one' });
    await drive.send(100, Object.fromEntries(Object.entries(attributes).reverse()), { entity: 'one' });
    await drive.send(100, { ...attributes, change_id: 'C1' }, { entity: 'one' });
    await drive.send(110, { status: 'success' }, { entity: 'one' });
    await drive.send(111, { env: 'production', status: 'success' });
    await drive.send(112, { status: 'success' });
    await world.calculate();
    const { dataQuality, deploymentFrequency, leadTimeForChange } = await world.summary();
    expect(dataQuality).toEqual({
      withoutEnv: 2,
      withoutEntity: 2,
      unknownStatus: 1,
      duplicates: 1,
      deploymentsWithoutCommit: 1,
      pending: 1,
      truncated: 0,
      rebaselined: 1,
      implausible: 1,
      // c, authored at 61.
      negativeLeadTimes: 1,
      orphanIncidents: 0,
      incidentsEndingBeforeStart: 0,
      unreadableRepositories: 0,
    });
    // Seven, one sent once more, and the one with a change id.
    expect(deploymentFrequency.count).toBe(9);
    // Neither a nor e, the baselines; of b, c, d, ffff and the two at 100 those without b and ffff are measured.
    expect(leadTimeForChange.coverage).toEqual({ measured: 4, deployed: 6, pending: 1, negative: 1 });
  });
});

describe('commits that come later', () => {
  test('a deployment waits for its commit', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits('a@0');
    await deploy('a@1 c@30 d@60');
    expect(await world.leads()).toEqual(['@1 no', '@30 no', '@60 no']);
    expect(await world.summary()).toMatchObject({
      leadTimeForChange: { p50Seconds: null, coverage: { measured: 0, deployed: 2, pending: 2 } },
      dataQuality: { pending: 2 },
    });
    await world.commits('b@2:a c@4:b');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26', '@60 no']);
    await world.commits('d@6:c');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26', '@60 yes d 54']);
  });

  test('what a pending deployment would have brought counts at the next one until then', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits(line);
    await deploy('a@1 e@30 d@60');
    expect(await world.leads()).toEqual(['@1 no', '@30 no', '@60 yes b 58, c 56, d 54']);
    await world.commits('e@5:c');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26, e 25', '@60 yes d 54']);
  });

  test('a failed deployment does not wait for its commit', async () => {
    const { deploy, drive, ...world } = await openWorld();
    await world.commits('a@0');
    await deploy('a@1');
    const attributes = { env: 'production', status: 'failed', build_commit_sha: 'bbbbbbbb' };
    await drive.send(30, attributes, { entity: 'one' });
    expect(await world.leads()).toEqual(['@1 no', '@30 no']);
    await world.commits('bbbbbbbb@2:a');
    expect(await world.leads()).toEqual(['@1 no', '@30 no']);
    expect((await world.summary()).dataQuality.pending).toBe(0);
  });

  test('a shallow clone truncates what is measured over its edge, until it is deepened', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits('b@1 c@2:b e@3:b,a');
    await deploy('c@5 e@30');
    expect(await world.leads()).toEqual(['@5 no', '@30 yes']);
    expect((await world.summary()).dataQuality.truncated).toBe(1);
    await world.commits('a@2.5:b');
    expect(await world.leads()).toEqual(['@5 no', '@30 yes a 27.5']);
    expect((await world.summary()).dataQuality.truncated).toBe(0);
  });

  test('parents that are told later', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits('a@0 b@2:? c@4:?');
    await deploy('a@1 c@30');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes c 26']);
    await world.commits('b@2:a c@4:b');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26']);
  });
});

describe('a sha is found', () => {
  const commits = 'abcdef01@0 abcdef02@2:abcdef01 1234567@4:abcdef02';
  test.each([
    ['in upper case', sha('abcdef02').toUpperCase(), '@10 yes abcdef02 8'],
    ['by a unique prefix', 'abcdef02', '@10 yes abcdef02 8'],
    ['by a prefix of 7 characters', '1234567', '@10 yes 1234567 6, abcdef02 8'],
    ['with blanks around it', ` ${sha('abcdef02')} `, '@10 yes abcdef02 8'],
    ['not by an ambiguous prefix', 'abcdef0', '@10 no'],
    ['not by a prefix of 6 characters', '123456', '@10 no'],
    ['not when it is not hex', 'main', '@10 no'],
    ['not when it is longer than a sha', `${sha('abcdef02')}0`, '@10 no'],
  ])('%s', async (_, build_commit_sha, expected) => {
    const { deploy, drive, ...world } = await openWorld();
    await world.commits(commits);
    await deploy('abcdef01@1');
    await drive.send(10, { env: 'prod', status: 'success', build_commit_sha }, { entity: 'one' });
    expect(await world.leads()).toEqual(['@1 no', expected]);
    expect((await world.summary()).dataQuality.pending).toBe(expected === '@10 no' ? 1 : 0);
  });

  test('by a prefix until another commit begins alike', async () => {
    const { drive, ...world } = await openWorld();
    await world.commits(commits);
    const attributes = { env: 'prod', status: 'success', build_commit_sha: '1234567' };
    await drive.send(10, attributes, { entity: 'one' });
    await world.calculate();
    expect((await world.summary()).dataQuality.pending).toBe(0);
    await world.commits('12345678@6:1234567');
    await world.calculate();
    expect((await world.summary()).dataQuality.pending).toBe(1);
  });
});

describe('commits of', () => {
  test('two repositories are united, until one is disconnected', async () => {
    const { drive, deploy, store, ...world } = await openWorld();
    await world.commits('a@0 b@2:a');
    const other = await drive.repo('one', 'two');
    await drive.commits(other, 'c@4:b');
    await deploy('a@1 c@30');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26']);
    await drive.commits(other, 'd@6:c');
    await deploy('d@60');
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26', '@60 yes d 54']);
    await store.deleteRepo(ACCOUNT, other);
    expect(await world.leads()).toEqual(['@1 no', '@30 no', '@60 no']);
    expect((await world.summary()).dataQuality.pending).toBe(2);
  });

  test('another entity are not looked at', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits(line);
    await deploy('a@1 b@10', { entity: 'two' });
    expect(await world.leads()).toEqual(['@1 no', '@10 no']);
  });

  test('event-commit without parents are changes themselves, the first one, too', async () => {
    const { deploy, drive, ...world } = await openWorld();
    const told = (name: string, attributes: object) =>
      drive.send(9, { sha: sha(name).toUpperCase(), ...attributes }, { entity: 'one', type: 'event-commit' });
    await told('a', { authored_at: '2026-03-01T00:00:00Z' });
    await told('b', { committed_at: '2026-03-01T02:00:00Z' });
    await told('c', {});
    await deploy('a@1 b@10 c@30');
    // c: from the timestamp of its event, 9.
    expect(await world.leads()).toEqual(['@1 yes a 1', '@10 yes b 8', '@30 yes c 21']);
  });

  test.each([[true], [false]])(
    'event-commit that is told twice is what it was first; calculated in between: %s',
    async (isBetween) => {
      const { deploy, drive, ...world } = await openWorld();
      const attributes = { sha: sha('a'), authored_at: '2026-03-01T00:00:00Z' };
      const told = { entity: 'one', type: 'event-commit' };
      await drive.send(2, attributes, told);
      if (isBetween) await world.calculate();
      await drive.send(3, { ...attributes, authored_at: '2026-03-01T05:00:00Z' }, told);
      await deploy('a@10');
      expect(await world.leads()).toEqual(['@10 yes a 10']);
    },
  );

  test('event-commit with parents have a history, also when a repository is connected, too', async () => {
    const { deploy, drive, ...world } = await openWorld();
    const told = (name: string, parents: string[], hour: number) =>
      drive.send(
        hour,
        {
          sha: sha(name),
          parents: parents.map(sha),
          authored_at: new Date(START + hour * HOUR).toISOString(),
        },
        { entity: 'one', type: 'event-commit' },
      );
    await told('a', [], 0);
    await told('b', ['a'], 2);
    await deploy('a@1 b@10');
    expect(await world.leads()).toEqual(['@1 no', '@10 yes b 8']);
    await told('c', ['b'], 4);
    await deploy('c@30');
    expect(await world.leads()).toEqual(['@1 no', '@10 yes b 8', '@30 yes c 26']);
    await world.commits('d@6:c');
    await deploy('d@60');
    expect(await world.leads()).toEqual(['@1 no', '@10 yes b 8', '@30 yes c 26', '@60 yes d 54']);
  });
});

describe('other settings make everything anew', () => {
  test('the committed date instead of the authored', async () => {
    const { deploy, drive, store, ...world } = await openWorld();
    const repo = await drive.repo('one');
    const [message, author] = ['', ''];
    await store.addCommits(ACCOUNT, repo, [
      { sha: sha('a'), parents: [], authoredAt: START, committedAt: START, message, author },
      {
        sha: sha('b'),
        parents: [sha('a')],
        authoredAt: START + 2 * HOUR,
        committedAt: START + 6 * HOUR,
        message,
        author,
      },
    ]);
    await deploy('a@1 b@10');
    expect(await world.leads()).toEqual(['@1 no', '@10 yes b 8']);
    world.configure({ leadTimeBasis: 'committed' });
    expect(await world.leads()).toEqual(['@1 no', '@10 yes b 4']);
  });

  test('an alias that is new unites two chains', async () => {
    const { deploy, ...world } = await openWorld();
    await world.commits(line);
    await deploy('a@1 c@30');
    await deploy('b@10', { env: 'PRD-EU ' });
    expect(await world.leads()).toEqual(['@1 no', '@30 yes b 28, c 26']);
    world.configure({ environmentAliases: { ...DEFAULT_ENVIRONMENT_ALIASES, 'prd-eu': 'production' } });
    expect(await world.leads()).toEqual(['@1 no', '@10 yes b 8', '@30 yes c 26']);
  });
});
