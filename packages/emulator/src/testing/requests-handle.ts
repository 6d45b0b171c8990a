import { setTimeout as delay } from 'node:timers/promises';
import type { CallService } from './call-service.ts';
import { type Instant, instantText } from './instant.ts';
import type { RecordedRequest } from './recorded-request.ts';

/** Which requests are meant; what is left out is true of all. */
export interface RequestFilter {
  /** In any case. */
  method?: string | undefined;
  /** Below the base path, without query; with `*` at its end, what it begins with. */
  path?: string | undefined;
  status?: number | undefined;
  /** Those that came at this instant of the clock, or later. */
  since?: Instant | undefined;
}

/**
 * What was asked of an emulator, or of an account of its own in it: the last 1,000 requests, without those to
 * /_control. Each call rejects with an EmulatorError.
 */
export interface EmulatorRequests {
  /** The oldest first. */
  list(filter?: RequestFilter): Promise<RecordedRequest[]>;
  count(filter?: RequestFilter): Promise<number>;
  /** The latest; undefined when there is none. */
  last(filter?: RequestFilter): Promise<RecordedRequest | undefined>;
  /**
   * Resolves with the requests as soon as `count` of them (1) have come, those that came before included.
   *
   * @param filter.timeoutMs milliseconds of real time to wait at most; 5,000 when left out.
   * @throws Error after that time, with what did come.
   */
  waitFor(
    filter: RequestFilter & { count?: number | undefined; timeoutMs?: number | undefined },
  ): Promise<RecordedRequest[]>;
  /** Forgets them. */
  clear(): Promise<void>;
}

const PATH = '/_control/requests';
/** Of what came, so many are shown in an error. */
const SHOWN = 20;
/** Milliseconds that the service is asked to wait at a time. */
const LONGEST_WAIT = 30_000;

export function createRequestsHandle(call: CallService): EmulatorRequests {
  async function list(filter: RequestFilter = {}, waiting: { wait?: string; count?: number } = {}) {
    const { method, path, status, since } = filter;
    const query = { method, path, status, since: since && instantText(since), ...waiting };
    return (await call<{ items: RecordedRequest[] }>('GET', PATH, { query })).items;
  }

  return {
    list: (filter) => list(filter),
    count: async (filter) => (await list(filter)).length,
    last: async (filter) => (await list(filter)).at(-1),
    async waitFor({ count = 1, timeoutMs = 5000, ...filter }) {
      const { performance } = await import('node:perf_hooks');
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const left = Math.max(0, deadline - performance.now());
        const items = await list(filter, { wait: `${Math.min(left, LONGEST_WAIT) / 1000}s`, count });
        if (items.length >= count) return items;
        if (performance.now() >= deadline) {
          throw new Error(missing({ filter, count, timeoutMs, came: items.length, all: await list() }));
        }
        await delay(1);
      }
    },
    clear: () => call('DELETE', PATH),
  };
}

function missing(wanted: {
  filter: RequestFilter;
  count: number;
  timeoutMs: number;
  came: number;
  all: readonly RecordedRequest[];
}): string {
  const { filter, count, timeoutMs, came, all } = wanted;
  const { method = 'any method', path = 'any path', status, since } = filter;
  const what = [
    `${method} ${path}`,
    status === undefined ? '' : `answered ${status}`,
    since === undefined ? '' : `since ${instantText(since)}`,
  ];
  const lines = all.slice(-SHOWN).map((one) => `  ${one.at} ${one.method} ${one.path} → ${one.status}`);
  const more = all.length > SHOWN ? `  (the last ${SHOWN} of ${all.length})` : '';
  return [
    `Waited ${timeoutMs} ms for ${count} requests (${what.filter(Boolean).join(', ')}), and ${came} came. Of all there were:`,
    ...(lines.length > 0 ? lines : ['  none']),
    more,
  ]
    .filter(Boolean)
    .join('\n');
}
