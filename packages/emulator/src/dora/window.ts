/** Milliseconds of a UTC day: it has no other length. */
export const DAY = 86_400_000;

/** Whole UTC days, both included, as numbers of days since 1970. */
export interface Window {
  from: number;
  to: number;
}

export type Granularity = 'day' | 'week' | 'month';

/** A part of a window: whole days, `to` included. */
export interface Bucket {
  from: number;
  to: number;
}

/** The day of an instant, as the number of days since 1970. */
export function dayOf(t: number): number {
  return Math.floor(t / DAY);
}

/** `2026-03-01`. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The day of such a text; undefined when the calendar has none, or it is written otherwise. */
export function parseDate(text: string): number | undefined {
  const day = dayOf(Date.parse(`${text}T00:00:00Z`));
  // Date.parse takes 31 April for 1 May.
  return Number.isNaN(day) || dateOf(day) !== text ? undefined : day;
}

/** Days that a window or a bucket has. */
export function daysIn({ from, to }: Window): number {
  return to - from + 1;
}

/** Whether the window has the day. */
export function hasDay({ from, to }: Window, day: number): boolean {
  return day >= from && day <= to;
}

/** Makes the function that tells which of a window's buckets a day of it is in. */
export function bucketFinder(window: Window, buckets: readonly Bucket[]): (day: number) => number {
  const indexes = new Int32Array(daysIn(window));
  for (const [index, { from, to }] of buckets.entries())
    indexes.fill(index, from - window.from, to - window.from + 1);
  return (day) => indexes[day - window.from] ?? 0;
}

/** The days, the weeks from Monday on, or the months of a window, those at its ends clipped to it. */
export function bucketsOf(window: Window, granularity: Granularity): Bucket[] {
  const buckets: Bucket[] = [];
  for (let from = window.from; from <= window.to; ) {
    const to = Math.min(window.to, lastDayOf(from, granularity));
    buckets.push({ from, to });
    from = to + 1;
  }
  return buckets;
}

function lastDayOf(day: number, granularity: Granularity): number {
  if (granularity === 'day') return day;
  // 1970-01-01 was a Thursday: Monday is day 0 of its week after three more.
  if (granularity === 'week') return day + 6 - ((day + 3) % 7);
  const date = new Date(day * DAY);
  return dayOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)) - 1;
}
