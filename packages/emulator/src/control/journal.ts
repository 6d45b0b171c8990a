import { createArrivals } from './arrivals.ts';
import type { TakenRequest } from './taken-request.ts';

/** Entries that are kept of an account, and those that are shown at once. */
export const MAX_ENTRIES = 1000;
/** Of all accounts together: a stranger's token may name any number of them. */
const MAX_ENTRIES_IN_ALL = 10_000;
/** Of all bodies, answers and reasons together, in characters. */
const MAX_TEXT = 32 * 1024 * 1024;
/** A reason with its pointer and the nearest value: of a body of garbage there may be a hundred. */
const REASON = 300;
/** Reasons that stay when the body goes. */
const FEW = 5;

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

/**
 * Each account has 1,000 entries of its own, so that tests side by side do not push out each other's. When there are
 * too many in all, those go first whose account has sent nothing for the longest time.
 */
export function createJournal(): Journal {
  /** Of each account in the order of arrival; the account that sent last is the last one. */
  const shelves = new Map<string | null, TakenRequest[]>();
  /** Requests whose texts are kept, the oldest first. */
  const withText = new Set<TakenRequest>();
  const lookedUp = new Set<Promise<void>>();
  const watchers = new Set<(request: TakenRequest) => void>();
  const arrivals = createArrivals();
  let entries = 0;
  let text = 0;
  let latest: string | null | undefined;

  function shelfOf(accountId: string | null): TakenRequest[] {
    const shelf = shelves.get(accountId) ?? [];
    if (latest !== accountId) {
      shelves.delete(accountId);
      shelves.set(accountId, shelf);
      latest = accountId;
    }
    return shelf;
  }

  function forgetText(request: TakenRequest): void {
    if (withText.delete(request)) text -= textOf(request);
  }

  function removeOldest(accountId: string | null, shelf: TakenRequest[]): void {
    const oldest = shelf.shift();
    if (oldest) forgetText(oldest);
    entries -= 1;
    if (shelf.length === 0) removeShelf(accountId);
  }

  function removeShelf(accountId: string | null): void {
    shelves.delete(accountId);
    if (latest === accountId) latest = undefined;
  }

  function makeRoom(): void {
    for (const [accountId, shelf] of shelves) {
      while (entries > MAX_ENTRIES_IN_ALL && shelf.length > 0) removeOldest(accountId, shelf);
      if (entries <= MAX_ENTRIES_IN_ALL) break;
    }
    for (const request of withText) {
      if (text <= MAX_TEXT) break;
      forgetText(request);
      request.body = undefined;
      request.response = undefined;
      request.refused = request.refused.slice(0, FEW);
      request.loosened = request.loosened.slice(0, FEW);
      request.omitted = true;
    }
  }

  function add(request: TakenRequest): void {
    if (!arrivals.complete(request)) return;
    const shelf = shelfOf(request.accountId);
    // Nearly always at the end: a request that takes long is complete after those that came behind it.
    shelf.splice(shelf.findLastIndex(({ id }) => id < request.id) + 1, 0, request);
    entries += 1;
    const size = textOf(request);
    if (size > 0) {
      withText.add(request);
      text += size;
    }
    if (shelf.length > MAX_ENTRIES) removeOldest(request.accountId, shelf);
    if (entries > MAX_ENTRIES_IN_ALL || text > MAX_TEXT) makeRoom();
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

    list({ scope, matches }) {
      const held =
        scope === undefined
          ? [...shelves.values()].flat().sort((a, b) => a.id - b.id)
          : (shelves.get(scope) ?? []);
      return held.filter(matches).slice(-MAX_ENTRIES);
    },

    clear(scope) {
      arrivals.clear(scope);
      for (const [accountId, shelf] of shelves) {
        if (scope !== undefined && accountId !== scope) continue;
        for (const request of shelf) forgetText(request);
        entries -= shelf.length;
        removeShelf(accountId);
      }
    },

    watch(added) {
      watchers.add(added);
      return () => void watchers.delete(added);
    },
  };
}

function textOf({ body, response, refused, loosened }: TakenRequest): number {
  return (body?.length ?? 0) + (response?.length ?? 0) + (refused.length + loosened.length) * REASON;
}
