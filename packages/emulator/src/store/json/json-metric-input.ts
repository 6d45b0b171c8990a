import type { ChainKey, MetricStore } from '../metric-port.ts';
import { copyChainEvent, copyMetricEvent } from './copy-metric-records.ts';
import { countLeading } from './count-leading.ts';
import { compareInTime } from './event-log.ts';
import type { Tables } from './tables.ts';

type InputMethods = Pick<MetricStore, 'readNewEvents' | 'readChainEvents' | 'listChainKeys' | 'lastEventSeq'>;

/** The port's methods that read events for the metric calculator. */
export function createJsonMetricInput({ events }: Tables): InputMethods {
  return {
    async readNewEvents(accountId, afterSeq, limit) {
      const arrivals = events.arrivals(accountId);
      return arrivals
        .slice(countLeading(arrivals, ({ seq }) => seq <= afterSeq))
        .filter(({ type }) => type === 'event-deploy' || type === 'event-commit')
        .slice(0, limit)
        .map(copyMetricEvent);
    },

    async readChainEvents({ accountId, entityId, envs, upToSeq, from, after, limit }) {
      const timeline = events.timeline(accountId);
      const start = countLeading(
        timeline,
        (event) => event.timestamp < from || (after !== undefined && compareInTime(event, after) <= 0),
      );
      const wanted = new Set(envs ?? [null]);
      return timeline
        .slice(start)
        .filter(
          (event) =>
            event.type === 'event-deploy' &&
            event.entityId === entityId &&
            wanted.has(event.env) &&
            event.seq <= upToSeq,
        )
        .slice(0, limit)
        .map(copyChainEvent);
    },

    async listChainKeys(accountId, upToSeq) {
      const keys = new Map<string, ChainKey>();
      for (const { seq, type, entityId, env } of events.arrivals(accountId)) {
        if (seq > upToSeq) break;
        if (type === 'event-deploy') keys.set(JSON.stringify([entityId, env]), { entityId, env });
      }
      return Array.from(keys.values());
    },

    lastEventSeq: async (accountId) => events.arrivals(accountId).at(-1)?.seq ?? 0,
  };
}
