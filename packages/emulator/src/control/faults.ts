import { randomUUID } from 'node:crypto';
import type { FaultBody } from './fault.schema.ts';
import type { FaultAction } from './fault-action.schema.ts';
import { type FaultRequest, type FaultScope, type FaultWish, matchFault } from './match-fault.ts';
import { createSeededRandom } from './seeded-random.ts';

/** Most faults there may be at a time, of the emulator's account and of each other one. */
export const MAX_FAULTS = 100;

/** A fault that acts on a request. */
export interface FiredFault {
  id: string;
  action: FaultAction;
}

/**
 * The faults of one emulator, in memory. Each belongs to a scope: undefined hits the requests of everybody, an
 * account's only its own. Who asks with the scope of an account sees no others.
 */
export interface Faults {
  /** Answers the fault's id; undefined when there are too many already. */
  add(wish: FaultWish): string | undefined;
  /** The oldest first. */
  list(scope?: FaultScope): FaultBody[];
  /** Answers whether there was one. */
  remove(id: string, scope?: FaultScope): boolean;
  clear(scope?: FaultScope): void;
  isEmpty(): boolean;
  /** Whether any fault wants to know whose a request is. */
  areScoped(): boolean;
  /**
   * Counts the request with every fault that it matches, and answers those that act on it: all latencies that
   * fire, and of the other kinds the oldest that fires. One that fires in vain behind it is not spent.
   */
  fire(request: FaultRequest): FiredFault[];
}

interface Fault extends FaultWish {
  id: string;
  random(): number;
  /** By real time; null for never. */
  expiresAt: number | null;
  matched: number;
  fired: number;
}

/** @param realTime milliseconds since whenever: faults live by real time, whatever the emulator's clock says. */
export function createFaults(realTime: () => number): Faults {
  let faults: Fault[] = [];

  function dropExpired(): void {
    const now = realTime();
    if (faults.some((fault) => isExpired(fault, now)))
      faults = faults.filter((fault) => !isExpired(fault, now));
  }

  function makeRoom(scope: FaultScope): boolean {
    dropExpired();
    const own = faults.filter((fault) => fault.scope === scope);
    if (own.length < MAX_FAULTS) return true;
    // A spent one stays for its counts, but not at the cost of a new one.
    const spent = own.find((fault) => firesLeft(fault) === 0);
    faults = faults.filter((fault) => fault !== spent);
    return spent !== undefined;
  }

  return {
    add(wish) {
      if (!makeRoom(wish.scope)) return undefined;
      const id = randomUUID();
      const random = createSeededRandom(wish.match.seed ?? 0);
      const expiresAt = wish.ttlMs === undefined ? null : realTime() + wish.ttlMs;
      faults.push({ ...wish, id, random, expiresAt, matched: 0, fired: 0 });
      return id;
    },
    list(scope) {
      dropExpired();
      return faults.filter((fault) => isWithin(fault, scope)).map((fault) => toBody(fault, realTime()));
    },
    remove(id, scope) {
      dropExpired();
      const before = faults.length;
      faults = faults.filter((fault) => fault.id !== id || !isWithin(fault, scope));
      return faults.length < before;
    },
    clear(scope) {
      faults = faults.filter((fault) => !isWithin(fault, scope));
    },
    isEmpty: () => faults.length === 0,
    areScoped: () => faults.some(({ scope }) => scope !== undefined),
    fire(request) {
      dropExpired();
      const firing = faults.filter((fault) => matchFault(fault, request) && countAndDecide(fault));
      const oldest = firing.find((fault) => !isLatency(fault));
      const acting = firing.filter((fault) => isLatency(fault) || fault === oldest);
      for (const fault of acting) fault.fired += 1;
      return acting.map(({ id, do: action }) => ({ id, action }));
    },
  };
}

function isWithin(fault: Fault, scope: FaultScope): boolean {
  return scope === undefined || fault.scope === scope;
}

function isExpired({ expiresAt }: Fault, now: number): boolean {
  return expiresAt !== null && expiresAt <= now;
}

function isLatency(fault: Fault): boolean {
  return fault.do.latencyMs !== undefined;
}

function countAndDecide(fault: Fault): boolean {
  const { nth, first, probability } = fault.match;
  fault.matched += 1;
  // Drawn for each request that matches, so that a run repeats whatever else is asked.
  const drawn = probability === undefined || fault.random() < probability;
  if (nth !== undefined && fault.matched !== nth) return false;
  if (first !== undefined && fault.matched > first) return false;
  return drawn && (fault.times === undefined || fault.fired < fault.times);
}

function firesLeft({ match: { nth, first }, times, matched, fired }: Fault): number | null {
  const limits: number[] = [];
  if (times !== undefined) limits.push(times - fired);
  if (first !== undefined) limits.push(Math.max(0, first - matched));
  if (nth !== undefined) limits.push(matched < nth ? 1 : 0);
  return limits.length === 0 ? null : Math.min(...limits);
}

function toBody(fault: Fault, now: number): FaultBody {
  const { id, match, credential, do: action, matched, fired, expiresAt } = fault;
  return {
    id,
    match: { ...match, ...(credential && { credential: credential.shown }) },
    do: action,
    matched,
    fired,
    left: firesLeft(fault),
    expiresInMs: expiresAt === null ? null : Math.ceil(expiresAt - now),
  };
}
