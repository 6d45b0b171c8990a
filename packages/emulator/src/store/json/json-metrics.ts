import type { DayRecord, MetricStore, StagedChain } from '../metric-port.ts';
import {
  copyChain,
  copyChangeUse,
  copyDay,
  copyLink,
  copyMetricState,
  copyPublication,
  copyStagedChain,
} from './copy-metric-records.ts';
import { keyInAccount } from './key-in-account.ts';
import { publishMetrics } from './publish-metrics.ts';
import { requireAccount } from './require-account.ts';
import type { Tables } from './tables.ts';
import type { Unsaved } from './unsaved.ts';
import type { WriteQueue } from './write-queue.ts';

type ResultMethods = Pick<
  MetricStore,
  | 'getMetricState'
  | 'getMetricVersion'
  | 'listChains'
  | 'readDays'
  | 'findCheckpoint'
  | 'listChangeUses'
  | 'listLinks'
  | 'countLinks'
>;
type RunMethods = Pick<MetricStore, 'stageChains' | 'publishMetrics' | 'discardStaged'>;

/** The port's methods about what the metric calculator found. */
export function createJsonMetrics(
  tables: Tables,
  queue: WriteQueue,
  unsaved: Unsaved,
): ResultMethods & RunMethods {
  return { ...resultMethods(tables), ...runMethods(queue, unsaved) };
}

function resultMethods(tables: Tables): ResultMethods {
  const { metricStates, metricChains, metricDays, metricChanges, metricLinks, incidents } = tables;
  const daysOf = (accountId: string, chainId: number): DayRecord[] =>
    Array.from(metricDays.group(keyInAccount(accountId, `${chainId}`))).sort((a, b) => a.day - b.day);

  return {
    async getMetricState(accountId) {
      const state = metricStates.get(accountId);
      return state && copyMetricState(state);
    },

    getMetricVersion: async (accountId) => metricStates.get(accountId)?.version,

    async listChains({ accountId, entityIds }) {
      const wanted = entityIds && new Set(entityIds);
      return Array.from(metricChains.group(accountId))
        .filter(({ entityId }) => !wanted || (entityId !== null && wanted.has(entityId)))
        .sort((a, b) => a.id - b.id)
        .map(copyChain);
    },

    async readDays({ accountId, chainIds, from, to, withDetail = false }) {
      const ids = Array.from(new Set(chainIds)).sort((a, b) => a - b);
      return ids
        .flatMap((chainId) => daysOf(accountId, chainId))
        .filter(({ day }) => from <= day && day <= to)
        .map((row) => (withDetail ? copyDay(row) : { ...copyDay(row), detail: null, state: null }));
    },

    async findCheckpoint(accountId, chainId, beforeDay) {
      const row = daysOf(accountId, chainId).findLast(({ day, state }) => day < beforeDay && state !== null);
      return row && { day: row.day, state: row.state };
    },

    async listChangeUses(accountId, changeIds) {
      const wanted = new Set(
        changeIds ?? Array.from(incidents.group(accountId), ({ changeId }) => changeId?.trim()),
      );
      return Array.from(metricChanges.group(accountId))
        .filter(({ changeId }) => wanted.has(changeId))
        .map(copyChangeUse);
    },

    listLinks: async (accountId) => Array.from(metricLinks.group(accountId), copyLink),

    async countLinks(accountId, from, to) {
      const begun = Array.from(metricLinks.group(accountId)).filter(
        ({ start }) => from <= start && start < to,
      );
      const early = begun.filter(({ start, end }) => end !== null && end < start);
      return {
        orphans: begun.filter(({ chainId }) => chainId === 0).length,
        endingBeforeStart: new Set(early.map(({ incidentId }) => incidentId)).size,
      };
    },
  };
}

function runMethods({ write }: WriteQueue, { staged }: Unsaved): RunMethods {
  return {
    stageChains(accountId, runId, chains) {
      const own = chains.map(copyStagedChain);
      // In its turn, so that nothing is left of an account which is just being removed.
      return write((draft) => {
        requireAccount(draft, accountId);
        const runs = staged.get(accountId) ?? new Map<string, StagedChain[]>();
        staged.set(accountId, runs);
        runs.set(runId, [...(runs.get(runId) ?? []), ...own]);
      });
    },

    async publishMetrics(publication) {
      const own = copyPublication(publication);
      const { accountId, runId } = own;
      const isPublished = await write((draft) => {
        requireAccount(draft, accountId);
        return publishMetrics(draft, own, staged.get(accountId)?.get(runId) ?? []);
      });
      // Those of other runs, too: they began before this one ended, and cannot be published any more.
      if (isPublished) staged.delete(accountId);
      return isPublished;
    },

    async discardStaged(accountId) {
      staged.delete(accountId);
    },
  };
}
