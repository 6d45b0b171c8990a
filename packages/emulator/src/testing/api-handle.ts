import type { StoredEvent } from '@milepost/shared';
import type { CallService, QueryValue } from './call-service.ts';
import { type Instant, instantText } from './instant.ts';

/** Which stored events are meant, as GET /events takes it. */
export interface EventFilter {
  type?: string | undefined;
  /** Id or shortId; several are one or the other. */
  entityId?: string | readonly string[] | undefined;
  env?: string | undefined;
  status?: 'success' | 'failed' | undefined;
  from?: Instant | undefined;
  to?: Instant | undefined;
}

/**
 * What a test reads of the API itself, with the handle's own key: these are requests like any other, so faults hit
 * them and they are recorded. Each call rejects with an EmulatorError.
 */
export interface EmulatorApi {
  /** All events that are stored, on however many pages, by their timestamps, the oldest first. */
  events(filter?: EventFilter): Promise<StoredEvent[]>;
  /** The body of any other route, such as `/dora`. */
  get(path: string, query?: Readonly<Record<string, QueryValue>>): Promise<unknown>;
}

interface EventPage {
  items: StoredEvent[];
  pageInfo: { hasNextPage: boolean; endCursor?: string };
}

/** The largest page there is. */
const PAGE = 500;

export function createApiHandle(call: CallService): EmulatorApi {
  return {
    async events({ from, to, ...filter } = {}) {
      const query = { ...filter, from: from && instantText(from), to: to && instantText(to), limit: PAGE };
      const events: StoredEvent[] = [];
      let cursor: string | undefined;
      do {
        const page = await call<EventPage>('GET', '/events', { query: { ...query, cursor } });
        events.push(...page.items);
        cursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : undefined;
      } while (cursor !== undefined);
      return events.reverse();
    },
    get: (path, query) => call('GET', path, { query }),
  };
}
