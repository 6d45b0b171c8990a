import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { JournalEntryBody } from '../control/journal.schema.ts';
import type { CallService } from './call-service.ts';
import { describeMissing } from './describe-missing.ts';
import { type Instant, instantText } from './instant.ts';

/** Which requests are meant; what is left out is true of all, of a list one is enough. */
export interface RequestFilter {
  /** In any case. */
  method?: string | readonly string[] | undefined;
  /** Below the base path, without query; with `*` at its end, what it begins with. */
  path?: string | readonly string[] | undefined;
  /** Such as 201, or `4xx`. */
  status?: number | string | readonly (number | string)[] | undefined;
  /** Those that came at this instant of the clock or later; or, by the id of a request, after that one. */
  since?: Instant | undefined;
}

/** What is waited for. */
export interface WaitFilter extends RequestFilter {
  /** So many requests, those that came before included; 1 when left out. */
  count?: number | undefined;
  /** Milliseconds of real time to wait at most; 4,000 when left out: less than test runners give a test. */
  timeoutMs?: number | undefined;
}

/**
 * What was asked of an emulator, or of an account of its own in it: the last 1,000 requests. Each call rejects with
 * an EmulatorError.
 */
export interface EmulatorRequests {
  /** The oldest first. */
  list(filter?: RequestFilter): Promise<JournalEntryBody[]>;
  count(filter?: RequestFilter): Promise<number>;
  /** The latest; undefined when there is none. */
  last(filter?: RequestFilter): Promise<JournalEntryBody | undefined>;
  /**
   * Resolves with all that match as soon as enough have come.
   *
   * @throws Error when the time is over, with what did come.
   */
  waitFor(filter: WaitFilter): Promise<JournalEntryBody[]>;
  /** Forgets them. */
  clear(): Promise<void>;
}

const PATH = '/_control/requests';
/** Milliseconds that the service is asked to wait at a time: proxies cut what is silent for long. */
const LONGEST_WAIT = 30_000;

export function createRequestsHandle(call: CallService): EmulatorRequests {
  async function list(filter: RequestFilter = {}, waiting: { wait?: string; count?: number } = {}) {
    const { method, path, status, since } = filter;
    const query = { method, path, status, since: since && instantText(since), ...waiting };
    return (await call<{ items: JournalEntryBody[] }>('GET', PATH, { query })).items;
  }

  return {
    list: (filter) => list(filter),
    count: async (filter) => (await list(filter)).length,
    last: async (filter) => (await list(filter)).at(-1),
    async waitFor({ count = 1, timeoutMs = 4000, ...filter }) {
      const deadline = performance.now() + timeoutMs;
      for (;;) {
        const left = Math.max(0, Math.ceil(deadline - performance.now()));
        const items = await list(filter, { wait: `${Math.min(left, LONGEST_WAIT)}ms`, count });
        if (items.length >= count) return items;
        if (performance.now() >= deadline) {
          throw new Error(
            describeMissing(filter, { count, timeoutMs, came: items.length, all: await list() }),
          );
        }
        // A service that is stopping answers at once.
        await delay(1);
      }
    },
    clear: () => call('DELETE', PATH),
  };
}
