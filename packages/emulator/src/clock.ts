/** Where time comes from. Everything that stamps, expires or counts asks this, never `Date` itself. */
export interface Clock {
  /** Milliseconds since 1970 in UTC. */
  now(): number;
}

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
