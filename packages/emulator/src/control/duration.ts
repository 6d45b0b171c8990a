import {
  daysInWeek,
  millisecondsInDay,
  millisecondsInHour,
  millisecondsInMinute,
  millisecondsInSecond,
  monthsInYear,
} from 'date-fns/constants';

/** An ISO 8601 duration. A month is one of the calendar, a day is 24 hours, as it always is in UTC. */
export interface Duration {
  months: number;
  days: number;
  milliseconds: number;
}

/** Shape of an ISO 8601 duration, such as `P1Y2M3W4DT5H6M7.5S`: not empty, nothing negative. */
export const DURATION_PATTERN =
  '^P(?=\\d|T\\d)(?:(\\d{1,15})Y)?(?:(\\d{1,15})M)?(?:(\\d{1,15})W)?(?:(\\d{1,15})D)?' +
  '(?:T(?=\\d)(?:(\\d{1,15})H)?(?:(\\d{1,15})M)?(?:(\\d{1,15}(?:[.,]\\d{1,9})?)S)?)?$';

const SHAPE = new RegExp(DURATION_PATTERN);

/** Reads an ISO 8601 duration; undefined when it is none. What is finer than milliseconds is cut off. */
export function parseDuration(text: string): Duration | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, years, months, weeks, days, hours, minutes, seconds] = match;
  const [wholeSeconds, fraction = ''] = (seconds ?? '0').split(/[.,]/);
  return {
    months: numberOf(years) * monthsInYear + numberOf(months),
    days: numberOf(weeks) * daysInWeek + numberOf(days),
    milliseconds:
      numberOf(hours) * millisecondsInHour +
      numberOf(minutes) * millisecondsInMinute +
      numberOf(wholeSeconds) * millisecondsInSecond +
      Number(fraction.slice(0, 3).padEnd(3, '0')),
  };
}

/**
 * The instant that is a duration after another, in UTC: first the months, to the same day or the last of a shorter
 * month, then the rest. NaN, or an instant past the year 9999, when the duration is too long for the calendar.
 *
 * @param instant milliseconds since 1970.
 */
export function addDuration(instant: number, { months, days, milliseconds }: Duration): number {
  return addMonths(instant, months) + days * millisecondsInDay + milliseconds;
}

/** Not date-fns', which reckons in the machine's time zone: a month there may begin or end an hour off. */
function addMonths(instant: number, months: number): number {
  const date = new Date(instant);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = instant % millisecondsInDay;
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + timeOfDay;
}

function numberOf(digits = '0'): number {
  return Number(digits);
}
