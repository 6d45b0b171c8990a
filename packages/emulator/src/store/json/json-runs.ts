import type { MetricStore, RunRecord } from '../metric-port.ts';
import { copyRun } from './copy-metric-records.ts';
import { requireAccount } from './require-account.ts';
import type { Tables } from './tables.ts';
import type { WriteQueue } from './write-queue.ts';

type RunMethods = Pick<MetricStore, 'putRun' | 'listRuns' | 'acquireLease' | 'releaseLease'>;

/** The port's methods about runs of the calculator. Leases stay in memory: one process owns the file. */
export function createJsonRuns({ metricRuns }: Tables, { write }: WriteQueue): RunMethods {
  const leases = new Map<string, { holder: string; until: number }>();

  return {
    putRun(run) {
      const record = copyRun(run);
      return write((draft) => {
        requireAccount(draft, record.accountId);
        draft.metricRuns.put(record);
      });
    },

    async listRuns(accountId, { limit, offset }) {
      const runs = Array.from(metricRuns.group(accountId)).sort(newestFirst);
      return { items: runs.slice(offset, offset + limit).map(copyRun), itemCount: runs.length };
    },

    async acquireLease({ name, holder, now, until }) {
      const held = leases.get(name);
      if (held && held.holder !== holder && held.until > now) return false;
      leases.set(name, { holder, until });
      return true;
    },

    async releaseLease(name, holder) {
      if (leases.get(name)?.holder === holder) leases.delete(name);
    },
  };
}

function newestFirst(a: RunRecord, b: RunRecord): number {
  return b.startedAt - a.startedAt || (a.id < b.id ? 1 : -1);
}
