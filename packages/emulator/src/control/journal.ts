import { createArrivals } from './arrivals.ts';
import { createShelves, MAX_ENTRIES } from './journal-shelves.ts';
import type { TakenRequest } from './taken-request.ts';

/** Which requests somebody asks for. */
export interface JournalFilter {
  /** The account whose requests they are; undefined for everybody's. */
  scope: string | undefined;
  matches(request: TakenRequest): boolean;
}

/** The last requests of one emulator, in memory. */
export interface Journal {
  /** Gives a request that has come its id; `add` must follow when it is complete. */
  arrive(): number;
  add(request: TakenRequest): void;
  /** Adds a request that only has to be looked up; it must not fail. */
  addSoon(request: Promise<TakenRequest>): void;
  /** Resolves when what is being looked up now is there. */
  settled(): Promise<void>;
  /** In the order of arrival, the last 1,000 at most. */
  list(filter: JournalFilter): TakenRequest[];
  /** Forgets what has come until now, of an account or of all, also what is not complete yet. */
  clear(scope: string | undefined): void;
  /** Calls back with each request that is added, until the function that it answers is called. */
  watch(added: (request: TakenRequest) => void): () => void;
}

export function createJournal(): Journal {
  const shelves = createShelves();
  const lookedUp = new Set<Promise<void>>();
  const watchers = new Set<(request: TakenRequest) => void>();
  const arrivals = createArrivals();

  function add(request: TakenRequest): void {
    if (!arrivals.complete(request)) return;
    shelves.add(request);
    for (const added of watchers) added(request);
  }

  return {
    arrive: arrivals.arrive,
    add,

    addSoon(promise) {
      const added = promise.then(add).finally(() => lookedUp.delete(added));
      lookedUp.add(added);
    },

    async settled() {
      await Promise.all(lookedUp);
    },

    list: ({ scope, matches }) => shelves.list(scope).filter(matches).slice(-MAX_ENTRIES),

    clear(scope) {
      arrivals.clear(scope);
      shelves.clear(scope);
    },

    watch(added) {
      watchers.add(added);
      return () => void watchers.delete(added);
    },
  };
}
