/** What a backfill has done so far. */
export interface Tally {
  /** Stored by the service, now or in the run before. */
  sent: number;
  /** By reason. */
  rejected: Map<string, number>;
  /** By reason. */
  passed: Map<string, number>;
  waiting: number;
  bad: number;
}

export function newTally(): Tally {
  return { sent: 0, rejected: new Map(), passed: new Map(), waiting: 0, bad: 0 };
}

export function add(counts: Map<string, number>, key: string, count = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

export function sum(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((all, count) => all + count, 0);
}

/** `2 cancelled, 1 before --since`. */
export function listOf(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, count]) => `${count} ${name}`).join(', ');
}
