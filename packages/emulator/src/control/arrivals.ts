import type { TakenRequest } from './taken-request.ts';

/** Counts requests from their arrival until they are complete. */
export interface Arrivals {
  /** Gives a request that has come its id. */
  arrive(): number;
  /** Answers whether the request is still wanted: the journal may have been cleared since it came. */
  complete(request: TakenRequest): boolean;
  /** What has come until now is not wanted any more, of an account or of all. */
  clear(scope: string | undefined): void;
}

export function createArrivals(): Arrivals {
  /** The last id at that time; only while requests of then are under way. */
  const clearedUntil = new Map<string | undefined, number>();
  let lastId = 0;
  let underWay = 0;

  function isWanted({ id, accountId }: TakenRequest): boolean {
    const own = accountId === null ? undefined : clearedUntil.get(accountId);
    return id > Math.max(clearedUntil.get(undefined) ?? 0, own ?? 0);
  }

  return {
    arrive() {
      underWay += 1;
      lastId += 1;
      return lastId;
    },
    complete(request) {
      underWay -= 1;
      const wanted = clearedUntil.size === 0 || isWanted(request);
      if (underWay === 0) clearedUntil.clear();
      return wanted;
    },
    clear(scope) {
      if (underWay > 0) clearedUntil.set(scope, lastId);
    },
  };
}
