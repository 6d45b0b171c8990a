import type { Deployment } from '../dora/chain.ts';
import { type ChainDay, chainDays, outsideDays } from '../dora/chain-days.ts';
import type { CommitGraph } from '../dora/commit-graph.ts';
import { packDetail, packFacts } from '../dora/fact.ts';
import { type ChainState, measureChain } from '../dora/measure-chain.ts';
import { DAY } from '../dora/window.ts';
import { environmentSpellings } from '../environment.ts';
import type { ChainRecord, ChangeUse, DayRecord, StagedChain, Store } from '../store/store.ts';
import { changeKey, commitKey } from './change-key.ts';
import { deploymentOf } from './deployment-of.ts';
import type { DirtyChain } from './find-dirty.ts';
import { concerns, type IncidentInput } from './incident-inputs.ts';
import type { CalculationSettings } from './settings.ts';

/** What a chain begins with: all of its deployments, or those behind the last place where it can go on. */
export interface ChainStart {
  dirty: DirtyChain;
  chain: Pick<ChainRecord, 'id' | 'entityId' | 'env'>;
  /** As it was; undefined for a new one, or when all of it is calculated. */
  before: ChainRecord | undefined;
  fromDay: number;
  state: ChainState | undefined;
  deployments: Deployment[];
}

/** What was found of a chain. */
export interface CalculatedChain extends StagedChain {
  /** Incidents that are laid to one of its deployments from `fromDay` on, and when that was made. */
  links: { incident: IncidentInput; t: number }[];
}

/** Digits of the shortest whole sha. */
const WHOLE_SHA = 40;
/** Events of one reading. */
const PAGE = 5000;
/** Before the first deployment that there may be: 1970-01-01. */
const FIRST_DAY = 0;

/** Reads what a chain needs. */
export async function readChain(
  store: Pick<Store, 'findCheckpoint' | 'readChainEvents'>,
  accountId: string,
  dirty: DirtyChain,
  known: ChainRecord | undefined,
  options: { newId(): number; upToSeq: number; settings: CalculationSettings },
): Promise<ChainStart> {
  const { newId, upToSeq, settings } = options;
  const checkpoint =
    known && dirty.fromDay > known.firstDay
      ? await store.findCheckpoint(accountId, known.id, dirty.fromDay)
      : undefined;
  const fromDay = checkpoint ? checkpoint.day + 1 : FIRST_DAY;
  const state: ChainState | undefined =
    checkpoint?.state === null || checkpoint === undefined ? undefined : JSON.parse(checkpoint.state);
  const { entityId, env } = dirty.key;
  const envs = env === null ? null : environmentSpellings(env, settings.environmentAliases);
  const deployments: Deployment[] = [];
  let after: { timestamp: number; seq: number } | undefined;
  do {
    const query = { accountId, entityId, envs, upToSeq, from: fromDay * DAY, after, limit: PAGE };
    const page = await store.readChainEvents(query);
    for (const event of page) deployments.push(deploymentOf(event));
    after = page.length < PAGE ? undefined : page.at(-1);
  } while (after);
  const chain = { id: known?.id ?? newId(), entityId, env };
  return { dirty, chain, before: checkpoint && known, fromDay, state, deployments };
}

/** What decides about failures: the incidents by change id, and the deployments that carried one. */
export interface ChainIncidents {
  byChange: ReadonlyMap<string | undefined, readonly IncidentInput[]>;
  usesByChange: ReadonlyMap<string, readonly ChangeUse[]>;
}

/** Calculates a chain from where it begins. */
export function calculateChain(
  start: ChainStart,
  { byChange, usesByChange }: ChainIncidents,
  graph: CommitGraph,
  { leadTimeBasis }: CalculationSettings,
): CalculatedChain {
  const { chain, before, fromDay, state, deployments } = start;
  if (chain.entityId === null || chain.env === null)
    return { ...staged(start, outsideDays(deployments)), changeUses: [], links: [] };

  const changeIds = new Set(deployments.flatMap(({ changeId }) => changeId ?? []));
  const incidents = [...changeIds]
    .flatMap((changeId) => byChange.get(changeId) ?? [])
    .filter((incident) => concerns(incident, chain));
  const earlier = new Set(incidents.map(({ changeId }) => changeId ?? ''));
  const measured = measureChain(deployments, {
    incidents,
    graph,
    basis: leadTimeBasis,
    state,
    earlier: before === undefined ? [] : [...earlier].flatMap(usesBefore),
  });
  const counted = measured.deployments.map(({ deployment }) => deployment);
  return {
    ...staged(start, chainDays(measured, graph)),
    changeUses: measured.deployments.flatMap(({ deployment: { changeId, sha, t, seq }, leadTime }) => [
      ...(changeId === undefined ? [] : [{ changeId: changeKey(changeId), t, seq }]),
      // Without any history the first commits concern the whole chain anyway. A short sha may become one of several.
      ...(sha !== undefined && graph.size > 0 && (leadTime.rule === 'pending' || sha.length < WHOLE_SHA)
        ? [{ changeId: commitKey(sha), t, seq }]
        : []),
    ]),
    links: incidents.flatMap((incident) => {
      const index = measured.links.get(incident.id);
      const t = index === undefined ? undefined : counted[index]?.t;
      return t === undefined ? [] : [{ incident, t }];
    }),
  };

  function usesBefore(changeId: string): { t: number; changeId: string }[] {
    return (usesByChange.get(changeKey(changeId)) ?? [])
      .filter(({ chainId, t }) => chainId === chain.id && t < fromDay * DAY)
      .sort((a, b) => a.t - b.t || a.seq - b.seq)
      .map(({ t }) => ({ t, changeId }));
  }
}

function staged(
  { chain, before, fromDay }: ChainStart,
  days: readonly ChainDay[],
): Omit<StagedChain, 'changeUses'> {
  const firstDay = before?.firstDay ?? days[0]?.day ?? fromDay;
  return {
    chain: { ...chain, firstDay },
    fromDay,
    days: days.map((day, index) => dayRecord(day, days[index + 1]?.day)),
  };
}

/** Days between two states that are kept, beside the one behind the last day. */
const CHECKPOINT_DAYS = 32;

function dayRecord(
  { day, facts, detail, state }: ChainDay,
  nextDay: number | undefined,
): Omit<DayRecord, 'chainId'> {
  const period = (one: number) => Math.floor(one / CHECKPOINT_DAYS);
  const isKept = nextDay === undefined || period(nextDay) > period(day);
  const kept = isKept ? state() : undefined;
  return {
    day,
    facts: packFacts(facts),
    detail: packDetail(detail),
    state: kept ? JSON.stringify(kept) : null,
  };
}
