import type { LeadTimeRule } from './measure-lead-times.ts';
import type { ReworkReason } from './measure-rework.ts';

/** What is kept of one deployment: of these any window's numbers are made. */
export interface Fact {
  /** Milliseconds since the midnight that began its day. */
  at: number;
  rule: FactRule;
  isFailed: boolean;
  hasUnknownStatus: boolean;
  /** An incident is laid to it. */
  hasIncident: boolean;
  isTruncated: boolean;
  rework: ReworkReason | undefined;
  /** Milliseconds since the chain's success before it; undefined when it failed, or is the first. */
  gap: number | undefined;
  /**
   * Which commit it has: the first 16 digits, or what was sent when it is not known; undefined without one, and when it
   * failed.
   */
  commit: string | undefined;
  /** Seconds until it was over that it failed as a change, which may be negative; undefined when it did not. */
  recovery: number | 'open' | undefined;
  /** Changes that are younger than the deployment. */
  negative: number;
  /** Seconds of each change that it brought. */
  leads: readonly number[];
}

/**
 * Which rule decided about a deployment: one of those of lead time, or what keeps it out of all metrics: it was sent
 * before (`duplicate`), or names no entity or no environment (`outside`).
 */
export type FactRule = LeadTimeRule | 'duplicate' | 'outside';

/** By which the rest of a fact is found again, and nothing is calculated. */
export interface FactDetail {
  /** Of the event. */
  id: string;
  /** Shas of `leads`, in their order. */
  changes: readonly string[];
  /** Changes that are younger than the deployment: sha and seconds. */
  negative: readonly (readonly [sha: string, leadSeconds: number])[];
  /** Ids of the incidents that are laid to it. */
  incidents: readonly string[];
}

/** The facts of a chain's day. */
export interface DayFacts {
  /** Days since 1970. */
  day: number;
  facts: readonly Fact[];
}

const RULES = [
  'measured',
  'baseline',
  'rebaselined',
  'failed',
  'no-commit',
  'pending',
  'implausible',
  'duplicate',
  'outside',
] as const satisfies readonly FactRule[];

const REWORK = [undefined, 'rollback', 'after-failure', 'during-incident'] as const;

const FAILED = 1;
const UNKNOWN_STATUS = 2;
const INCIDENT = 4;
const TRUNCATED = 8;

/** A fact in short: a million of them are kept, and read for one number. */
type PackedFact = [
  at: number,
  rule: number,
  flags: number,
  rework: number,
  gap: number | null,
  commit: string | null,
  recovery: number | 'open' | null,
  negative: number,
  leads: readonly number[],
];

export function packFacts(facts: readonly Fact[]): string {
  return JSON.stringify(facts.map(packFact));
}

function packFact(fact: Fact): PackedFact {
  const flags =
    (fact.isFailed ? FAILED : 0) |
    (fact.hasUnknownStatus ? UNKNOWN_STATUS : 0) |
    (fact.hasIncident ? INCIDENT : 0) |
    (fact.isTruncated ? TRUNCATED : 0);
  return [
    fact.at,
    RULES.indexOf(fact.rule),
    flags,
    REWORK.indexOf(fact.rework),
    fact.gap ?? null,
    fact.commit ?? null,
    fact.recovery ?? null,
    fact.negative,
    fact.leads,
  ];
}

/** Reads what `packFacts` wrote. */
export function unpackFacts(text: string): Fact[] {
  const packed: PackedFact[] = JSON.parse(text);
  return packed.map(unpackFact);
}

/** Reads many such texts at once: a year of a large account is a hundred thousand of them. */
export function unpackManyFacts(texts: readonly string[]): Fact[][] {
  const packed: PackedFact[][] = JSON.parse(`[${texts.join(',')}]`);
  return packed.map((facts) => facts.map(unpackFact));
}

function unpackFact([at, rule, flags, rework, gap, commit, recovery, negative, leads]: PackedFact): Fact {
  return {
    at,
    rule: RULES[rule] ?? 'outside',
    isFailed: (flags & FAILED) !== 0,
    hasUnknownStatus: (flags & UNKNOWN_STATUS) !== 0,
    hasIncident: (flags & INCIDENT) !== 0,
    isTruncated: (flags & TRUNCATED) !== 0,
    rework: REWORK[rework],
    gap: gap ?? undefined,
    commit: commit ?? undefined,
    recovery: recovery ?? undefined,
    negative,
    leads,
  };
}

export function packDetail(detail: readonly FactDetail[]): string {
  return JSON.stringify(
    detail.map(({ id, changes, negative, incidents }) => [id, changes, negative, incidents]),
  );
}

/** Reads what `packDetail` wrote. */
export function unpackDetail(text: string): FactDetail[] {
  const packed: [string, string[], [string, number][], string[]][] = JSON.parse(text);
  return packed.map(([id, changes, negative, incidents]) => ({ id, changes, negative, incidents }));
}

/** It is part of the metrics. */
export function isCounted({ rule }: Pick<Fact, 'rule'>): boolean {
  return rule !== 'duplicate' && rule !== 'outside';
}
