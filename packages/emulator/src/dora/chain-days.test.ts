import { expect, test } from 'vitest';
import { chainDays, outsideDays } from './chain-days.ts';
import { deploymentsOf, HOUR, historyOf, START, sha } from './deployments.fixture.ts';
import { measureChain } from './measure-chain.ts';
import { dayOf } from './window.ts';

const graph = historyOf('abcdef01@0 abcdef02@2:abcdef01 abcdef03@9:abcdef02');
const FIRST = dayOf(START);

function daysOf(text: string, { duplicates = 0 } = {}) {
  const all = deploymentsOf(text);
  const again = all
    .slice(0, duplicates)
    .map((one) => ({ ...one, id: `${one.id} again`, seq: one.seq + 100 }));
  const incidents = [
    { id: 'j', changeId: 'C1', start: START + 5 * HOUR, end: undefined },
    { id: 'i', changeId: 'C1', start: START + 5 * HOUR, end: START + 6 * HOUR },
  ];
  return chainDays(measureChain([...all, ...again], { incidents, graph }), graph);
}

test('each day has its deployments in order, with what is found of them again, and no others', () => {
  const days = daysOf('abcdef01@1#C1 abcdef02@23.5 abcdef03@72');
  expect(
    days.map(({ day, facts, detail }) => [day - FIRST, facts.length, detail.map(({ id }) => id)]),
  ).toEqual([
    [0, 2, ['1', '2']],
    [3, 1, ['3']],
  ]);
  const [first, last] = days;
  expect(first?.facts.map(({ at, gap, leads }) => [at / HOUR, gap, leads])).toEqual([
    [1, undefined, []],
    [23.5, 22.5 * HOUR, [21.5 * 3600]],
  ]);
  expect(first?.detail).toEqual([
    { id: '1', changes: [], negative: [], incidents: ['i', 'j'] },
    { id: '2', changes: [sha('abcdef02')], negative: [], incidents: [] },
  ]);
  expect(last?.facts).toMatchObject([{ at: 0, leads: [63 * 3600] }]);
});

test('what was sent again follows, and is otherwise left out', () => {
  const [day] = daysOf('abcdef01@1#C1 abcdef02@2', { duplicates: 1 });
  expect(day?.facts.map(({ rule, hasIncident }) => [rule, hasIncident])).toEqual([
    ['baseline', true],
    ['measured', false],
    ['duplicate', false],
  ]);
  expect(day?.detail.map(({ id }) => id)).toEqual(['1', '2', '1 again']);
});

test('a commit is named by 16 digits once it is known, else as it was sent; a failed one has none', () => {
  const [day] = daysOf('abcdef01@1 abcdef02@2! ffff@3 -@4');
  expect(day?.facts.map(({ commit }) => commit)).toEqual([
    'abcdef0100000000',
    undefined,
    'ffff000000000000',
    undefined,
  ]);
  const [short] = deploymentsOf('abcdef01@1');
  if (!short) throw new Error('a deployment');
  const given = ['ABCDEF02', 'FFFFFFF'].map((one, n) => ({
    ...short,
    id: one,
    seq: n,
    t: short.t + n,
    sha: one,
  }));
  const [other] = chainDays(measureChain(given, { incidents: [], graph }), graph);
  expect(other?.facts.map(({ commit }) => commit)).toEqual(['abcdef0200000000', 'fffffff']);
});

test('a calculation cannot go on where something is awaited', () => {
  const states = (text: string) => daysOf(text).map(({ state }) => state() !== undefined);
  // After a failure, and until the first success after the start of an incident.
  expect(states('abcdef01@1 abcdef02@30! abcdef02@60')).toEqual([true, false, true]);
  expect(states('abcdef01@1#C1 abcdef02@30! abcdef02@60')).toEqual([false, false, true]);
  expect(daysOf('abcdef01@1 abcdef02@30').at(-1)?.state()).toEqual({
    tips: [sha('abcdef02')],
    loose: [],
    previous: { t: START + 30 * HOUR, sha: sha('abcdef02') },
  });
});

test('deployments without entity or environment are kept by day, to be counted', () => {
  const days = outsideDays(deploymentsOf('a@30 b@1! c@2'));
  expect(
    days.map(({ day, facts, detail }) => [day - FIRST, facts.length, detail.map(({ id }) => id)]),
  ).toEqual([
    [0, 2, ['2', '3']],
    [1, 1, ['1']],
  ]);
  expect(days[0]?.facts[0]).toMatchObject({ at: HOUR, rule: 'outside', isFailed: true, leads: [] });
});
