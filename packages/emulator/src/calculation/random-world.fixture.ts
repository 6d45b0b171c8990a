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
  /** A commit that was skipped, or pushed without its parents. */
  | { kind: 'tell'; repo: number; which: number }
  | { kind: 'incident'; change: number; start: number; length: number; entity: number; state: number }
  | { kind: 'edit'; which: number; change: number; start: number; length: number; state: number }
  | { kind: 'delete'; which: number }
  | { kind: 'connect'; entities: number[]; commits: number }
  | { kind: 'disconnect'; which: number }
  | { kind: 'calculate' };

type Weights = Record<Step['kind'], number>;

/** How often what happens: it takes many runs to meet a rule by chance when everything happens at once. */
export const EVERYTHING: Weights = {
  deploy: 24,
  again: 2,
  push: 12,
  tell: 5,
  incident: 6,
  edit: 4,
  delete: 2,
  connect: 2,
  disconnect: 1,
  calculate: 10,
};
export const INCIDENTS: Weights = { ...EVERYTHING, push: 0, tell: 0, connect: 0, disconnect: 0 };
export const COMMITS: Weights = {
  ...EVERYTHING,
  push: 16,
  tell: 14,
  incident: 0,
  edit: 0,
  delete: 0,
  connect: 1,
};

/** A history that is there from the beginning, and becomes known step by step. */
export interface RandomWorld {
  /** Of each commit those before it that are its parents. */
  parents: number[][];
  steps: Step[];
}

/** Commits of a history. */
export const HISTORY = 16;

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
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 3, arbitrary: fc.integer({ min: 60, max: 800 }) },
);
/** From now: some of them long ago. */
const start = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: -100, max: 30 }) },
  { weight: 3, arbitrary: fc.integer({ min: -2000, max: 0 }) },
);
const length = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: -5, max: 200 }) },
  { weight: 2, arbitrary: fc.integer({ min: 200, max: 4000 }) },
);

/** true once in so many times. */
const once = (times: number) => fc.integer({ min: 1, max: times }).map((n) => n === times);

/** @param most of entities and of environments: with few of them, much happens to each chain. */
function stepOf(most: number, weights: Weights): fc.Arbitrary<Step> {
  const kind = <K extends Step['kind']>(name: K) => fc.constant(name);
  const weighted = <K extends Step['kind']>(name: K, members: fc.Arbitrary<Extract<Step, { kind: K }>>) => ({
    weight: weights[name],
    arbitrary: members,
  });
  const change = fc.nat(2);
  const state = fc.nat(3);
  const which = fc.nat(20);
  const repo = fc.nat(1);
  const commits = fc.nat(HISTORY - 4);
  const entities = fc.uniqueArray(fc.nat(most), { minLength: 1 });
  const skip = once(3).map(Number);
  const isWhole = once(3).map((isBare) => !isBare);
  return fc.oneof(
    weighted(
      'deploy',
      fc.record({
        kind: kind('deploy'),
        entity: fc.nat(most),
        env: fc.nat(most),
        hours,
        isLate: once(3),
        commit: fc.oneof(fc.constant(0), fc.integer({ min: -5, max: 2 })),
        isShort: once(4),
        status: fc.nat(5),
        change: fc.nat(3),
      }),
    ),
    weighted('again', fc.record({ kind: kind('again'), which })),
    weighted('push', fc.record({ kind: kind('push'), repo, skip, isWhole, asEvent: once(12) })),
    weighted('tell', fc.record({ kind: kind('tell'), repo, which })),
    weighted(
      'incident',
      fc.record({ kind: kind('incident'), change, start, length, entity: fc.nat(most + 1), state }),
    ),
    weighted('edit', fc.record({ kind: kind('edit'), which, change, start, length, state })),
    weighted('delete', fc.record({ kind: kind('delete'), which })),
    weighted('connect', fc.record({ kind: kind('connect'), entities, commits })),
    weighted('disconnect', fc.record({ kind: kind('disconnect'), which })),
    weighted('calculate', fc.record({ kind: kind('calculate') })),
  );
}

/** Worlds that begin with a repository of the first entity. */
export function randomWorld(most: number, maxLength: number, weights: Weights): fc.Arbitrary<RandomWorld> {
  return fc.record({
    parents: fc.tuple(...Array.from({ length: HISTORY }, (_, n) => parentsOf(n))),
    steps: fc
      .tuple(fc.nat(6), fc.array(stepOf(most, weights), { minLength: 5, maxLength, size: 'max' }))
      .map(([commits, steps]): Step[] => [{ kind: 'connect', entities: [0], commits }, ...steps]),
  });
}
