const DAYS_OF_MONTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether the Gregorian calendar has a day; months count from 1. Not `date-fns/isExists`: that asks the
 * local calendar, and in a zone that once skipped a day (Samoa, 30 December 2011) denies a day that all
 * other zones had; it also takes the years 0 to 99 for 1900 to 1999.
 */
export function dayExists(year: number, month: number, day: number): boolean {
  const days = month === 2 && isLeapYear(year) ? 29 : DAYS_OF_MONTHS[month - 1];
  return days !== undefined && day >= 1 && day <= days;
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}
