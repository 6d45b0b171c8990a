import { describe, expect, test } from 'vitest';
import { deploymentsOf, HOUR, historyOf, START } from './deployments.fixture.ts';
import { type Incident, linkIncidents } from './link-incidents.ts';
import { measureFailures } from './measure-failures.ts';
import { measureRework } from './measure-rework.ts';

/** `i1#CHG1@10-20`: from hour 10 to 20; without an end it is open. */
function incidentsOf(text: string): Incident[] {
  return text.split(' ').map((word) => {
    const [, id = '', changeId, start, end] = /^(\w+)(?:#(\w+))?@([\d.]+)(?:-([\d.]+))?$/.exec(word) ?? [];
    return {
      id,
      changeId,
      start: START + Number(start) * HOUR,
      end: end === undefined ? undefined : START + Number(end) * HOUR,
    };
  });
}

describe('an incident is laid to', () => {
  test.each([
    ['the deployment with its change id', 'a@1#C1 b@5#C2', 'i#C1@9', { i: 0 }],
    ['the latest that was made when it began', 'a@1#C1 b@5#C1 c@12#C1', 'i#C1@9-20', { i: 1 }],
    ['the earliest, when all came later', 'a@5#C1 b@6#C1', 'i#C1@2-10', { i: 0 }],
    ['nothing, when it had ended before the earliest', 'a@5#C1', 'i#C1@2-4', {}],
    ['one made in the very moment', 'a@5#C1', 'i#C1@5-6', { i: 0 }],
    ['nothing without a change id', 'a@1#C1', 'i@2-3', {}],
    ['nothing when no deployment has it', 'a@1#C1', 'i#C9@2-3', {}],
  ])('%s', (_, deployments, incidents, expected) => {
    const links = linkIncidents(deploymentsOf(deployments), incidentsOf(incidents));
    expect(Object.fromEntries(links)).toEqual(expected);
  });
});

describe('failures and recoveries', () => {
  const of = (deployments: string, incidents = 'none@0') => {
    const [all, known] = [deploymentsOf(deployments), incidentsOf(incidents)];
    return measureFailures(all, known, linkIncidents(all, known)).map(({ byStatus, incidents, recovery }) => [
      byStatus,
      incidents.map(({ id }) => id).join(' '),
      typeof recovery === 'number' ? recovery / 3600 : recovery,
    ]);
  };
  const fine = [false, '', undefined];

  test.each([
    ['nothing failed', 'a@1 b@2', 'none@0', [fine, fine]],
    [
      'a failed one recovers with the next success',
      'a@1! b@2! c@5',
      'none@0',
      [[true, '', 4], [true, '', 3], fine],
    ],
    ['a failed one without a success is open', 'a@1 b@2!', 'none@0', [fine, [true, '', 'open']]],
    ['by incident, until it is resolved', 'a@1#C b@9', 'i#C@3-6', [[false, 'i', 5], fine]],
    ['an open incident', 'a@1#C', 'i#C@3', [[false, 'i', 'open']]],
    ['by both: the later of the two', 'a@1!#C b@4', 'i#C@3-6', [[true, 'i', 5], fine]],
    ['several incidents are one failure', 'a@1#C', 'i#C@3-6 j#C@4-9', [[false, 'i j', 8]]],
    ['an incident that ended before its deployment, which fixes it', 'a@5#C', 'i#C@2-5', [[false, 'i', 0]]],
  ])('%s', (_, deployments, incidents, expected) => {
    expect(of(deployments, incidents)).toEqual(expected);
  });
});

test('what was the first success of an incident before the state is not looked for behind it', () => {
  const line = historyOf('a@0 b@0:a');
  const before = (hour: number) => ({ t: START + hour * HOUR, sha: undefined });
  const rework = (hour: number) =>
    measureRework(deploymentsOf('b@9'), incidentsOf('i@3'), line, before(hour));
  expect(rework(2)).toEqual(['during-incident']);
  expect(rework(5)).toEqual([undefined]);
});

describe('rework', () => {
  const line = historyOf('a@0 b@0:a c@0:b');
  test.each([
    ['planned work', 'a@1 b@2 c@3', 'none@99', ['', '', '']],
    ['a rollback, not the redeployment', 'a@1 c@2 b@3 b@4', 'none@99', ['', '', 'rollback', '']],
    [
      'the first success after a failure',
      'a@1 b@2! b@3! b@4 c@5',
      'none@99',
      ['', '', '', 'after-failure', ''],
    ],
    ['the first success while an incident was open', 'a@1 b@2 c@8', 'i@3-9', ['', '', 'during-incident']],
    ['not when it was resolved before', 'a@1 b@2 c@8', 'i@3-7', ['', '', '']],
    ['each deployment once', 'a@1 c@2 b@4! b@5', 'i@3', ['', '', '', 'rollback']],
  ])('%s', (_, deployments, incidents, expected) => {
    const reasons = measureRework(deploymentsOf(deployments), incidentsOf(incidents), line);
    expect(reasons.map((reason) => reason ?? '')).toEqual(expected);
  });
});
