import { DAY } from '../../src/dora/window.ts';

const HOUR = 3_600_000;
/** Work lands within these hours, so that what follows it is on the same day. */
const FROM_HOUR = 6;
const TO_HOUR = 20;
/** What happens on a day of the weekend, of what happens on another day. */
const WEEKEND = 0.1;

/** When people work. */
export interface Rhythm {
  /** Milliseconds since 1970, when that part (0 to 1) of all the work is done. */
  instantOf(part: number): number;
  /** Where the last day ends. */
  end: number;
}

/** The working hours of the days that end with `lastDay`. */
export function createRhythm(lastDay: number, days: number): Rhythm {
  const ends: number[] = [];
  let total = 0;
  for (let day = lastDay - days + 1; day <= lastDay; day++) {
    total += isWeekend(day) ? WEEKEND : 1;
    ends.push(total);
  }

  function instantOf(part: number): number {
    const work = part * total;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) > work) high = middle;
      else low = middle + 1;
    }
    const start = ends[low - 1] ?? 0;
    const ofDay = (work - start) / ((ends[low] ?? total) - start);
    const day = lastDay - days + 1 + low;
    return Math.floor(day * DAY + (FROM_HOUR + (TO_HOUR - FROM_HOUR) * ofDay) * HOUR);
  }

  return { instantOf, end: (lastDay + 1) * DAY };
}

/** 1970-01-01 was a Thursday. */
function isWeekend(day: number): boolean {
  return (day + 3) % 7 > 4;
}
