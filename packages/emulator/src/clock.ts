/** Where time comes from. Everything that stamps, expires or counts asks this, never `Date` itself. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): number;
}

/** The clocks of a service: one for all, unless the emulator's controls have given an account its own. */
export interface Clocks {
  /** For what belongs to no account. */
  readonly shared: Clock;
  /** Of an account: `shared` itself as long as it goes by that. */
  of(accountId: string): Clock;
}

/** One clock for everybody. */
export function oneClock(clock: Clock): Clocks {
  return { shared: clock, of: () => clock };
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
