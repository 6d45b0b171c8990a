import type { Event } from '@milepost/shared';

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

/** What a dry run tells of all events. */
export interface Preview {
  count: number;
  first: string | undefined;
  last: string | undefined;
  environments: Map<string, number>;
  statuses: Map<string, number>;
  entities: Map<string, number>;
  examples: Event[];
  /** By field: how many deployments lack it. */
  missing: Map<string, number>;
}
