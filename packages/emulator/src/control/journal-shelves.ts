import type { Refusal } from '../http/refusal.ts';
import type { TakenRequest } from './taken-request.ts';

/** Entries that are kept of an account, and those that are shown at once. */
export const MAX_ENTRIES = 1000;
/** Of all accounts together: a stranger's token may name any number of them. */
const MAX_ENTRIES_IN_ALL = 10_000;
/** Of all URLs and headers together, in characters: the entries of one account are never too many for it. */
const MAX_HEADS = 16 * 1024 * 1024;
/** Of all bodies, answers and reasons together, in characters. */
const MAX_TEXT = 32 * 1024 * 1024;
/** A reason with an ordinary pointer and nearest value: of a body of garbage there may be a hundred. */
const REASON = 300;
/** Reasons that stay when the body goes, unless they are long. */
const FEW = 5;

/** Complete requests, within limits. */
export interface JournalShelves {
  add(request: TakenRequest): void;
  /** In the order of arrival; undefined for everybody's. */
  list(accountId: string | undefined): TakenRequest[];
  clear(accountId: string | undefined): void;
}

/**
 * Each account has a shelf of 1,000 entries of its own, so that tests side by side do not push out each other's. When
 * there are too many in all, or too large ones, those go first whose account has sent nothing for the longest time.
 */
export function createShelves(): JournalShelves {
  /** Of each account in the order of arrival; the account that sent last is the last one. */
  const shelves = new Map<string | null, TakenRequest[]>();
  /** Requests whose texts are kept, the oldest first. */
  const withText = new Set<TakenRequest>();
  let entries = 0;
  let heads = 0;
  let text = 0;
  let latest: string | null | undefined;

  const isOverfull = () => entries > MAX_ENTRIES_IN_ALL || heads > MAX_HEADS;

  function shelfOf(accountId: string | null): TakenRequest[] {
    const shelf = shelves.get(accountId) ?? [];
    if (latest !== accountId) {
      shelves.delete(accountId);
      shelves.set(accountId, shelf);
      latest = accountId;
    }
    return shelf;
  }

  function discount(request: TakenRequest): void {
    entries -= 1;
    heads -= request.headSize;
    discountText(request);
  }

  function discountText(request: TakenRequest): void {
    if (withText.delete(request)) text -= textSize(request);
  }

  function removeOldest(accountId: string | null, shelf: TakenRequest[]): void {
    const oldest = shelf.shift();
    if (oldest) discount(oldest);
    if (shelf.length === 0) removeShelf(accountId);
  }

  function removeShelf(accountId: string | null): void {
    shelves.delete(accountId);
    if (latest === accountId) latest = undefined;
  }

  function makeRoom(): void {
    for (const [accountId, shelf] of shelves) {
      while (isOverfull() && shelf.length > 0) removeOldest(accountId, shelf);
      if (!isOverfull()) break;
    }
    for (const request of withText) {
      if (text <= MAX_TEXT) break;
      discountText(request);
      request.body = undefined;
      request.response = undefined;
      request.refused = fewOf(request.refused);
      request.loosened = fewOf(request.loosened);
      request.omitted = true;
    }
  }

  return {
    add(request) {
      const shelf = shelfOf(request.accountId);
      // Nearly always at the end: a request that takes long is complete after those that came behind it.
      shelf.splice(shelf.findLastIndex(({ id }) => id < request.id) + 1, 0, request);
      entries += 1;
      heads += request.headSize;
      const size = textSize(request);
      if (size > 0) {
        withText.add(request);
        text += size;
      }
      if (shelf.length > MAX_ENTRIES) removeOldest(request.accountId, shelf);
      if (isOverfull() || text > MAX_TEXT) makeRoom();
    },

    list(accountId) {
      if (accountId !== undefined) return shelves.get(accountId) ?? [];
      return [...shelves.values()].flat().sort((a, b) => a.id - b.id);
    },

    clear(accountId) {
      for (const [owner, shelf] of shelves) {
        if (accountId !== undefined && accountId !== owner) continue;
        for (const request of shelf) discount(request);
        removeShelf(owner);
      }
    },
  };
}

function textSize({ body, response, refused, loosened }: TakenRequest): number {
  return (body?.length ?? 0) + (response?.length ?? 0) + reasonsSize(refused) + reasonsSize(loosened);
}

function reasonsSize(reasons: readonly Refusal[]): number {
  return reasons.reduce((sum, reason) => sum + REASON + excessOf(reason), 0);
}

/** A pointer may be as long as the names in a body. */
function excessOf({ path, nearest }: Refusal): number {
  const size = (path?.length ?? 0) + (typeof nearest === 'string' ? nearest.length : 0);
  return Math.max(0, size - REASON);
}

function fewOf(reasons: readonly Refusal[]): readonly Refusal[] {
  return reasons.filter((reason) => excessOf(reason) === 0).slice(0, FEW);
}
