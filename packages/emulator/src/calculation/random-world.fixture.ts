import fc from 'fast-check';

/** What may happen to the input of the calculator between two calculations, in any order. */
export type Step =
  | {
      kind: 'deploy';
      entity: number;
      env: number;
      hours: number;
      /** It is told late: time does not go on with it. */
      isLate: boolean;
      /** From the newest commit that is known. */
      commit: number;
      isShort: boolean;
      status: number;
      change: number;
    }
  | { kind: 'again'; which: number }
  | { kind: 'push'; repo: number; skip: number; isWhole: boolean; asEvent: boolean }
  | { kind: 'tell'; repo: number; commit: number }
  | { kind: 'incident'; change: number; start: number; length: number; entity: number; state: number }
  | { kind: 'edit'; which: number; change: number; start: number; length: number; state: number }
  | { kind: 'delete'; which: number }
  | { kind: 'connect'; entities: number[]; commits: number }
  | { kind: 'disconnect'; which: number }
  | { kind: 'calculate' };

/** A history that is there from the beginning, and becomes known step by step. */
export interface RandomWorld {
  /** Of each commit those before it that are its parents. */
  parents: number[][];
  steps: Step[];
}

/** Commits of a history. */
export const COMMITS = 16;

const parentsOf = (n: number): fc.Arbitrary<number[]> =>
  fc
    .oneof(
      { weight: 6, arbitrary: fc.constant([1]) },
      { weight: 3, arbitrary: fc.integer({ min: 2, max: 4 }).map((back) => [back]) },
      {
        weight: 2,
        arbitrary: fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { minLength: 2, maxLength: 3 }),
      },
      { weight: 1, arbitrary: fc.constant([]) },
    )
    .map((backs) => backs.map((back) => n - back).filter((parent) => parent >= 0));

/** Mostly some days; a state is kept every 32 days, and there should be several of them. */
const hours = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60, max: 600 }) },
);
/** From now: some of them long ago. */
const start = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -100, max: 30 }) },
  { weight: 2, arbitrary: fc.integer({ min: -1500, max: 0 }) },
);
const length = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -5, max: 200 }) },
  { weight: 2, arbitrary: fc.integer({ min: 200, max: 3000 }) },
);

/** 0 with a probability of 1 in `sides`. */
const dice = (sides: number) => fc.integer({ min: 0, max: sides - 1 });

/** @param most of entities and of environments: with few of them, much happens to each chain. */
function stepOf(most: number): fc.Arbitrary<Step> {
  const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
  const change = fc.nat(2);
  const state = fc.nat(3);
  const which = fc.nat(20);
  const weighted = (weight: number, arbitrary: fc.Arbitrary<Step>) => ({ weight, arbitrary });
  return fc.oneof(
    weighted(
      12,
      fc.record({
        kind: kind('deploy'),
        entity: fc.nat(most),
        env: fc.nat(most),
        hours,
        isLate: dice(4).map((n) => n === 0),
        commit: fc.integer({ min: -7, max: 2 }),
        isShort: dice(4).map((n) => n === 0),
        status: dice(6),
        change: fc.nat(4),
      }),
    ),
    weighted(1, fc.record({ kind: kind('again'), which })),
    weighted(
      6,
      fc.record({
        kind: kind('push'),
        repo: fc.nat(2),
        skip: dice(5).map((n) => (n === 0 ? 1 : 0)),
        isWhole: dice(5).map((n) => n > 0),
        asEvent: dice(20).map((n) => n === 0),
      }),
    ),
    weighted(2, fc.record({ kind: kind('tell'), repo: fc.nat(2), commit: fc.nat(COMMITS - 1) })),
    weighted(
      3,
      fc.record({ kind: kind('incident'), change, start, length, entity: fc.nat(most + 1), state }),
    ),
    weighted(2, fc.record({ kind: kind('edit'), which, change, start, length, state })),
    weighted(1, fc.record({ kind: kind('delete'), which })),
    weighted(
      1,
      fc.record({
        kind: kind('connect'),
        entities: fc.uniqueArray(fc.nat(most), { minLength: 1 }),
        commits: fc.nat(COMMITS - 4),
      }),
    ),
    weighted(
      1,
      dice(3).chain((n) =>
        fc.record(n === 0 ? { kind: kind('disconnect'), which } : { kind: kind('again'), which }),
      ),
    ),
    weighted(5, fc.record({ kind: kind('calculate') })),
  );
}

/** Worlds that begin with a repository of the first entity. */
export function randomWorld(most: number, maxLength: number): fc.Arbitrary<RandomWorld> {
  return fc.record({
    parents: fc.tuple(...Array.from({ length: COMMITS }, (_, n) => parentsOf(n))),
    steps: fc
      .tuple(fc.nat(6), fc.array(stepOf(most), { minLength: 5, maxLength, size: 'max' }))
      .map(([commits, steps]): Step[] => [{ kind: 'connect', entities: [0], commits }, ...steps]),
  });
}
