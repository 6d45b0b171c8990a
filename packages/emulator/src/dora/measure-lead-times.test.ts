import { describe, expect, test } from 'vitest';
import { chainOf } from './chain.ts';
import { deploymentsOf, historyOf } from './deployments.fixture.ts';
import { measureLeadTimes } from './measure-lead-times.ts';

/** Of each deployment the rule and the changes with their lead times in hours, calculated by hand. */
function measured(history: string, deployments: string, basis?: 'committed') {
  const graph = historyOf(history);
  return measureLeadTimes(deploymentsOf(deployments), graph, basis).map(({ rule, changes }) => {
    const hours = changes.map(({ commit, leadSeconds }) => {
      const name = graph.shaOf(commit).replace(/0+$/, '');
      return `${name} ${leadSeconds / 3600}`;
    });
    return [rule, ...hours.sort()].join(', ');
  });
}

const line = 'a@0 b@2:a c@4:b d@6:c';

describe('what each deployment brings', () => {
  test.each([
    ['the first deployment is the baseline', line, 'b@10', ['baseline']],
    ['one commit after the other', line, 'a@1 b@10 c@20', ['baseline', 'measured, b 8', 'measured, c 16']],
    ['several commits at once', line, 'a@1 d@10', ['baseline', 'measured, b 8, c 6, d 4']],
    ['a redeployment brings nothing', line, 'a@1 b@10 b@11', ['baseline', 'measured, b 8', 'measured']],
    [
      'a rollback brings nothing, and neither does rolling forward again',
      line,
      'a@1 c@10 b@11 c@12 d@13',
      ['baseline', 'measured, b 8, c 6', 'measured', 'measured', 'measured, d 7'],
    ],
    [
      'a failed deployment in between brings nothing and moves nothing',
      line,
      'a@1 b@10! c@20',
      ['baseline', 'failed', 'measured, b 18, c 16'],
    ],
    [
      'a failed first deployment is no baseline',
      line,
      'a@1! b@10 c@20',
      ['failed', 'baseline', 'measured, c 16'],
    ],
    [
      'a hotfix branch, merged later',
      'a@0 b@2:a e@3:a f@5:b,e',
      'a@1 e@4 f@10',
      ['baseline', 'measured, e 1', 'measured, b 8'],
    ],
    [
      'an octopus merge brings its branches, and is no change itself',
      'a@0 b@1:a c@2:a d@3:a e@4:b,c,d',
      'a@0.5 e@10',
      ['baseline', 'measured, b 9, c 8, d 7'],
    ],
    [
      'a commit that the repository does not have is pending, and what it would have brought comes later',
      line,
      'a@1 ffff@5 c@10',
      ['baseline', 'pending', 'measured, b 8, c 6'],
    ],
    ['a deployment without a commit', line, 'a@1 -@5 b@10', ['baseline', 'no-commit', 'measured, b 8']],
    [
      'history that was rewritten is a new baseline',
      'a@0 b@1:a e@2 f@3:e',
      'b@5 e@6 f@7',
      ['baseline', 'rebaselined', 'measured, f 4'],
    ],
    [
      'a deployment a day earlier than its own commit moves nothing',
      'a@0 b@50:a c@51:b',
      'a@1 b@25 c@60',
      ['baseline', 'implausible', 'measured, b 10, c 9'],
    ],
    [
      'a clock that is a little wrong leaves the change out',
      'a@0 b@5:a c@2:b',
      'a@1 c@4',
      ['baseline', 'measured, c 2'],
    ],
    [
      'commits without parents are changes themselves, once, the first one, too',
      'a@0:? b@2:?',
      'a@1 b@10 b@11',
      ['measured, a 1', 'measured, b 8', 'measured'],
    ],
    [
      'abbreviated and upper-case shas are found',
      'abcdef01@0 abcdef02@2:abcdef01',
      'abcdef01@1 ABCDEF02@10',
      ['baseline', 'measured, abcdef02 8'],
    ],
    ['a leap day has 24 hours', 'a@-9000 b@0:a', 'a@-8000 b@24', ['baseline', 'measured, b 24']],
  ])('%s', (_, history, deployments, expected) => {
    expect(measured(history, deployments)).toEqual(expected);
  });
});

test('a negative lead time is counted', () => {
  const graph = historyOf('a@0 b@5:a c@2:b');
  expect(measureLeadTimes(deploymentsOf('a@1 c@4'), graph)[1]).toMatchObject({
    negative: [{ leadSeconds: -3600 }],
    isTruncated: false,
  });
});

test('a shallow clone truncates what is measured over its edge', () => {
  const graph = historyOf('b@1:a c@2:b d@3:b e@4:c,d');
  expect(measureLeadTimes(deploymentsOf('c@5 e@6'), graph).map(({ isTruncated }) => isTruncated)).toEqual([
    false,
    false,
  ]);
  const forked = historyOf('b@1 c@2:b e@3:b,a');
  expect(measureLeadTimes(deploymentsOf('c@5 e@6'), forked)[1]).toMatchObject({ isTruncated: true });
});

test('thousands of commits without parents are measured one by one, and kept once', () => {
  const names = Array.from({ length: 20_000 }, (_, n) => `abc${n.toString(16).padStart(7, '0')}`);
  const graph = historyOf(names.map((name, n) => `${name}@${n}:?`).join(' '));
  const facts = measureLeadTimes(deploymentsOf(names.map((name, n) => `${name}@${n + 1}`).join(' ')), graph);
  expect(facts.every(({ changes }) => changes.length === 1)).toBe(true);
  expect(facts.at(-1)?.reached).toMatchObject({ tips: [], looseCount: 20_000 });
});

test('a history that is no neighbour is not walked, and told apart', () => {
  const line = Array.from({ length: 5000 }, (_, n) => `f${n}@${n}${n ? `:f${n - 1}` : ''}`).join(' ');
  const rules = measured(`${line} a@0 b@1:a`, 'f4999@6000 a@6001 b@6002 f4998@6003').map(
    (text) => text.split(',')[0],
  );
  expect(rules).toEqual(['baseline', 'rebaselined', 'measured', 'measured']);
});

test('the committed date counts when it is asked for', () => {
  expect(measured(line, 'a@1 b@10', 'committed')).toEqual(['baseline', 'measured, b 8']);
});

test('deployments are in the order of time, then of arrival; what was sent again counts once', () => {
  const [one, two, three] = deploymentsOf('b@10 a@5 c@10');
  if (!one || !two || !three) throw new Error('three deployments');
  const again = { ...one, id: '4', seq: 4 };
  const { deployments, duplicates } = chainOf([again, three, one, two]);
  expect(deployments.map(({ id }) => id)).toEqual(['2', '1', '3']);
  expect(duplicates.map(({ id }) => id)).toEqual(['4']);
});
