import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Fact,
  type FactDetail,
  isCounted,
  packDetail,
  packFacts,
  unpackDetail,
  unpackFacts,
} from './fact.ts';

const seconds = fc.integer({ min: -100_000, max: 10 ** 9 }).map((ms) => ms / 1000);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const fact = fc.record<Fact>({
  at: fc.nat(86_399_999),
  rule: fc.constantFrom(
    'measured',
    'baseline',
    'rebaselined',
    'failed',
    'no-commit',
    'pending',
    'implausible',
    'duplicate',
    'outside',
  ),
  isFailed: fc.boolean(),
  hasUnknownStatus: fc.boolean(),
  hasIncident: fc.boolean(),
  isTruncated: fc.boolean(),
  rework: maybe(fc.constantFrom('rollback', 'after-failure', 'during-incident')),
  gap: maybe(fc.nat()),
  commit: maybe(fc.string()),
  recovery: maybe(fc.oneof(seconds, fc.constant('open' as const))),
  negative: fc.nat(9),
  leads: fc.array(seconds),
});
const detail = fc.record<FactDetail>({
  id: fc.uuid(),
  changes: fc.array(fc.string()),
  negative: fc.array(fc.tuple(fc.string(), seconds)),
  incidents: fc.array(fc.uuid()),
});

test('facts are the same once they were packed', () => {
  fc.assert(
    fc.property(fc.array(fact), (facts) => void expect(unpackFacts(packFacts(facts))).toEqual(facts)),
  );
});

test('details are the same once they were packed', () => {
  fc.assert(fc.property(fc.array(detail), (all) => void expect(unpackDetail(packDetail(all))).toEqual(all)));
});

test('what was packed stays readable', () => {
  // Written by version 0.1: the place of each member, of each rule and of each flag is fixed.
  const text =
    '[[3600000,0,0,1,7200000,"abc",-1.5,1,[60,0.5]],[1,3,11,0,null,null,"open",0,[]],[2,8,4,3,null,null,null,0,[]]]';
  expect(unpackFacts(text)).toEqual([
    {
      at: 3_600_000,
      rule: 'measured',
      isFailed: false,
      hasUnknownStatus: false,
      hasIncident: false,
      isTruncated: false,
      rework: 'rollback',
      gap: 7_200_000,
      commit: 'abc',
      recovery: -1.5,
      negative: 1,
      leads: [60, 0.5],
    },
    {
      at: 1,
      rule: 'failed',
      isFailed: true,
      hasUnknownStatus: true,
      hasIncident: false,
      isTruncated: true,
      rework: undefined,
      gap: undefined,
      commit: undefined,
      recovery: 'open',
      negative: 0,
      leads: [],
    },
    {
      at: 2,
      rule: 'outside',
      isFailed: false,
      hasUnknownStatus: false,
      hasIncident: true,
      isTruncated: false,
      rework: 'during-incident',
      gap: undefined,
      commit: undefined,
      recovery: undefined,
      negative: 0,
      leads: [],
    },
  ]);
});

test.each([
  ['measured', true],
  ['failed', true],
  ['pending', true],
  ['duplicate', false],
  ['outside', false],
] as const)('a deployment that is %s is part of the metrics: %s', (rule, expected) => {
  expect(isCounted({ rule })).toBe(expected);
});
