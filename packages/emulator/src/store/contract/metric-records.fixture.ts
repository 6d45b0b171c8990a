import type {
  ChainEventQuery,
  ChainRecord,
  DayRecord,
  LinkRecord,
  MetricState,
  RunRecord,
  StagedChain,
} from '../metric-port.ts';
import { ACCOUNT, idOf, NOW } from './records.fixture.ts';

/** Beyond what a database's 32-bit integer holds. */
export const BIG = 2 ** 40 + 1;
/** Some day of the metrics. */
export const TODAY = 20_270;

export function chainEventQuery(members: Partial<ChainEventQuery> = {}): ChainEventQuery {
  return {
    accountId: ACCOUNT,
    entityId: null,
    envs: ['production'],
    upToSeq: Number.MAX_SAFE_INTEGER,
    from: 0,
    limit: 1000,
    ...members,
  };
}

export function newChain(members: Partial<ChainRecord> = {}): ChainRecord {
  return { id: 1, entityId: idOf(1), env: 'production', firstDay: TODAY, ...members };
}

export function newDay(day: number, members: Partial<DayRecord> = {}): Omit<DayRecord, 'chainId'> {
  return { day, facts: `[{"day":${day}}]`, detail: `[{"detail":${day}}]`, state: null, ...members };
}

export function stagedChain(members: Partial<StagedChain> = {}): StagedChain {
  return { chain: newChain(), fromDay: TODAY, days: [newDay(TODAY)], changeUses: [], ...members };
}

export function metricState(members: Partial<MetricState> = {}): MetricState {
  return {
    version: 1,
    watermark: 1,
    throughDay: TODAY,
    calculatedAt: NOW,
    settings: '{"leadTimeFrom":"authored"}',
    histories: '{}',
    ...members,
  };
}

export function newLink(members: Partial<LinkRecord> = {}): LinkRecord {
  return { incidentId: idOf(1), chainId: 1, t: NOW, start: NOW, end: null, digest: 'digest-1', ...members };
}

export function newRun(members: Partial<RunRecord> = {}): RunRecord {
  return {
    accountId: ACCOUNT,
    id: idOf(1),
    startedAt: NOW,
    finishedAt: null,
    state: 'running',
    throughDay: TODAY,
    dirtyChains: 0,
    deployments: 0,
    error: null,
    ...members,
  };
}
