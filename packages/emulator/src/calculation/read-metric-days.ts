import type { Clocks } from '../clock.ts';
import { type DayFacts, type FactDetail, unpackDetail, unpackManyFacts } from '../dora/fact.ts';
import { DAY, dayOf, hasDay, type Window } from '../dora/window.ts';
import type { ChainRecord, DayRecord, MetricState, StagedChain, Store } from '../store/store.ts';
import { calculateChains } from './calculate-chains.ts';
import type { CalculationSettings } from './settings.ts';

export interface MetricDaysQuery {
  accountId: string;
  /** undefined for all of the account. */
  entityIds: readonly string[] | undefined;
  /** Environment key. */
  env: string;
  window: Window;
  /** With what came since the last calculation. */
  live: boolean;
}

/** The days of a group of chains. */
export interface ChainGroup {
  chains: readonly ChainRecord[];
  rows: readonly DayRecord[];
}

/** What there is of a window, sorted out by what it can be used for. */
export interface MetricDays {
  /** undefined before the first calculation. */
  state: MetricState | undefined;
  /** The last day that is calculated, as far as the clock has come. */
  throughDay: number | undefined;
  /** Deployments of the asked entities to the environment. */
  counted: ChainGroup;
  withoutEnv: ChainGroup;
  /** Of the environment, or without one, when all of the account is asked for. */
  withoutEntity: ChainGroup;
}

export interface MetricDaysDeps {
  store: Store;
  clocks: Clocks;
  settings: CalculationSettings;
}

/** Tries to read between two publications. */
const MOST_TRIES = 3;

/** Reads the days of a window, without their details; again when a calculation ended meanwhile. */
export async function readMetricDays(deps: MetricDaysDeps, query: MetricDaysQuery): Promise<MetricDays> {
  for (let tries = 1; ; tries++) {
    const days = await readOnce(deps, query);
    const version = await deps.store.getMetricVersion(query.accountId);
    if (version === days.state?.version || tries === MOST_TRIES) return days;
  }
}

async function readOnce(deps: MetricDaysDeps, query: MetricDaysQuery): Promise<MetricDays> {
  const { store, clocks } = deps;
  const { accountId, entityIds, env, window, live } = query;
  const state = await store.getMetricState(accountId);
  // A clock that was set back has not seen the days that were calculated.
  const throughDay = state && Math.min(state.throughDay, dayOf(clocks.of(accountId).now()) - 1);
  const published = await store.listChains({ accountId, entityIds });
  const { fresh, isFull } = live ? await calculateFresh(deps, query) : NOTHING_FRESH;
  const chains = new Map(isFull ? [] : published.map((chain) => [chain.id, chain]));
  for (const { chain } of fresh.values()) chains.set(chain.id, chain);
  const to = live ? window.to : Math.min(window.to, throughDay ?? -1);

  async function group(isOfGroup: (chain: ChainRecord) => boolean): Promise<ChainGroup> {
    const own = [...chains.values()].filter(isOfGroup);
    const chainIds = own.map(({ id }) => id);
    const rows = await store.readDays({ accountId, chainIds, from: window.from, to });
    return { chains: own, rows: withFresh(rows, own, fresh, { from: window.from, to }) };
  }

  return {
    state,
    throughDay,
    counted: await group((chain) => chain.env === env && chain.entityId !== null),
    withoutEnv: await group((chain) => chain.env === null),
    withoutEntity: await group(
      (chain) => chain.entityId === null && (chain.env === env || chain.env === null),
    ),
  };
}

/** Rows of the days and chains that were calculated just now take the place of those that are stored. */
function withFresh(
  rows: readonly DayRecord[],
  chains: readonly ChainRecord[],
  fresh: ReadonlyMap<number, StagedChain>,
  window: Window,
): readonly DayRecord[] {
  if (fresh.size === 0) return rows;
  const kept = rows.filter(({ chainId, day }) => day < (fresh.get(chainId)?.fromDay ?? Infinity));
  const added = chains.flatMap(({ id }) =>
    (fresh.get(id)?.days ?? [])
      .filter(({ day }) => hasDay(window, day))
      .map((day) => ({ ...day, chainId: id })),
  );
  return [...kept, ...added];
}

interface Fresh {
  fresh: ReadonlyMap<number, StagedChain>;
  /** They are all there is: nothing that was published counts. */
  isFull: boolean;
}

const NOTHING_FRESH: Fresh = { fresh: new Map(), isFull: false };

async function calculateFresh(
  { store, settings }: MetricDaysDeps,
  { accountId, entityIds, env }: MetricDaysQuery,
): Promise<Fresh> {
  const fresh = new Map<number, StagedChain>();
  const isAsked = (entityId: string | null) =>
    entityIds === undefined || (entityId !== null && entityIds.includes(entityId));
  const { isFull } = await calculateChains(
    {
      store,
      accountId,
      settings,
      full: false,
      isWanted: (chain) => isAsked(chain.entityId) && (chain.env === env || chain.env === null),
    },
    async (chain) => void fresh.set(chain.chain.id, chain),
  );
  return { fresh, isFull };
}

/** The facts of rows, of whatever chain. */
export function factsOf(rows: readonly DayRecord[]): DayFacts[] {
  const facts = unpackManyFacts(rows.map((row) => row.facts));
  return rows.map(({ day }, index) => ({ day, facts: facts[index] ?? [] }));
}

/** The details of a row's facts, in their order. */
export function detailsOf({ detail }: DayRecord): FactDetail[] {
  return unpackDetail(detail ?? '[]');
}

/** The instant of a fact of a day, in milliseconds since 1970. */
export function instantOf(day: number, { at }: { at: number }): number {
  return day * DAY + at;
}
